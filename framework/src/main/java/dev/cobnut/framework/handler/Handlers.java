package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CursorState;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Runs all handlers of a service on this member. It also has the operations for operators.
/// Thread-safe.
public final class Handlers implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,99}");

    private final Journal journal;
    private final Map<String, EventHandler> handlers = new LinkedHashMap<>();
    private final Map<String, HandlerLoop> loops = new LinkedHashMap<>();

    /// @param nanoTime as [System#nanoTime]; terms and pauses are measured by it
    /// @throws UnusableDomainException when a handler has a name or a category that cannot be, or
    ///   two have one name
    public Handlers(
            List<? extends EventHandler> handlers,
            Journal journal,
            HandlerSettings settings,
            HandlerObserver observer,
            LongSupplier nanoTime) {
        this.journal = journal;
        for (EventHandler handler : handlers) {
            String name = requireName(handler);
            EventHandler other = this.handlers.put(name, handler);
            if (other != null) {
                throw new UnusableDomainException(
                        "two handlers are named "
                                + name
                                + ", of "
                                + other.getClass().getName()
                                + " and "
                                + handler.getClass().getName()
                                + "; give one of them another name");
            }
            handler.categories().forEach(StreamId::requireCategory);
            loops.put(
                    name,
                    new HandlerLoop(
                            handler,
                            journal,
                            (after, limit) -> journal.cursors().readAll(after, limit),
                            LoopLimits.OF_A_BEAN,
                            settings,
                            observer,
                            nanoTime));
        }
    }

    static String requireName(EventHandler handler) {
        String name = handler.name();
        if (!NAME.matcher(name).matches()) {
            throw new UnusableDomainException(
                    "the handler "
                            + handler.getClass().getName()
                            + " is named '"
                            + name
                            + "'; a name begins with a lower-case letter and has at most 100"
                            + " lower-case letters, digits and -");
        }
        return name;
    }

    /// Registers new handlers at their starts, and begins. Called once, when the journal has
    /// started.
    public void start() {
        if (handlers.isEmpty()) {
            return;
        }
        Cursors cursors = journal.cursors();
        Set<String> registered =
                cursors.states(handlers.keySet()).stream()
                        .map(CursorState::cursor)
                        .collect(Collectors.toSet());
        handlers.forEach((name, handler) -> {
            if (!registered.contains(name)) {
                cursors.register(name, before(handler.start()));
            }
        });
        loops.values().forEach(HandlerLoop::start);
    }

    private long before(Start start) {
        return switch (start) {
            case Start.Beginning() -> 0;
            case Start.Now() -> journal.lastPosition();
            case Start.At(var instant) -> journal.cursors().positionBefore(instant);
        };
    }

    public Set<String> names() {
        return Set.copyOf(handlers.keySet());
    }

    /// A listener that also wakes the handlers, or the same one when there is no handler.
    public GroupListener waking(GroupListener listener) {
        if (handlers.isEmpty()) {
            return listener;
        }
        List<HandlerLoop> all = List.copyOf(loops.values());
        return (List<AppendRequest> group, List<AppendResult> outcomes) -> {
            listener.written(group, outcomes);
            if (!group.isEmpty()) {
                all.forEach(HandlerLoop::appended);
            }
        };
    }

    /// True while this member runs a handler.
    ///
    /// @throws IllegalArgumentException when there is no handler of this name
    public boolean runsHere(String handler) {
        return loop(handler).runsHere();
    }

    /// How far each handler is. Asks the journal.
    public List<HandlerStatus> statuses() {
        if (handlers.isEmpty()) {
            return List.of();
        }
        List<CursorState> states = journal.cursors().states(handlers.keySet());
        long last = journal.lastPosition();
        return states.stream()
                .map(state -> {
                    HandlerLoop loop = loop(state.cursor());
                    return new HandlerStatus(
                            state.cursor(),
                            state.position(),
                            Math.max(0, last - state.position()),
                            state.parked(),
                            loop.runsHere(),
                            loop.isStalled(),
                            loop.waiting());
                })
                .toList();
    }

    /// Parked streams of a handler, in the order of the events that could not be handled.
    ///
    /// @param limit most streams to return, from 1
    /// @throws IllegalArgumentException when there is no handler of this name
    public List<ParkedStream> parked(String handler, int limit) {
        return journal.cursors().readParked(requireKnown(handler), limit);
    }

    /// Tries a parked stream of a handler again, whichever member runs the handler.
    ///
    /// @return false when the stream is not parked
    /// @throws IllegalArgumentException when there is no handler of this name
    public boolean retry(String handler, StreamId stream) {
        boolean isParked = journal.cursors().retry(requireKnown(handler), stream);
        if (isParked) {
            loop(handler).retryWanted();
        }
        return isParked;
    }

    /// Tries all parked streams of a handler again, whichever member runs the handler.
    ///
    /// @return their number
    /// @throws IllegalArgumentException when there is no handler of this name
    public int retryAll(String handler) {
        int parked = journal.cursors().retryAll(requireKnown(handler));
        if (parked > 0) {
            loop(handler).retryWanted();
        }
        return parked;
    }

    private String requireKnown(String handler) {
        if (!handlers.containsKey(handler)) {
            throw new IllegalArgumentException(
                    "there is no handler '" + handler + "'; there are " + handlers.keySet());
        }
        return handler;
    }

    private HandlerLoop loop(String handler) {
        HandlerLoop loop = loops.get(handler);
        if (loop == null) {
            throw new IllegalArgumentException("there is no handler '" + handler + "'");
        }
        return loop;
    }

    /// Begins no further event, and waits for those that are being handled. Called before the
    /// journal closes.
    @Override
    public void close() {
        loops.values().forEach(HandlerLoop::beginClosing);
        loops.values().forEach(HandlerLoop::close);
    }
}
