package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.actor.ActorSpec;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.actor.Supervision;
import dev.cobnut.runtime.durable.DurableRef;
import dev.cobnut.runtime.mailbox.Workload;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/// Opens durable actors on one journal, which belongs to them alone, in a system whose handlers may
/// block. Thread-safe.
public final class DurableActors implements AutoCloseable {

    private static final Logger LOG = System.getLogger(DurableActors.class.getName());

    /// Type of the first event of each run in a mailbox. Its version shows where the numbers stand.
    private static final String MARK = "MailboxOpened";

    /// Unhandled messages per read when a mailbox is opened.
    private static final int SCAN = 1_000;

    /// Reading a journal that fails is tried again, with the pauses of the backoff.
    private static final int RESTARTS_MAX = 1_000;

    private static final Duration RESTARTS_WINDOW = Duration.ofMinutes(10);

    private final Journal journal;
    private final ActorSystem system;
    private final TimeOrderedIds ids;
    private final InstantSource clock;
    private final Duration closeDeadline;
    private final Map<String, JournalDurableRef<?>> open = new ConcurrentHashMap<>();

    private DurableActors(
            Journal journal,
            ActorSystem system,
            TimeOrderedIds ids,
            InstantSource clock,
            Duration closeDeadline) {
        this.journal = journal;
        this.system = system;
        this.ids = ids;
        this.clock = clock;
        this.closeDeadline = closeDeadline;
    }

    /// Starts the journal.
    ///
    /// @param journal opened and not started; belongs to the actors from now on and is closed with
    ///   them
    /// @param closeDeadline longest wait for a handler at the close
    public static DurableActors start(
            Journal journal,
            ActorSystem system,
            TimeOrderedIds ids,
            InstantSource clock,
            Duration closeDeadline) {
        journal.start(GroupListener.completing());
        return new DurableActors(journal, system, ids, clock, closeDeadline);
    }

    /// Opens a mailbox and begins with its unhandled messages. The first call creates the mailbox.
    /// Each call reads all unhandled messages of the journal once.
    ///
    /// @throws JournalException when the journal does not write or cannot be read
    /// @throws IllegalStateException if the mailbox is open already
    public synchronized <M> DurableRef<M> open(DurableSpec<M> spec) {
        if (open.containsKey(spec.name())) {
            throw new IllegalStateException("the mailbox " + spec.name() + " is open already");
        }
        StreamId stream = StreamId.of("mailbox", spec.name());
        long mark = mark(stream);
        LongStream.Builder leftOver = LongStream.builder();
        long pending = 0;
        long position = 0;
        List<RecordedEvent> page;
        do {
            page = journal.readUnpublished(position, SCAN);
            for (RecordedEvent event : page) {
                position = event.position();
                if (event.stream().equals(stream) && event.version() < mark) {
                    leftOver.add(event.version());
                    pending += isMark(event) ? 0 : 1;
                }
            }
        } while (EventPage.isFull(page, SCAN));
        leftOver.add(mark);
        Backlog backlog = new Backlog(stream, leftOver.build().toArray(), pending);
        ActorRef<WakeUp> actor =
                system.spawn(
                        spec.name(),
                        ActorSpec.<WakeUp>setup(_ -> new DurableBehavior<>(this, spec, backlog))
                                .withWorkload(Workload.IO_BOUND)
                                .withSupervision(
                                        Supervision.defaults()
                                                .withLimit(RESTARTS_MAX, RESTARTS_WINDOW)
                                                .withBackoff(
                                                        spec.backoffMin(), spec.backoffMax())));
        JournalDurableRef<M> ref = new JournalDurableRef<>(this, spec, backlog, actor);
        open.put(spec.name(), ref);
        return ref;
    }

    /// Stops the actors after their current page, then closes the journal. Unhandled messages stay
    /// in it.
    @Override
    public synchronized void close() {
        open.values().forEach(ref -> ref.actor().stopNow());
        for (JournalDurableRef<?> ref : open.values()) {
            var report = system.stop(ref.actor(), closeDeadline);
            if (report.busy() > 0) {
                LOG.log(
                        Level.WARNING,
                        "{0} was still at work when its journal was closed",
                        ref.actor());
            }
        }
        journal.close();
    }

    Journal journal() {
        return journal;
    }

    TimeOrderedIds ids() {
        return ids;
    }

    InstantSource clock() {
        return clock;
    }

    static boolean isMark(RecordedEvent event) {
        return event.type().equals(MARK);
    }

    void failed(String name, long sequence, Throwable cause) {
        LOG.log(Level.WARNING, "message " + sequence + " of mailbox " + name + " failed", cause);
    }

    void recordingFailed(String name, Throwable cause) {
        LOG.log(
                Level.WARNING,
                "handled messages of mailbox "
                        + name
                        + " could not be recorded as handled; they are recorded with the next ones,"
                        + " or come again after a restart",
                cause);
    }

    private long mark(StreamId stream) {
        NewEvent event =
                new NewEvent(
                        ids.next(),
                        MARK,
                        1,
                        Payload.ofUtf8("{}"),
                        EventMetadata.at(clock.instant()));
        AppendRequest request =
                AppendRequest.of(stream, new ExpectedVersion.Any(), List.of(event), null);
        journal.append(request);
        return switch (request.result().join()) {
            case AppendResult.Appended(long version, _) -> version;
            case AppendResult.Unavailable(var reason) -> throw new JournalException(reason, null);
            case AppendResult.Unknown(var reason) -> throw new JournalException(reason, null);
            case AppendResult.Conflict _,
                    AppendResult.ConditionFailed _,
                    AppendResult.Duplicate _ ->
                    throw new IllegalStateException("the journal did not append a mark");
        };
    }
}
