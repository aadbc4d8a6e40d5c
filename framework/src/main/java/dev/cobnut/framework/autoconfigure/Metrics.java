package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.JournalStats.CommitObserver;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.entity.DispatchObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Records the notifications of all observers in Micrometer, and the waits for a mailbox in the
/// request that is being recorded.
final class Metrics implements OutboxObserver, DispatchObserver, DeliveryObserver, CommitObserver {

    /// Bounds of the buckets of the lag: a lag outside is in the first or the last one.
    private static final Duration LAG_MIN = Duration.ofNanos(500_000);

    private static final Duration LAG_MAX = Duration.ofMinutes(1);

    private final MeterRegistry registry;
    private final InstantSource clock;
    private final Timer poll;
    private final Counter pollEmpty;
    private final Counter delivered;
    private final Counter failed;
    private final Counter parked;
    private final Counter overflows;
    private final Timer commit;
    private final DistributionSummary groupSize;
    private final Counter events;
    private final Timer mailboxTime;
    private final DistributionSummary batchSize;
    private final Counter rejected;
    private final Counter commandFailed;
    private final Timer viewLag;
    private final Counter appended;
    private final Counter conflicts;
    private final Counter duplicates;
    private final Counter unavailable;
    private final Counter unknown;

    Metrics(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
        poll = timer(Meter.OUTBOX_POLL);
        pollEmpty = counter(Meter.OUTBOX_POLL_EMPTY);
        delivered = counter(Meter.OUTBOX_DELIVERED);
        failed = counter(Meter.OUTBOX_FAILED);
        parked = counter(Meter.OUTBOX_PARKED);
        overflows = counter(Meter.OUTBOX_OVERFLOWS);
        commit = timer(Meter.JOURNAL_COMMIT);
        groupSize = summary(Meter.JOURNAL_GROUP_SIZE);
        events = counter(Meter.JOURNAL_EVENTS);
        mailboxTime = timer(Meter.MAILBOX_TIME);
        batchSize = summary(Meter.MAILBOX_BATCH_SIZE);
        rejected = counter(Meter.MAILBOX_REJECTED);
        commandFailed = counter(Meter.COMMAND_FAILED);
        viewLag = histogram(Meter.VIEW_LAG);
        appended = appends("appended");
        conflicts = appends("conflict");
        duplicates = appends("duplicate");
        unavailable = appends("unavailable");
        unknown = appends("unknown");
    }

    /// @param labels alternating names and values
    void gauge(Meter meter, Supplier<Number> value, String... labels) {
        Gauge.builder(meter.id(), value)
                .description(meter.description())
                .tags(labels)
                .register(registry);
    }

    /// Registers a counter whose value another object counts.
    ///
    /// @param labels alternating names and values
    <T> void counter(Meter meter, T source, ToDoubleFunction<T> count, String... labels) {
        FunctionCounter.builder(meter.id(), source, count)
                .description(meter.description())
                .tags(labels)
                .register(registry);
    }

    @Override
    public void polled(int found, long nanos) {
        poll.record(nanos, TimeUnit.NANOSECONDS);
        if (found == 0) {
            pollEmpty.increment();
        }
    }

    @Override
    public void delivered(int count) {
        delivered.increment(count);
    }

    @Override
    public void failed(int count) {
        failed.increment(count);
    }

    @Override
    public void parked(int count) {
        parked.increment(count);
    }

    @Override
    public void overflowed() {
        overflows.increment();
    }

    @Override
    public void rejected(AskResult.Reason reason) {
        rejected.increment();
    }

    @Override
    public void awaiting() {
        RequestWaits.begin();
    }

    @Override
    public void awaited() {
        RequestWaits.end(Wait.MAILBOX);
    }

    @Override
    public void begun(long waitedNanos) {
        mailboxTime.record(waitedNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void handedOver(int messages) {
        batchSize.record(messages);
    }

    @Override
    public void failed(Throwable cause) {
        commandFailed.increment();
    }

    @Override
    public void viewed(List<OutboxEntry> entries, long nanos) {
        long now = EventFormat.micros(clock.instant());
        for (OutboxEntry entry : entries) {
            viewLag.record(
                    Math.max(0, now - entry.event().recordedAtMicros()), TimeUnit.MICROSECONDS);
        }
    }

    @Override
    public void committed(int commands, int eventCount, int published, long nanos) {
        commit.record(nanos, TimeUnit.NANOSECONDS);
        if (commands > 0) {
            groupSize.record(commands);
        }
        events.increment(eventCount);
    }

    @Override
    public void refused() {
        unavailable.increment();
    }

    /// Counts the results of appends, then calls the listener.
    GroupListener counting(GroupListener listener) {
        return (List<AppendRequest> group, List<AppendResult> outcomes) -> {
            for (AppendResult outcome : outcomes) {
                (switch (outcome) {
                            case AppendResult.Appended _ -> appended;
                            case AppendResult.Conflict _, AppendResult.ConditionFailed _ ->
                                    conflicts;
                            case AppendResult.Duplicate _ -> duplicates;
                            case AppendResult.Unavailable _ -> unavailable;
                            case AppendResult.Unknown _ -> unknown;
                        })
                        .increment();
            }
            listener.written(group, outcomes);
        };
    }

    private Counter appends(String result) {
        return Counter.builder(Meter.APPENDS.id())
                .description(Meter.APPENDS.description())
                .tag("result", result)
                .register(registry);
    }

    private DistributionSummary summary(Meter meter) {
        return DistributionSummary.builder(meter.id())
                .description(meter.description())
                .register(registry);
    }

    /// @param labels alternating names and values
    Counter counter(Meter meter, String... labels) {
        return Counter.builder(meter.id())
                .description(meter.description())
                .tags(labels)
                .register(registry);
    }

    /// A timer with cumulative buckets, so that the difference of two scrapes is the histogram of
    /// the time between them, over one node or several.
    Timer histogram(Meter meter) {
        return Timer.builder(meter.id())
                .description(meter.description())
                .publishPercentileHistogram()
                .minimumExpectedValue(LAG_MIN)
                .maximumExpectedValue(LAG_MAX)
                .register(registry);
    }

    private Timer timer(Meter meter) {
        return Timer.builder(meter.id())
                .description(meter.description())
                .publishPercentiles(0.5, 0.99)
                .distributionStatisticExpiry(Duration.ofMinutes(1))
                .register(registry);
    }
}
