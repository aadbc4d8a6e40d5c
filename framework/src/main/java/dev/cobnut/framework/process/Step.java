package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Refusal;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A command that a reaction wants to be sent.
///
/// A refusal needs a declaration: [#whenRefused] or [#mayBeRefused]. Without one, it parks the
/// stream of the event, with the refusal as the reason. A stream that does not exist counts as a
/// refusal with the code [#MISSING].
public sealed class Step implements Asked permits TimerStep {

    /// Code of the refusal when the command's stream does not exist.
    public static final String MISSING = "missing";

    private final String path;
    private final String kind;
    private final StreamId stream;
    private final Function<Origin, CommandResult<?>> sending;
    private @Nullable Consumer<Refusal> compensation;

    /// What a command is sent for.
    ///
    /// @param cause id of the event that it follows from
    record Origin(
            CommandKey key,
            String cause,
            @Nullable String correlation,
            @Nullable String traceparent) {}

    <C> Step(String path, CommandGateway<?, C> to, StreamId stream, C command) {
        this.path = path;
        this.kind = kind(command.getClass());
        this.stream = stream;
        this.sending =
                origin ->
                        to.send(
                                Command.to(stream, command)
                                        .withKey(origin.key())
                                        .causedBy(origin.cause())
                                        .correlatedBy(origin.correlation())
                                        .tracedBy(origin.traceparent()));
    }

    /// The word for a command's class: its simple name, or the last part of its name when it has
    /// none.
    static String kind(Class<?> command) {
        String simple = command.getSimpleName();
        return simple.isEmpty()
                ? command.getName().substring(command.getName().lastIndexOf('.') + 1)
                : simple;
    }

    /// What is done when the command is refused. It adds further steps, on the same [Steps]. It is
    /// called again when the event comes again, with the same refusal.
    public final void whenRefused(Consumer<Refusal> compensating) {
        compensation = compensating;
    }

    /// A refusal is as good as an acceptance: nothing more is done.
    public final void mayBeRefused() {
        compensation = _ -> {};
    }

    String path() {
        return path;
    }

    String kind() {
        return kind;
    }

    StreamId stream() {
        return stream;
    }

    CommandResult<?> send(Origin origin) {
        return sending.apply(origin);
    }

    /// Null when a refusal was not thought of.
    @Nullable Consumer<Refusal> compensation() {
        return compensation;
    }
}
