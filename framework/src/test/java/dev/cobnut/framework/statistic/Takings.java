package dev.cobnut.framework.statistic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.Events;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What the tills of a shop take in each hour of the day. An event says an hour, which may be long
/// ago, and an amount; some say nothing.
final class Takings implements Statistic<Takings.Taken, Integer, long[]> {

    static final String NAME = "takings";

    static final Duration SOON = Duration.ofMinutes(2);

    /// How often `commit` fails from now on.
    final AtomicInteger failingCommits = new AtomicInteger();

    final AtomicInteger begins = new AtomicInteger();

    /// The next reader waits for it, once.
    final AtomicReference<@Nullable CountDownLatch> stuck = new AtomicReference<>();

    /// True when an amount is handed over in facts of 1 each.
    volatile boolean inPieces;

    /// The pieces that readers have handed over, also those of jobs that were given up.
    final AtomicInteger facts = new AtomicInteger();

    /// Each sum waits for it before it takes a fact.
    volatile CountDownLatch slow = new CountDownLatch(0);

    private final Map<Integer, Long> sums = new TreeMap<>();
    private long position;

    record Taken(int hour, long amount) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration history() {
        return Duration.ofDays(1);
    }

    @Override
    public FactReader<Taken> reader() {
        return (event, receiver) -> {
            CountDownLatch latch = stuck.getAndSet(null);
            if (latch != null) {
                awaitUninterrupted(latch);
            }
            Taken taken = taken(event);
            if (inPieces) {
                for (long i = 0; i < taken.amount(); i++) {
                    receiver.accept(new Taken(taken.hour(), 1));
                    facts.incrementAndGet();
                }
            } else if (taken.amount() != 0) {
                receiver.accept(taken);
            }
        };
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Taken taken(RecordedEvent event) {
        String[] parts = event.payload().asUtf8().split(" ", 2);
        return new Taken(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }

    @Override
    public Integer key(Taken taken) {
        return taken.hour();
    }

    @Override
    public long[] empty() {
        return new long[1];
    }

    @Override
    public void add(long[] sum, Taken taken) {
        awaitUninterrupted(slow);
        sum[0] += taken.amount();
    }

    @Override
    public synchronized void begin(long before, Instant since) {
        begins.incrementAndGet();
        sums.clear();
        position = before;
    }

    @Override
    public synchronized void commit(long reached, List<Change<Integer, long[]>> changes) {
        assertThat(reached).isGreaterThanOrEqualTo(position);
        for (Change<Integer, long[]> change : changes) {
            sums.merge(change.key(), change.sum()[0], Long::sum);
            if (failingCommits.get() > 0 && failingCommits.getAndDecrement() > 0) {
                throw new IllegalStateException("planted fault in the middle of a commit");
            }
        }
        position = reached;
    }

    synchronized long position() {
        return position;
    }

    /// Compares the sums with a fold of the journal through their position.
    synchronized void requireFold(Journal journal) {
        Map<Integer, Long> expected = new TreeMap<>();
        try (Events events = new Events(journal, SOON)) {
            events.stream(0, EventFilter.all())
                    .takeWhile(event -> event.position() <= position)
                    .map(Takings::taken)
                    .filter(taken -> taken.amount() != 0)
                    .forEach(taken -> expected.merge(taken.hour(), taken.amount(), Long::sum));
        }
        assertThat(sums).as("sums through position %d", position).isEqualTo(expected);
    }

    static long append(Journal journal, int till, List<Taken> taken) {
        List<NewEvent> events =
                taken.stream()
                        .map(one -> TestNode.event("Taken", one.hour() + " " + one.amount()))
                        .toList();
        AppendRequest request =
                AppendRequest.of(
                        StreamId.of("till", Integer.toString(till)),
                        new ExpectedVersion.Any(),
                        events,
                        null);
        journal.append(request);
        AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
        if (result instanceof AppendResult.Appended appended) {
            return appended.events().getLast().position();
        }
        throw new AssertionError("not appended: " + result);
    }
}
