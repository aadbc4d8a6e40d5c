package dev.cobnut.framework.process;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.journal.Journal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
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
        Set<String> names = new HashSet<>();
        for (Process process : processes) {
            if (!names.add(process.name())) {
                throw new UnusableDomainException(
                        "two processes are named "
                                + process.name()
                                + "; give one of them another name");
            }
            RunningProcess running =
                    new RunningProcess(
                            process, codecs, gateways, new JournalRecords(journal), PARALLEL_MAX);
            EventHandler timers = running.timers();
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
