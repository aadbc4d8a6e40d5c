package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.process.Process;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Events and time, and what a [Process] does for them:
///
/// ```java
/// ProcessScenario.of(bookings, around -> Rules.booking(around.gateway(bookings), around.gateway(seats)))
///         .given(new BookingRequested("A7"), new BookingConfirmed())
///         .whenPassed(Duration.ofMinutes(30)).thenContents(new ExpireBooking());
/// ```
///
/// Immutable: every step returns a new scenario. Each outcome is that of a new process with
/// [HandlerSurroundings] of its own. Gateways really decide, on the streams of the scenario; what
/// they decide does not come to the process by itself: a test gives the events that it is about.
/// Every event is handled a second time, which has to ask for the same.
///
/// @param <E> events of the current stream
public final class ProcessScenario<E> {

    /// One step of a history.
    @FunctionalInterface
    interface Happening {

        /// @throws Exception whatever the process fails with
        void in(ScenarioProcess process) throws Exception;
    }

    private final Function<HandlerSurroundings, Process> process;
    private final Map<String, EventCodec<?>> codecs;
    private final Decider<?, ?, E> decider;
    private final String id;
    private final Instant now;
    private final List<Happening> history;

    private ProcessScenario(
            Function<HandlerSurroundings, Process> process,
            Map<String, EventCodec<?>> codecs,
            Decider<?, ?, E> decider,
            String id,
            Instant now,
            List<Happening> history) {
        this.process = process;
        this.codecs = codecs;
        this.decider = decider;
        this.id = id;
        this.now = now;
        this.history = history;
    }

    /// A scenario without events. The current stream has the id `1`, and the time is
    /// [DomainScenario#NOW].
    ///
    /// @param decider of the events; those of other deciders follow by [#stream(Decider, String)]
    /// @param process makes the process in its surroundings; called for every outcome anew
    public static <E> ProcessScenario<E> of(
            Decider<?, ?, E> decider, Function<HandlerSurroundings, Process> process) {
        return new ProcessScenario<>(
                process,
                Map.of(decider.category(), decider.codec()),
                decider,
                "1",
                DomainScenario.NOW,
                List.of());
    }

    /// The process also reads the events of another decider. Needed when no event of the scenario
    /// is one of these.
    public ProcessScenario<E> reading(Decider<?, ?, ?> other) {
        return new ProcessScenario<>(process, with(other), decider, id, now, history);
    }

    /// The id of the stream of the events that follow.
    public ProcessScenario<E> stream(String next) {
        return new ProcessScenario<>(process, codecs, decider, next, now, history);
    }

    /// The decider of the events that follow, and the id of their stream.
    public <F> ProcessScenario<F> stream(Decider<?, ?, F> other, String next) {
        return new ProcessScenario<>(process, with(other), other, next, now, history);
    }

    private Map<String, EventCodec<?>> with(Decider<?, ?, ?> other) {
        Map<String, EventCodec<?>> all = new HashMap<>(codecs);
        all.put(other.category(), other.codec());
        return Map.copyOf(all);
    }

    /// The time of the events that follow. Timers that are due before are not fired by it; see
    /// [#givenPassed].
    public ProcessScenario<E> at(Instant time) {
        return new ProcessScenario<>(
                process, codecs, decider, id, time.truncatedTo(ChronoUnit.MICROS), history);
    }

    /// Adds events that were handled before.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final ProcessScenario<E> given(E... events) {
        return after(now, handling(List.of(events)));
    }

    /// Lets time pass. Timers that become due were handled before.
    public ProcessScenario<E> givenPassed(Duration time) {
        Instant then = now.plus(time);
        return after(then, process -> process.passTo(then));
    }

    private ProcessScenario<E> after(Instant then, Happening next) {
        List<Happening> all = new ArrayList<>(history);
        all.add(next);
        return new ProcessScenario<>(process, codecs, decider, id, then, List.copyOf(all));
    }

    private Happening handling(List<E> events) {
        Instant at = now;
        return process -> {
            for (E event : events) {
                process.handle(decider, decider.stream(id), at, event);
            }
        };
    }

    /// Handles the next events of the stream.
    ///
    /// @throws AssertionError when what was given fails, the codec does not read an event back
    ///   equal, or the process asks for other things when an event comes again
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final ProcessOutcome<E> when(E... events) {
        String what = Stream.of(events).map(Differences::typeOf).collect(Collectors.joining(", "));
        return run(now, "for " + (what.isEmpty() ? "no event" : what), handling(List.of(events)));
    }

    /// Lets time pass, and sends the commands of timers that become due.
    public ProcessOutcome<E> whenPassed(Duration time) {
        Instant then = now.plus(time);
        return run(then, "when " + time + " have passed", process -> process.passTo(then));
    }

    private ProcessOutcome<E> run(Instant then, String what, Happening next) {
        ScenarioProcess running = new ScenarioProcess(process, codecs);
        for (Happening before : history) {
            Throwable failure = running.fails(before);
            if (failure != null) {
                throw new AssertionError("what was given failed: " + failure, failure);
            }
        }
        running.forget();
        Throwable failure = running.fails(next);
        return new ProcessOutcome<>(
                after(then, next), what, running.commands(), running.timers(), failure);
    }
}
