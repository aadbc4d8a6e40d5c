package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Makes a span of each sampled command. The span's own context goes with the command, so that what
/// follows from its events hangs below it.
final class TracedGateway<S, C> implements CommandGateway<S, C> {

    private final CommandGateway<S, C> next;
    private final Traces traces;

    TracedGateway(CommandGateway<S, C> next, Traces traces) {
        this.next = next;
        this.traces = traces;
    }

    @Override
    public CommandResult<S> send(Command<? extends C> command) {
        TraceContext parent = traces.parent(command.traceparent());
        if (parent == null) {
            return next.send(command);
        }
        Span span = traces.begin("command " + kind(command.content()), parent);
        try {
            span.tag(Traces.STREAM, command.stream().value());
            CommandResult<S> result =
                    traces.within(
                            span,
                            () -> next.send(command.tracedBy(TraceParents.of(span.context()))));
            span.tag(Traces.OUTCOME, result.getClass().getSimpleName());
            return result;
        } finally {
            span.end();
        }
    }

    private static String kind(Object content) {
        String simple = content.getClass().getSimpleName();
        return simple.isEmpty() ? "(no name)" : simple;
    }

    @Override
    public StreamId stream(String id) {
        return next.stream(id);
    }

    @Override
    public Optional<Versioned<S>> state(StreamId stream) {
        return next.state(stream);
    }

    @Override
    public Optional<Versioned<S>> past(StreamId stream, Predicate<RecordedEvent> accepted) {
        return next.past(stream, accepted);
    }

    @Override
    public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
        return next.events(stream, afterVersion, limit);
    }
}
