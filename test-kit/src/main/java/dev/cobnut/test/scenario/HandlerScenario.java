package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handler;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Events, and what an [EventHandler] does for them:
///
/// ```java
/// HandlerScenario.of(cards, around -> Mails.fines((to, cents) -> around.capture(to + " " + cents)))
///         .given(issued).when(new FineCharged(120)).thenEffects("ada 120");
/// ```
///
/// Immutable: every step returns a new scenario. Each [#when] makes a new handler with
/// [HandlerSurroundings] of its own. It handles the given events first, whose effects do not count.
/// Events are written by the codec of their decider and are handled as the journal recorded them,
/// one after the other, on the calling thread.
///
/// @param <E> events of the current stream
public final class HandlerScenario<E> {

    private record Happened<F>(Decider<?, ?, F> decider, StreamId stream, Instant at, F event) {

        RecordedEvent record(HandlerSurroundings surroundings) {
            surroundings.clockAt(at);
            return surroundings.record(decider, stream, event);
        }
    }

    private final Function<HandlerSurroundings, EventHandler> handler;

    /// By category, for handlers that are written by classes.
    private final Map<String, EventCodec<?>> codecs;

    private final Decider<?, ?, E> decider;
    private final StreamId stream;
    private final Instant now;
    private final List<Happened<?>> history;

    private HandlerScenario(
            Function<HandlerSurroundings, EventHandler> handler,
            Map<String, EventCodec<?>> codecs,
            Decider<?, ?, E> decider,
            StreamId stream,
            Instant now,
            List<Happened<?>> history) {
        this.handler = handler;
        this.codecs = codecs;
        this.decider = decider;
        this.stream = stream;
        this.now = now;
        this.history = history;
    }

    /// A scenario without events. The current stream has the id `1`, and the time is
    /// [DomainScenario#NOW].
    ///
    /// @param decider of the events
    /// @param handler makes the handler in its surroundings; called for every outcome anew
    public static <E> HandlerScenario<E> of(
            Decider<?, ?, E> decider, Function<HandlerSurroundings, EventHandler> handler) {
        return new HandlerScenario<>(
                handler,
                Map.of(decider.category(), decider.codec()),
                decider,
                decider.stream("1"),
                DomainScenario.NOW,
                List.of());
    }

    /// The id of the stream of the events that follow.
    public HandlerScenario<E> stream(String id) {
        return new HandlerScenario<>(handler, codecs, decider, decider.stream(id), now, history);
    }

    /// The decider of the events that follow, and the id of their stream.
    public <F> HandlerScenario<F> stream(Decider<?, ?, F> other, String id) {
        Map<String, EventCodec<?>> all = new HashMap<>(codecs);
        all.put(other.category(), other.codec());
        return new HandlerScenario<>(
                handler, Map.copyOf(all), other, other.stream(id), now, history);
    }

    /// The time of the events that follow, and of the handler's clock while it handles them.
    public HandlerScenario<E> at(Instant time) {
        return new HandlerScenario<>(
                handler, codecs, decider, stream, time.truncatedTo(ChronoUnit.MICROS), history);
    }

    /// Adds events that were handled before. Those of categories that the handler does not have are
    /// recorded only, for its gateways.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final HandlerScenario<E> given(E... events) {
        return after(List.of(events));
    }

    HandlerScenario<E> after(List<E> events) {
        List<Happened<?>> all = new ArrayList<>(history);
        for (E event : events) {
            all.add(new Happened<>(decider, stream, now, event));
        }
        return new HandlerScenario<>(handler, codecs, decider, stream, now, List.copyOf(all));
    }

    /// Handles the next events of the stream.
    ///
    /// @throws AssertionError when a given event fails, the codec does not read an event back
    ///   equal, or the handler does not have the category
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final HandlerOutcome<E> when(E... events) {
        return run(List.of(events), 1);
    }

    /// @param times how often the events are handled; the outcome is that of the last time
    HandlerOutcome<E> run(List<E> events, int times) {
        HandlerSurroundings surroundings = new HandlerSurroundings();
        EventHandler made = handler.apply(surroundings);
        EventHandler readable = made instanceof Handler typed ? typed.reading(codecs) : made;
        for (Happened<?> happened : history) {
            handleGiven(readable, happened.record(surroundings));
        }
        if (!readable.categories().contains(decider.category())) {
            throw new AssertionError(
                    "the handler "
                            + readable.name()
                            + " handles streams of "
                            + readable.categories()
                            + ", not of "
                            + decider.category());
        }
        surroundings.clockAt(now);
        List<RecordedEvent> recorded =
                events.stream().map(event -> surroundings.record(decider, stream, event)).toList();
        Throwable failure = null;
        for (int time = 0; time < times; time++) {
            surroundings.forget();
            failure = handle(readable, recorded);
        }
        return new HandlerOutcome<>(
                this,
                events,
                times,
                readable.name(),
                surroundings.effects(),
                surroundings.commands(),
                failure);
    }

    private static void handleGiven(EventHandler handler, RecordedEvent event) {
        if (!handler.categories().contains(event.stream().category())) {
            return;
        }
        Throwable failure = handle(handler, List.of(event));
        if (failure != null) {
            throw new AssertionError(
                    "the handler "
                            + handler.name()
                            + " failed on the given "
                            + event.type()
                            + " of "
                            + event.stream()
                            + ": "
                            + failure,
                    failure);
        }
    }

    /// @return why an event was not handled; those behind it are not handled then
    private static @Nullable Throwable handle(EventHandler handler, List<RecordedEvent> events) {
        try {
            for (RecordedEvent event : events) {
                handler.handle(event);
            }
            return null;
        } catch (AssertionError e) {
            throw e; // an expectation of the test
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            return e;
        }
    }
}
