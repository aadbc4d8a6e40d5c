package dev.cobnut.web.answer;

import dev.cobnut.framework.boundary.BoundaryCommand;
import dev.cobnut.framework.boundary.BoundaryGateway;
import dev.cobnut.framework.boundary.BoundaryResult.Accepted;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import dev.cobnut.web.request.Fingerprint;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Predicate;
import org.springframework.http.ResponseEntity;

/// Answers requests for the commands of one boundary, as [StreamResource] does for a decider: an
/// answer has the state as its body and the version as its ETag. Every outcome that is not a
/// success is a problem ([BoundaryAnswers]). Thread-safe.
///
/// The version is the position of the last event that the query of the command finds. So `If-Match`
/// goes with an ETag of a command that has the same query. When the query finds nothing, there is
/// no ETag.
///
/// The headers of a request are applied ([RequestHeaders#applied]). A command is a record, or what
/// else Jackson writes ([Fingerprint#ofCommand]).
///
/// @param <S> state: the body of the answers
/// @param <C> commands
public final class BoundaryResource<S, C> {

    private final BoundaryGateway<S, C> gateway;
    private final BoundaryAnswers answers;

    private BoundaryResource(BoundaryGateway<S, C> gateway, BoundaryAnswers answers) {
        this.gateway = gateway;
        this.answers = answers;
    }

    /// @param noun of the sentences, for example `course`
    /// @param missing type of the problem when it does not exist, with the status 404
    public static <S, C> BoundaryResource<S, C> of(
            String noun, BoundaryGateway<S, C> gateway, ProblemType missing) {
        return new BoundaryResource<>(gateway, BoundaryAnswers.of(noun, missing));
    }

    /// Sends a command: 200.
    ///
    /// @throws ProblemException when the command is not accepted
    public ResponseEntity<S> change(C command, HttpServletRequest request) {
        BoundaryCommand<C> complete =
                RequestHeaders.applied(
                        BoundaryCommand.of(command),
                        () -> Fingerprint.ofCommand("boundary", command),
                        request);
        Accepted<S> changed = answers.accepted(gateway.send(complete), request);
        ResponseEntity.BodyBuilder answer = at(changed.version());
        if (changed.position() > 0) {
            answer.header(ConsistencyToken.HEADER, ConsistencyToken.of(changed.position()));
        }
        return answer.body(changed.state());
    }

    /// Reads the state that a decision about a command would be made on: 200, or 304 when the
    /// client has this version (`If-None-Match`).
    ///
    /// @param isThere false for a state of something that does not exist
    /// @throws ProblemException when it does not exist
    public ResponseEntity<S> read(C command, Predicate<? super S> isThere) {
        Versioned<S> read = gateway.state(command);
        if (!isThere.test(read.state())) {
            throw answers.missing();
        }
        return at(read.version()).body(read.state());
    }

    private static ResponseEntity.BodyBuilder at(long version) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        return version == 0 ? answer : answer.eTag(Answers.etag(version));
    }
}
