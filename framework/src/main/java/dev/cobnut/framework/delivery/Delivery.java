package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.view.Projection.LookupRow;
import dev.cobnut.framework.view.StreamUnreadableException;
import dev.cobnut.framework.view.Views;
import dev.cobnut.framework.view.Views.LookupAt;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The work of the delivery job's stages on one member. Each method runs on the thread of its
/// stage.
///
/// No stage throws, not even an [Error], so the job goes on after a fault. Only a failure of the
/// virtual machine, for example out of memory, leaves a stage. A fault that no event has caused
/// ends as [DeliveryOutcome.Interrupted], and the units are delivered again.
final class Delivery {

    /// Name under which a member's delivery is found in the Hazelcast instance's user context.
    static final String CONTEXT_KEY = "cobnut.delivery";

    /// Longest time that the source waits for entries before it returns to Jet.
    private static final long IDLE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(250);

    /// Longest wait for the journal to record a page as published.
    private static final long RECORD_SECONDS_MAX = 30;

    private static final Logger LOG = System.getLogger(Delivery.class.getName());

    private final OutboxStore store;
    private final OutboxPublisher publisher;
    private final OutboxFeed feed;
    private final Views views;
    private final Journal journal;
    private final DeliveryObserver observer;
    private final Membership membership;

    /// Guards the publisher: the source of an ending job and the source of the next job may run at
    /// the same time.
    private final ReentrantLock publisherLock = new ReentrantLock();

    private final StageThread projecting = new StageThread(System::nanoTime);
    private final StageThread recording = new StageThread(System::nanoTime);

    private volatile boolean ending;

    Delivery(
            OutboxPublisher publisher,
            OutboxFeed feed,
            Views views,
            Journal journal,
            DeliveryObserver observer,
            Membership membership) {
        this.store = publisher.store();
        this.publisher = publisher;
        this.feed = feed;
        this.views = views;
        this.journal = journal;
        this.observer = observer;
        this.membership = membership;
    }

    /// A page between the stages `project` and `record`.
    record Projected(
            List<DeliveryOutcome> outcomes,
            List<OutboxEntry> delivered,
            @Nullable Publication publication) {}

    void beginJob() {
        publisherLock.lock();
        try {
            publisher.restart();
        } finally {
            publisherLock.unlock();
        }
    }

    /// Ends the job. What is projected is still recorded, and everything else stays in the journal.
    void end() {
        ending = true;
        publisher.wake(); // its thread ends the job
    }

    boolean isEnding() {
        return ending;
    }

    /// The thread of the stage `project`.
    StageThread projecting() {
        return projecting;
    }

    /// The thread of the stage `record`.
    StageThread recording() {
        return recording;
    }

    /// Stage `drain-outbox`. Returns null when there is nothing to deliver.
    @Nullable DeliveryPage drain() {
        if (ending || !membership.mayDeliver()) {
            return null;
        }
        publisherLock.lock();
        try {
            return publisher.nextPage(IDLE_NANOS_MAX);
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            LOG.log(
                    Level.WARNING,
                    "the outbox cannot be polled: " + e.getMessage() + "; the delivery tries again",
                    e);
            publisher.wake();
            return null;
        } finally {
            publisherLock.unlock();
        }
    }

    /// Stage `project`: writes the views and queues the publication.
    Projected project(DeliveryPage page) {
        long start = System.nanoTime();
        try {
            Projected projected = apply(page, start);
            observer.projected(page.units().size(), System.nanoTime() - start);
            return projected;
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            LOG.log(
                    Level.WARNING,
                    "views cannot be written: " + e.getMessage() + "; the delivery tries again",
                    e);
            return interrupted(page.units(), "views cannot be written: " + e.getMessage());
        }
    }

    private Projected apply(DeliveryPage page, long start) {
        Views.Page changes =
                views.begin(
                        page.units().stream()
                                .filter(unit -> !unit.beginsStream())
                                .map(DeliveryUnit::stream)
                                .toList());
        List<DeliveryOutcome> outcomes = new ArrayList<>(page.units().size());
        List<OutboxEntry> delivered = new ArrayList<>();
        List<LookupChange> lookups = new ArrayList<>();
        for (DeliveryUnit unit : page.units()) {
            Views.Applied applied;
            try {
                applied = changes.apply(unit.stream(), unit.events());
            } catch (StreamUnreadableException e) {
                // The journal may not answer at all, so nothing more of this page is tried.
                LOG.log(
                        Level.WARNING,
                        "the view of stream "
                                + unit.stream()
                                + " cannot be written: "
                                + e.getMessage()
                                + "; the delivery tries again",
                        e);
                break;
            }
            delivered.addAll(unit.entries().subList(0, applied.count()));
            for (LookupAt row : applied.lookups()) {
                lookups.add(change(unit.stream(), row));
            }
            outcomes.add(
                    applied.failures().isEmpty()
                            ? new DeliveryOutcome.Delivered(unit)
                            : new DeliveryOutcome.Failed(
                                    unit, applied.count(), applied.failures()));
        }
        for (DeliveryUnit unit : page.units().subList(outcomes.size(), page.units().size())) {
            outcomes.add(
                    new DeliveryOutcome.Interrupted(unit, "a stream of its page cannot be read"));
        }
        changes.write();
        if (!membership.mayDeliver()) {
            // The merge of the cluster may drop the entries that were written here.
            return interrupted(page.units(), "this member does not see the majority");
        }
        observer.viewed(delivered, System.nanoTime() - start);
        return new Projected(outcomes, delivered, publish(delivered, lookups));
    }

    /// Writes events that are not delivered, because their stream is parked, into those views that
    /// can take them. Nothing is published, so each view gets them again after a retry. Part of the
    /// stage `drain-outbox`; an entry never goes back, whatever the stage `project` writes
    /// meanwhile.
    ///
    /// @param entries also of events that every view has already
    void showUndelivered(List<OutboxEntry> entries) {
        try {
            Map<StreamId, List<RecordedEvent>> streams = new LinkedHashMap<>();
            for (OutboxEntry entry : entries) {
                streams.computeIfAbsent(entry.event().stream(), _ -> new ArrayList<>())
                        .add(entry.event());
            }
            Views.Page changes = views.begin(streams.keySet());
            streams.forEach((stream, events) -> {
                events.sort(Comparator.comparingLong(RecordedEvent::version));
                // What fails was logged before its stream was parked.
                Views.Applied _ = changes.apply(stream, events);
            });
            changes.write();
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            LOG.log(
                    Level.WARNING,
                    "the events of parked streams do not reach their other views before a retry: "
                            + e.getMessage(),
                    e);
        }
    }

    /// Stage `record`: waits for the journal's commit, deletes the delivered entries and tells the
    /// publisher.
    void record(Projected page) {
        long start = System.nanoTime();
        Publication publication = page.publication();
        List<DeliveryOutcome> outcomes = page.outcomes();
        if (publication != null) {
            try {
                publication.done().get(RECORD_SECONDS_MAX, TimeUnit.SECONDS);
                store.markDelivered(page.delivered());
                feed.left(page.delivered().size());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                outcomes = interrupted(units(outcomes), "the member is shutting down").outcomes();
            } catch (Throwable e) {
                Failures.rethrowFatal(e);
                String reason = "the delivery of events cannot be recorded: " + sentence(e);
                LOG.log(Level.WARNING, reason + "; the events are delivered again", e);
                outcomes = interrupted(units(outcomes), reason).outcomes();
            }
        }
        publisher.acknowledge(outcomes);
        observer.recorded(outcomes.size(), System.nanoTime() - start);
    }

    /// Queues the page's publication and returns at once, so that the journal can commit several
    /// pages together.
    private @Nullable Publication publish(List<OutboxEntry> delivered, List<LookupChange> lookups) {
        if (delivered.isEmpty()) {
            return null;
        }
        Publication publication =
                Publication.of(
                        delivered.stream().map(entry -> entry.event().position()).toList(),
                        lookups);
        journal.publish(publication);
        return publication;
    }

    static LookupChange change(StreamId stream, LookupAt of) {
        LookupRow row = of.row();
        return row.present()
                ? new LookupChange.Put(of.position(), row.lookup(), row.group(), stream.value())
                : new LookupChange.Remove(of.position(), row.lookup(), row.group(), stream.value());
    }

    private static Projected interrupted(List<DeliveryUnit> units, String reason) {
        List<DeliveryOutcome> outcomes = new ArrayList<>(units.size());
        units.forEach(unit -> outcomes.add(new DeliveryOutcome.Interrupted(unit, reason)));
        return new Projected(outcomes, List.of(), null);
    }

    private static List<DeliveryUnit> units(List<DeliveryOutcome> outcomes) {
        return outcomes.stream().map(DeliveryOutcome::unit).toList();
    }

    private static String sentence(Throwable failure) {
        Throwable cause =
                failure instanceof ExecutionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        return cause.getMessage() == null
                ? cause.getClass().getSimpleName()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }
}
