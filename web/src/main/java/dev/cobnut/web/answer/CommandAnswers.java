package dev.cobnut.web.answer;

import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.command.CommandResult.KeyReused;
import dev.cobnut.framework.command.CommandResult.Missing;
import dev.cobnut.framework.command.CommandResult.Refused;
import dev.cobnut.framework.command.CommandResult.Unavailable;
import dev.cobnut.framework.command.CommandResult.Unknown;
import dev.cobnut.framework.command.CommandResult.VersionConflict;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.UnaryOperator;

/// Tells the outcome of commands to clients: an accepted one goes on, every other one is a problem.
///
/// ```text
/// Accepted                             the controller answers
/// Refused                              409 rule                   code, version
/// Missing                              404, the type that is given
/// VersionConflict, with an If-Match    412 version-mismatch       expectedVersion, actualVersion
/// VersionConflict                      409 version-conflict       expectedVersion, actualVersion
/// KeyReused                            422 idempotency-key-reused
/// Unavailable                          503 unavailable            Retry-After
/// Unknown                              503 outcome-unknown        the path, Retry-After
/// ```
public final class CommandAnswers {

    private final String noun;
    private final ProblemType missing;
    private final UnaryOperator<String> path;

    private CommandAnswers(String noun, ProblemType missing, UnaryOperator<String> path) {
        this.noun = noun;
        this.missing = missing;
        this.path = path;
    }

    /// @param noun what a stream is for clients, for example `order`; part of the sentences, and
    ///   the member with the path when an outcome is unknown
    /// @param missing type of the problem when there is no such stream, with the status 404
    /// @param path of a stream by its id (the part of the stream's name after its category)
    public static CommandAnswers of(String noun, ProblemType missing, UnaryOperator<String> path) {
        return new CommandAnswers(noun, missing, path);
    }

    /// As the other one, and adds the header `Cobnut-Consistency` to the answer: with it, a list
    /// can be asked for that contains what the command wrote. An answer to several commands has it
    /// once for each.
    ///
    /// @param response whose head is not sent yet
    /// @throws ProblemException for every outcome but `Accepted`
    public <S> Accepted<S> accepted(
            CommandResult<S> result, HttpServletRequest request, HttpServletResponse response) {
        Accepted<S> accepted = accepted(result, request);
        response.addHeader(ConsistencyToken.HEADER, ConsistencyToken.of(accepted.position()));
        return accepted;
    }

    /// @param request asked for the command
    /// @throws ProblemException for every outcome but `Accepted`
    public <S> Accepted<S> accepted(CommandResult<S> result, HttpServletRequest request) {
        return switch (result) {
            case Accepted<S> accepted -> accepted;
            case Refused<S>(var refusal, var version, _) ->
                    throw new ProblemException(
                            CommandProblems.refused(refusal).with("version", version));
            case Missing<S>() -> throw missing();
            case VersionConflict<S>(var expected, var actual) ->
                    throw new ProblemException(
                            CommandProblems.wrongVersion(
                                    RequestHeaders.expectedVersion(request) == null
                                            ? ProblemType.VERSION_CONFLICT
                                            : ProblemType.VERSION_MISMATCH,
                                    noun,
                                    expected,
                                    actual));
            case KeyReused<S> _ -> throw CommandProblems.keyReused();
            case Unavailable<S>(var reason, var retryAfterSeconds) ->
                    throw ProblemException.unavailable(reason, retryAfterSeconds);
            case Unknown<S>(var stream, var reason) ->
                    throw new ProblemException(
                            CommandProblems.unknown(reason, noun, path.apply(stream.id())));
        };
    }

    /// There is no such stream.
    public ProblemException missing() {
        return ProblemException.of(missing, "There is no %s with this id.".formatted(noun));
    }

    /// The path of a stream.
    ///
    /// @param id of the stream, without its category
    public String path(String id) {
        return path.apply(id);
    }
}
