package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.view.Views;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
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
    private final PositionAges ages;
    private final CatchUp catchUp;
    private Membership.@Nullable Registration membershipListener;

    /// Settings of the sweeper's periodic turn.
    ///
    /// @param interval time between two periodic turns
    /// @param lostAfter age above which an unpublished event that is not in the map counts as lost;
    ///   a younger one may be on its way
    /// @param nanoTime as [System#nanoTime]; ages are measured by it, because the clocks of
    ///   different members and moments cannot be compared
    /// @param also further work of each periodic turn
    public record Sweeping(
            Duration interval, Duration lostAfter, LongSupplier nanoTime, Runnable also) {}

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
        this.ages = new PositionAges(sweeping.nanoTime());
        this.sweeper = new Sweeper(feed, this::beginTurn, this::periodicTurn, sweeping.interval());
        this.catchUp =
                new CatchUp(views, journal, membership, sweeping.interval(), sweeping.nanoTime());
        feed.onRoom(sweeper::wake);
        Delivery delivery = new Delivery(publisher, feed, views, journal, observer, membership);
        publisher.onDropped(delivery::showUndelivered, feed::left);
        hazelcast.getUserContext().put(Delivery.CONTEXT_KEY, delivery);
        this.job = new DeliveryJob(hazelcast, delivery, sweeper::wake);
    }

    /// Submits the job and starts the sweeper. Without a majority, the job is submitted later.
    public void start() {
        membershipListener = membership.listen(this::lookThrough);
        catchUp.start();
        boolean _ = ensureJob();
        sweeper.start();
    }

    private boolean ensureJob() {
        if (!membership.mayDeliver()) {
            return false;
        }
        job.ensure();
        return true;
    }

    private boolean beginTurn() {
        boolean mayDeliver = ensureJob();
        ages.reached(journal.lastPosition());
        return mayDeliver;
    }

    /// Looks through the journal and the map again, because partitions may have a new owner.
    private void lookThrough() {
        publisher.wake(0);
        feed.lookThrough(); // wakes the sweeper
    }

    /// Number of pending entries in the outbox map, over all members.
    public long pendingInMap() {
        return publisher.store().pendingCount();
    }

    /// Number of committed events that are not delivered yet, in the map and in the journal.
    public long undelivered() {
        return journal.countUnpublished();
    }

    /// Time for which this member has known the oldest undelivered event; zero when there is none.
    /// The age of an event of the time before this member's start begins at the start.
    public Duration oldestPendingAge() {
        return journal.readUnpublished(0, 1).stream()
                .findFirst()
                .map(event -> ages.age(event.position()))
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

    /// Parked streams of all members, in the order of the events that could not be delivered.
    public List<ParkedStream> parked(int limit) {
        return journal.readParked(0, limit);
    }

    /// Number of parked streams of all members.
    public long countParked() {
        return journal.countParked();
    }

    /// Delivers a parked stream again, whichever member owns it.
    ///
    /// @return completed with the number of its events, 0 when the stream is not parked
    public CompletableFuture<Long> retry(StreamId stream) {
        feed.unparking();
        return publisher
                .retry(stream)
                .whenComplete((events, failure) -> {
                    // a failed one may have been committed
                    feed.unparked(failure != null || events > 0);
                    sweeper.wake();
                });
    }

    /// True while the delivery job runs.
    public boolean isRunning() {
        return job.isRunning();
    }

    private void periodicTurn() {
        sweeping.also().run();
        int restored = feed.restoreLost(ages.knownFor(sweeping.lostAfter()), COMPARE_MAX);
        if (restored > 0) {
            LOG.log(
                    Level.WARNING,
                    "{0} committed events were missing from the outbox map and were put back",
                    restored);
        }
    }

    /// Ends the sweeper and the job. Undelivered events stay in the journal.
    @Override
    public void close() {
        if (membershipListener != null) {
            membershipListener.close();
        }
        catchUp.close();
        sweeper.close();
        job.end();
    }
}
