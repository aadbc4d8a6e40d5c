package dev.cobnut.framework.pipeline;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.JobStatus;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxPublisher;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.view.Views;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Everything that runs on a member to deliver its committed events: the job, the sweeper, and the
/// door for operators.
public final class DeliveryRuntime implements AutoCloseable {

    /// Most unpublished events that one periodic turn compares with the map.
    private static final int COMPARE_MAX = 1_000;

    private static final Logger LOG = System.getLogger(DeliveryRuntime.class.getName());

    private final HazelcastInstance hazelcast;
    private final OutboxStore store;
    private final Journal journal;
    private final OutboxPublisher publisher;
    private final OutboxFeed feed;
    private final Sweeper sweeper;
    private final Duration lostAfter;
    private final InstantSource clock;
    private final Runnable alsoPeriodically;
    private final IMap<String, OutboxEntry> map;
    private volatile @Nullable Job job;

    /// @param map the map behind the store, to see what it has lost
    /// @param lostAfter an unpublished event that is not in the map and older than this was lost
    ///   there; a younger one may be on its way
    /// @param alsoPeriodically what else is to be looked after once per sweep
    public DeliveryRuntime(
            HazelcastInstance hazelcast,
            IMap<String, OutboxEntry> map,
            OutboxStore store,
            OutboxPublisher publisher,
            OutboxFeed feed,
            Views views,
            Journal journal,
            DeliveryObserver observer,
            Runnable alsoPeriodically,
            Duration sweepInterval,
            Duration lostAfter,
            InstantSource clock) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.store = store;
        this.journal = journal;
        this.publisher = publisher;
        this.feed = feed;
        this.lostAfter = lostAfter;
        this.clock = clock;
        this.alsoPeriodically = alsoPeriodically;
        this.sweeper = new Sweeper(feed, publisher::wake, this::lookAfter, sweepInterval);
        feed.onRoom(sweeper::wake);
        hazelcast
                .getUserContext()
                .put(
                        Delivery.CONTEXT_KEY,
                        new Delivery(store, publisher, feed, views, journal, observer));
    }

    /// Submits the job unless the cluster runs it, and starts the sweeper.
    public void start() {
        ensureJob();
        sweeper.start();
    }

    /// Pending entries of the outbox map, counted by their keys, over all members.
    public long pendingInMap() {
        return store.pendingCount();
    }

    /// Committed events that are not delivered yet, in the map and in the journal.
    public long undelivered() {
        return journal.countUnpublished();
    }

    /// Holds the delivery on this member back until [#resume]; what is on its way arrives.
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
        return store.findParked(limit);
    }

    /// Delivers a parked stream again.
    ///
    /// @return completed with the number of entries that were made pending
    public CompletableFuture<Integer> retry(StreamId stream) {
        return publisher.retry(stream);
    }

    /// Whether the delivery job runs.
    public boolean isRunning() {
        Job current = job;
        return current != null && current.getStatus() == JobStatus.RUNNING;
    }

    private void lookAfter() {
        ensureJob();
        alsoPeriodically.run();
        long before = EventFormat.micros(clock.instant()) - lostAfter.toNanos() / 1_000;
        int restored = feed.restoreLost(before, COMPARE_MAX, this::isLost);
        if (restored > 0) {
            LOG.log(
                    Level.WARNING,
                    "{0} committed events were missing from the outbox map and were put back",
                    restored);
            publisher.wake();
        }
    }

    private boolean isLost(RecordedEvent event) {
        return !map.containsKey(OutboxEntry.pending(event).key());
    }

    private void ensureJob() {
        Job current = job;
        JobStatus status = current == null ? null : current.getStatus();
        if (status == JobStatus.FAILED) {
            LOG.log(Level.ERROR, "the delivery job failed and is submitted again");
        }
        if (status == null || status == JobStatus.FAILED || status == JobStatus.COMPLETED) {
            job =
                    hazelcast
                            .getJet()
                            .newJobIfAbsent(
                                    DeliveryPipeline.create(),
                                    new JobConfig()
                                            .setName(DeliveryPipeline.JOB_NAME)
                                            .setProcessingGuarantee(ProcessingGuarantee.NONE)
                                            .setMetricsEnabled(false));
        }
    }

    /// Ends the sweeper and the job. What is not delivered stays in the journal.
    @Override
    public void close() {
        sweeper.close();
        Job current = job;
        if (current != null && !current.getStatus().isTerminal()) {
            current.cancel();
        }
    }
}
