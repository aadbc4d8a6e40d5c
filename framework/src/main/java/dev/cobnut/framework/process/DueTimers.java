package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.process.TimerCommand.FireTimer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// Finds the timers of a process whose time has come, in the order of their times, and has this
/// recorded in the stream of their instance. What is due is on disk, so memory holds one page.
public final class DueTimers {

    /// Most timers in memory.
    static final int PAGE_MAX = 1_024;

    private final String process;
    private final CommandGateway<Timers, TimerCommand> instances;
    private final ProcessRecords records;
    private final int parallelMax;

    DueTimers(
            String process,
            CommandGateway<Timers, TimerCommand> instances,
            ProcessRecords records,
            int parallelMax) {
        this.process = process;
        this.instances = instances;
        this.records = records;
        this.parallelMax = parallelMax;
    }

    /// The pending timers, the one that is due first first. The list may have timers that were
    /// replaced, cancelled or due meanwhile.
    ///
    /// @param limit most timers, from 1
    public List<PendingTimer> pending(int limit) {
        return records.items(process, null, limit).stream()
                .map(TimerRow::ofItem)
                .map(row -> new PendingTimer(row.instance(), row.timer(), row.due()))
                .toList();
    }

    /// Records that the times of timers have come.
    ///
    /// @param now by the clock of the service
    /// @return when the next timer is due; null when none waits
    /// @throws RuntimeException the first reason why a timer could not be recorded, after all
    ///   others were; it comes again with the next call
    public @Nullable Instant fire(Instant now) {
        long nowMicros = TimerRow.micros(now);
        List<RuntimeException> failures = new ArrayList<>();
        Instant next = null;
        String before = null;
        boolean isLast = false;
        while (!isLast && next == null) {
            List<String> page = records.items(process, before, PAGE_MAX);
            List<TimerRow> due =
                    page.stream()
                            .map(TimerRow::ofItem)
                            .takeWhile(row -> row.dueMicros() <= nowMicros)
                            .toList();
            List<String> done = fire(due, failures);
            if (!done.isEmpty()) {
                records.change(process, List.of(), done);
            }
            if (due.size() < page.size()) {
                next = TimerRow.ofItem(page.get(due.size())).due();
            }
            isLast = page.size() < PAGE_MAX;
            before = isLast ? null : page.getLast();
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return next;
    }

    /// @return the items that have had their time, or were cancelled before
    private List<String> fire(List<TimerRow> due, List<RuntimeException> failures) {
        if (parallelMax == 1 || due.size() < 2) {
            List<String> done = new ArrayList<>(due.size());
            for (TimerRow row : due) {
                if (fire(row, failures)) {
                    done.add(row.item());
                }
            }
            return done;
        }
        Queue<TimerRow> waiting = new ConcurrentLinkedQueue<>(due);
        Queue<String> done = new ConcurrentLinkedQueue<>();
        List<RuntimeException> failed = Collections.synchronizedList(failures);
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("timers-" + process + "-", 0).factory())) {
            for (int i = 0; i < Math.min(parallelMax, due.size()); i++) {
                threads.execute(() -> {
                    for (TimerRow row = waiting.poll(); row != null; row = waiting.poll()) {
                        if (fire(row, failed)) {
                            done.add(row.item());
                        }
                    }
                });
            }
        }
        return List.copyOf(done);
    }

    /// @return false when it is to be tried again
    private boolean fire(TimerRow row, List<RuntimeException> failures) {
        try {
            CommandResult<Timers> result =
                    instances.send(
                            Command.to(
                                    instances.stream(row.instance()),
                                    new FireTimer(row.timer(), row.position())));
            return switch (result) {
                case CommandResult.Accepted<Timers> _, CommandResult.Missing<Timers> _ -> true;
                case CommandResult.Refused<Timers> _ -> false; // early, by another member's clock
                default ->
                        throw new IllegalStateException(
                                "that the timer "
                                        + row.timer()
                                        + " of "
                                        + row.instance()
                                        + " is due was not recorded: "
                                        + result);
            };
        } catch (RuntimeException e) {
            failures.add(e);
            return false;
        }
    }
}
