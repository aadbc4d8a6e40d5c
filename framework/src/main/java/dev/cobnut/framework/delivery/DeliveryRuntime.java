package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.view.Views;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Runs the delivery of committed events on one member: the job and the sweeper. It also has the
/// operations for operators.
public final class DeliveryRuntime implements AutoCloseable {

    /// Most unpublished events that one periodic turn compares with the outbox map.
    private static final int COMPARE_MAX = 1_000;

    private static final Logger LOG = System.getLogger(DeliveryRuntime.class.getName());

    private final Journal journal;
    private final OutboxPublisher publisher;
    private final OutboxFeed feed;
    private final Membership membership;
    private final Sweeping sweeping;
    private final Sweeper sweeper;
    private final DeliveryJob job;
    private Membership.@Nullable Registration membershipListener;

    /// Settings of the sweeper's periodic turn.
    ///
    /// @param interval time between two periodic turns
    /// @param lostAfter age above which an unpublished event that is not in the map counts as lost;
    ///   a younger one may be on its way
    /// @param also further work of each periodic turn
    public record Sweeping(
            Duration interval, Duration lostAfter, InstantSource clock, Runnable also) {}

    public DeliveryRuntime(
            HazelcastInstance hazelcast,
            Membership membership,
            OutboxFeed feed,
            OutboxPublisher publisher,
            Views views,
            Journal journal,
            Sweeping sweeping,
            DeliveryObserver observer) {
        this.membership = membership;
        this.feed = feed;
        this.publisher = publisher;
        this.journal = journal;
        this.sweeping = sweeping;
        this.sweeper =
                new Sweeper(
                        feed,
                        this::beginTurn,
                        publisher::wake,
                        this::periodicTurn,
                        sweeping.interval());
        this.job = new DeliveryJob(hazelcast, sweeper::wake);
        feed.onRoom(sweeper::wake);
        hazelcast
                .getUserContext()
                .put(
                        Delivery.CONTEXT_KEY,
                        new Delivery(publisher, feed, views, journal, observer, membership));
    }

    /// Submits the job and starts the sweeper. Without a majority, the job is submitted later.
    public void start() {
        membershipListener = membership.listen(this::lookThrough);
        boolean _ = beginTurn();
        sweeper.start();
    }

    private boolean beginTurn() {
        if (!membership.mayDeliver()) {
            return false;
        }
        job.ensure();
        return true;
    }

    /// Looks through the journal and the map again, because partitions may have a new owner.
    private void lookThrough() {
        feed.lookThrough();
        publisher.wake(0);
        sweeper.wake();
    }

    /// Number of pending entries in the outbox map, over all members.
    public long pendingInMap() {
        return publisher.store().pendingCount();
    }

    /// Number of committed events that are not delivered yet, in the map and in the journal.
    public long undelivered() {
        return journal.countUnpublished();
    }

    /// Age of the oldest undelivered event; zero when there is none.
    public Duration oldestPendingAge() {
        return journal.readUnpublished(0, 1).stream()
                .findFirst()
                .map(event ->
                        Duration.between(
                                EventFormat.instant(event.recordedAtMicros()),
                                sweeping.clock().instant()))
                .orElse(Duration.ZERO);
    }

    /// Pauses the delivery on this member until [#resume]. Events that are already on their way are
    /// still delivered.
    public void pause() {
        publisher.pause();
    }

    public void resume() {
        publisher.resume();
    }

    public boolean isPaused() {
        return publisher.isPaused();
    }

    /// Parked entries, oldest first.
    public List<OutboxEntry> parked(int limit) {
        return publisher.store().findParked(limit);
    }

    /// Delivers a parked stream again.
    ///
    /// @return completed with the number of entries that are pending again
    public CompletableFuture<Integer> retry(StreamId stream) {
        return publisher.retry(stream);
    }

    /// True while the delivery job runs.
    public boolean isRunning() {
        return job.isRunning();
    }

    private void periodicTurn() {
        sweeping.also().run();
        long now = EventFormat.micros(sweeping.clock().instant());
        int restored = feed.restoreLost(now - sweeping.lostAfter().toNanos() / 1_000, COMPARE_MAX);
        if (restored > 0) {
            LOG.log(
                    Level.WARNING,
                    "{0} committed events were missing from the outbox map and were put back",
                    restored);
            publisher.wake();
        }
    }

    /// Ends the sweeper and the job. Undelivered events stay in the journal.
    @Override
    public void close() {
        if (membershipListener != null) {
            membershipListener.close();
        }
        sweeper.close();
        job.end();
    }
}
