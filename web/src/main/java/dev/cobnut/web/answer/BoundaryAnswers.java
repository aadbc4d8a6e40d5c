package dev.cobnut.web.answer;

import dev.cobnut.framework.boundary.BoundaryResult;
import dev.cobnut.framework.boundary.BoundaryResult.Accepted;
import dev.cobnut.framework.boundary.BoundaryResult.KeyReused;
import dev.cobnut.framework.boundary.BoundaryResult.Missing;
import dev.cobnut.framework.boundary.BoundaryResult.Outdated;
import dev.cobnut.framework.boundary.BoundaryResult.Overtaken;
import dev.cobnut.framework.boundary.BoundaryResult.Refused;
import dev.cobnut.framework.boundary.BoundaryResult.Unavailable;
import dev.cobnut.framework.boundary.BoundaryResult.Unknown;
import dev.cobnut.framework.boundary.BoundaryResult.VersionConflict;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;

/// Tells the outcome of commands of a boundary to clients, as [CommandAnswers] does that of
/// commands of a stream: an accepted one goes on, every other one is a problem.
///
/// ```text
/// Accepted           the controller answers
/// Refused            409 rule                 code
/// Missing            404, the type that is given
/// Outdated           412 version-mismatch     expectedVersion, actualVersion
/// VersionConflict    409 version-conflict
/// Overtaken          503 unavailable          Retry-After
/// KeyReused          422 idempotency-key-reused
/// Unavailable        503 unavailable          Retry-After
/// Unknown            503 outcome-unknown      path, Retry-After
/// ```
public final class BoundaryAnswers {

    private static final int OVERTAKEN_RETRY_AFTER_SECONDS = 1;

    private final String noun;
    private final ProblemType missing;

    private BoundaryAnswers(String noun, ProblemType missing) {
        this.noun = noun;
        this.missing = missing;
    }

    /// @param noun what the commands are about for clients, for example `course`; part of the
    ///   sentences
    /// @param missing type of the problem when it does not exist, with the status 404
    public static BoundaryAnswers of(String noun, ProblemType missing) {
        return new BoundaryAnswers(noun, missing);
    }

    /// @param request asked for the command; its path is part of the problem when the outcome is
    ///   unknown
    /// @throws ProblemException for every outcome but `Accepted`
    public <S> Accepted<S> accepted(BoundaryResult<S> result, HttpServletRequest request) {
        return switch (result) {
            case Accepted<S> accepted -> accepted;
            case Refused<S>(var refusal, _) ->
                    throw new ProblemException(CommandProblems.refused(refusal));
            case Missing<S>() -> throw missing();
            case Outdated<S>(var expected, var actual) ->
                    throw new ProblemException(
                            CommandProblems.wrongVersion(
                                    ProblemType.VERSION_MISMATCH, noun, expected, actual));
            case VersionConflict<S> _ ->
                    throw ProblemException.of(
                            ProblemType.VERSION_CONFLICT,
                            "Something that the command for this %s rests on has changed."
                                    .formatted(noun));
            case Overtaken<S>(var attempts) ->
                    throw ProblemException.unavailable(
                            "Other commands came first %d times.".formatted(attempts),
                            OVERTAKEN_RETRY_AFTER_SECONDS);
            case KeyReused<S> _ -> throw CommandProblems.keyReused();
            case Unavailable<S>(var reason, var retryAfterSeconds) ->
                    throw ProblemException.unavailable(reason, retryAfterSeconds);
            case Unknown<S>(var reason) ->
                    throw new ProblemException(
                            CommandProblems.unknown(reason, "path", request.getRequestURI()));
        };
    }

    /// What the command is about does not exist.
    public ProblemException missing() {
        return ProblemException.of(missing, "There is no such %s.".formatted(noun));
    }
}
