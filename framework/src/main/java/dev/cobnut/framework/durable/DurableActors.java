package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.EventMetadata;
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
import dev.cobnut.runtime.mailbox.Workload;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Durable actors on one journal, which is theirs alone, in a system whose dispatcher may block.
/// Thread-safe.
public final class DurableActors implements AutoCloseable {

    private static final Logger LOG = System.getLogger(DurableActors.class.getName());

    /// The first event of each run in a mailbox: it shows where its numbers stand.
    private static final String MARK = "MailboxOpened";

    /// Unhandled messages that are read in one step when a mailbox is opened.
    private static final int SCAN = 1_000;

    /// A journal that cannot be read is asked again, with the pauses of the backoff.
    private static final int RESTARTS_MAX = 1_000;

    private static final Duration RESTARTS_WINDOW = Duration.ofMinutes(10);

    private final Journal journal;
    private final ActorSystem system;
    private final TimeOrderedIds ids;
    private final InstantSource clock;
    private final Duration closeDeadline;
    private final Map<String, DurableRef<?>> open = new ConcurrentHashMap<>();

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

    /// Opens a mailbox, which exists from the first time on, and begins with what was not handled.
    /// Reads all that is not handled in the journal once.
    ///
    /// @throws JournalException when the journal does not write or cannot be read
    /// @throws IllegalStateException when the mailbox is open already
    public synchronized <M> DurableRef<M> open(DurableSpec<M> spec) {
        if (open.containsKey(spec.name())) {
            throw new IllegalStateException("the mailbox " + spec.name() + " is open already");
        }
        StreamId stream = StreamId.of("mailbox", spec.name());
        long mark = mark(stream);
        long first = mark;
        long pending = 0;
        long position = 0;
        List<RecordedEvent> page;
        do {
            page = journal.readUnpublished(position, SCAN);
            for (RecordedEvent event : page) {
                position = event.position();
                if (event.stream().equals(stream)) {
                    first = Math.min(first, event.version());
                    pending += isMark(event) ? 0 : 1;
                }
            }
        } while (page.size() == SCAN);
        Backlog backlog = new Backlog(stream, first - 1, pending);
        ActorRef<Wake> actor =
                system.spawn(
                        spec.name(),
                        ActorSpec.<Wake>setup(_ -> new DurableBehavior<>(this, spec, backlog))
                                .withWorkload(Workload.IO_BOUND)
                                .withSupervision(
                                        Supervision.defaults()
                                                .withLimit(RESTARTS_MAX, RESTARTS_WINDOW)
                                                .withBackoff(
                                                        spec.backoffMin(), spec.backoffMax())));
        DurableRef<M> ref = new DurableRef<>(this, spec, backlog, actor);
        open.put(spec.name(), ref);
        return ref;
    }

    /// Stops the actors after the page that they are at, then closes the journal. What is not
    /// handled stays in it.
    @Override
    public synchronized void close() {
        open.values().forEach(ref -> ref.actor().stopNow());
        for (DurableRef<?> ref : open.values()) {
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

    void failed(String name, long sequence, Exception cause) {
        LOG.log(Level.WARNING, "message " + sequence + " of mailbox " + name + " failed", cause);
    }

    void recordingFailed(String name, Throwable cause) {
        LOG.log(
                Level.WARNING,
                "what mailbox " + name + " has handled could not be recorded and may come again",
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
            case AppendResult.Conflict _, AppendResult.Duplicate _ ->
                    throw new IllegalStateException("the journal took a mark for something else");
        };
    }
}
