package dev.cobnut.web.answer;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import dev.cobnut.web.request.Fingerprint;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;

/// Answers requests for the streams of one decider: creates, changes and reads them. An answer has
/// the state as its body and the version as its ETag. Every outcome that is not a success is a
/// problem ([CommandAnswers]). Thread-safe.
///
/// The headers of a request are applied ([RequestHeaders#applied]). A command is a record, or what
/// else Jackson writes ([Fingerprint#ofCommand]).
///
/// @param <S> state: the body of the answers
/// @param <C> commands
public final class StreamResource<S, C> {

    private static final UUID NO_ID = new UUID(0, 0);

    private final CommandGateway<S, C> gateway;
    private final CommandAnswers answers;

    private StreamResource(CommandGateway<S, C> gateway, CommandAnswers answers) {
        this.gateway = gateway;
        this.answers = answers;
    }

    /// @param noun of the sentences, for example `card`
    /// @param path of all streams, for example `/cards`; the path of one has its id behind it
    /// @param missing type of the problem when there is no such stream, with the status 404
    public static <S, C> StreamResource<S, C> of(
            String noun, CommandGateway<S, C> gateway, String path, ProblemType missing) {
        return new StreamResource<>(
                gateway, CommandAnswers.of(noun, missing, id -> path + "/" + id));
    }

    /// Begins a stream with a random id: 201, with the path of the stream as its `Location`.
    ///
    /// @throws ProblemException when the command is not accepted
    public ResponseEntity<S> create(C command, HttpServletRequest request) {
        return create(_ -> command, request);
    }

    /// The same for a command that has the id of the new stream, for example because its first
    /// event is tagged with it.
    ///
    /// @param command made from the new id. When there is an idempotency key, it is also made from
    ///   the UUID of zeros: that is what tells a repetition, which has another id, from another
    ///   command
    /// @throws ProblemException when the command is not accepted
    public ResponseEntity<S> create(
            Function<UUID, ? extends C> command, HttpServletRequest request) {
        UUID id = UUID.randomUUID();
        Command<C> complete =
                RequestHeaders.applied(
                        Command.beginning(stream(id), command.apply(id)),
                        () -> Fingerprint.ofCommand("new", command.apply(NO_ID)),
                        request);
        Accepted<S> created = answers.accepted(gateway.send(complete), request);
        return ResponseEntity.created(URI.create(answers.path(created.stream().id())))
                .eTag(Answers.etag(created.version()))
                .header(ConsistencyToken.HEADER, ConsistencyToken.of(created.position()))
                .body(created.state());
    }

    /// Sends a command to a stream: 200.
    ///
    /// @throws ProblemException when the command is not accepted
    public ResponseEntity<S> change(UUID id, C command, HttpServletRequest request) {
        Command<C> complete =
                RequestHeaders.applied(
                        Command.to(stream(id), command),
                        () -> Fingerprint.ofCommand(id.toString(), command),
                        request);
        Accepted<S> changed = answers.accepted(gateway.send(complete), request);
        return ResponseEntity.ok()
                .eTag(Answers.etag(changed.version()))
                .header(ConsistencyToken.HEADER, ConsistencyToken.of(changed.position()))
                .body(changed.state());
    }

    /// Reads a stream: 200, or 304 when the client has this version (`If-None-Match`).
    ///
    /// @throws ProblemException when there is no such stream
    public ResponseEntity<S> read(UUID id) {
        Versioned<S> read = gateway.state(stream(id)).orElseThrow(answers::missing);
        return ResponseEntity.ok().eTag(Answers.etag(read.version())).body(read.state());
    }

    private StreamId stream(UUID id) {
        return gateway.stream(id.toString());
    }
}
