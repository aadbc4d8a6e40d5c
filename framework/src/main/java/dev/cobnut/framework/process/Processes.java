package dev.cobnut.framework.process;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.journal.Journal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// All processes of a service on this member. Their handlers run with those of the application.
public final class Processes implements AutoCloseable {

    /// Most timers of a process that become due at the same time.
    private static final int PARALLEL_MAX = 128;

    private final List<EventHandler> handlers = new ArrayList<>();
    private final List<TimerLoop> loops = new ArrayList<>();
    private final Map<String, DueTimers> timersByProcess = new LinkedHashMap<>();
    private final InstantSource clock;

    /// @param codecs of the deciders, by category
    /// @param gateways opens the gateways of the timers
    /// @param runsHere true for the name of a handler that this member runs
    /// @param pollInterval longest time until a timer that another member has set is seen
    /// @throws UnusableDomainException when two processes have one name, or a process reacts to a
    ///   class that no codec reads, to nothing, or twice to one event
    public Processes(
            List<Process> processes,
            Map<String, ? extends EventCodec<?>> codecs,
            RunningProcess.Gateways gateways,
            Journal journal,
            Predicate<String> runsHere,
            InstantSource clock,
            Duration pollInterval) {
        this.clock = clock;
        for (Process process : processes) {
            if (timersByProcess.containsKey(process.name())) {
                throw new UnusableDomainException(
                        "two processes are named "
                                + process.name()
                                + "; give one of them another name");
            }
            RunningProcess running =
                    new RunningProcess(
                            process, codecs, gateways, new JournalRecords(journal), PARALLEL_MAX);
            EventHandler timers = running.timers();
            timersByProcess.put(process.name(), running.dueTimers());
            handlers.add(running.events());
            handlers.add(timers);
            loops.add(
                    new TimerLoop(
                            process.name(),
                            running.dueTimers(),
                            journal,
                            () -> runsHere.test(timers.name()),
                            clock,
                            pollInterval));
        }
    }

    /// The handlers of the processes: two for each.
    public List<EventHandler> handlers() {
        return List.copyOf(handlers);
    }

    /// Names of the processes.
    public Set<String> names() {
        return Set.copyOf(timersByProcess.keySet());
    }

    /// For how long a timer of a process has been due that is not fired, whichever member runs the
    /// process. Asks the journal.
    ///
    /// @return zero when no timer is due
    /// @throws IllegalArgumentException when there is no process of this name
    public Duration overdue(String process) {
        DueTimers timers = timersByProcess.get(process);
        if (timers == null) {
            throw new IllegalArgumentException("there is no process '" + process + "'");
        }
        Instant now = clock.instant();
        return timers.pending(1).stream()
                .map(first -> Duration.between(first.due(), now))
                .filter(Duration::isPositive)
                .findFirst()
                .orElse(Duration.ZERO);
    }

    /// Begins to look for timers that are due. Called once, when the handlers have started.
    public void start() {
        loops.forEach(TimerLoop::start);
    }

    /// Looks for no further timer. Called before the handlers close.
    @Override
    public void close() {
        loops.forEach(TimerLoop::beginClosing);
        loops.forEach(TimerLoop::close);
    }
}
