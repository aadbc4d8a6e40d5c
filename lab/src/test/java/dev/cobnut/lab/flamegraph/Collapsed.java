package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.SampleFrames;
import dev.cobnut.lab.stacks.StackTable;
import java.util.List;

/// Builds comparisons from collapsed text: `frame;frame before after`, with counts in samples of 1
/// ms (or of 1 kB).
final class Collapsed {

    static final String BEFORE = "01-A";
    static final String AFTER = "02-B";

    /// A small service: an outbox that costs 400 of 1000 before and 100 of 700 after, a removed
    /// frame and a new one.
    static final String SERVICE =
            """
            java.lang.Thread.run;dev.cobnut.framework.outbox.OutboxPublisher.poll;com.hazelcast.map.IMap.values 350 0
            java.lang.Thread.run;dev.cobnut.framework.outbox.OutboxPublisher.poll;com.hazelcast.map.IMap.page 0 80
            java.lang.Thread.run;dev.cobnut.framework.outbox.OutboxPublisher.poll 50 20
            java.lang.Thread.run;org.apache.coyote.Processor.service;dev.cobnut.orders.api.Orders.place 300 300
            java.lang.Thread.run;org.apache.coyote.Processor.service;dev.cobnut.orders.api.Orders.<init> 100 100
            start_thread;VMThread::loop;void Foo<int>::bar(int) 150 150
            start_thread;entry_SYSCALL_64_[k];do_syscall_64_[k] 50 50
            """;

    private Collapsed() {}

    static StackTable table(ProfileEvent event, String text) {
        StackTable table = new StackTable(event, List.of(BEFORE, AFTER));
        for (String line : text.lines().toList()) {
            int second = line.lastIndexOf(' ');
            int first = line.lastIndexOf(' ', second - 1);
            List<String> stack = List.of(line.substring(0, first).split(";", -1));
            add(table, BEFORE, stack, Long.parseLong(line.substring(first + 1, second)));
            add(table, AFTER, stack, Long.parseLong(line.substring(second + 1)));
        }
        return table;
    }

    private static void add(StackTable table, String run, List<String> stack, long samples) {
        if (samples > 0) {
            table.add(run, stack, samples, samples * 1_000_000);
        }
    }

    /// The cost with 1000 requests in 10 s on either side.
    static FlameComparison comparison(String text) {
        return comparison(ProfileEvent.CPU, text, new Badge("outbox −75 %", Tone.BETTER));
    }

    static FlameComparison comparison(ProfileEvent event, String text, Badge badge) {
        StackTable table = table(event, text);
        return new FlameComparison(
                "Outbox & its <polls>",
                "window steady, 100 requests per second",
                side("before", table, BEFORE),
                side("after", table, AFTER),
                badge,
                SampleFrames.subsystems(),
                List.of(new Callout("outbox", "400 → 100 µs", Tone.BETTER)),
                "request",
                List.of("event " + event.id(), "runs " + BEFORE + ", " + AFTER));
    }

    /// A profile of the column `before` alone.
    static FlameComparison single(String text) {
        StackTable table = table(ProfileEvent.CPU, text);
        return FlameComparison.single(
                "CPU time of process 4711",
                "a.jar",
                side("profile", table, BEFORE),
                SampleFrames.subsystems(),
                List.of(new Callout("outbox", "400 → 100 µs", Tone.BETTER)),
                "request",
                List.of("event cpu"));
    }

    private static FlameSide side(String name, StackTable table, String run) {
        double value = table.total(run).value();
        return new FlameSide(
                name + " · " + run,
                List.of("outbox: a caption of " + name),
                table,
                List.of(run),
                new Cost(value / 10, List.of(value / 1000)));
    }
}
