package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.journal.GroupWriter.Written;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The writer role of a journal: one thread that writes waiting requests in groups.
///
/// **Groups.** The requests that wait when a commit returns are the next group, up to the limits.
/// There is no delay to make groups larger.
///
/// **Parking.** The thread sets `parked` and then checks the queues once more. A producer offers
/// and then checks `parked`. There is a full fence between the steps of each pair, so at least one
/// of them sees the other (Dekker) and no wake-up is lost. Only the producer that resets `parked`
/// calls `unpark`. An idle journal uses no CPU.
///
/// **Every request is answered.** A request is either refused at once, in the queue, or in
/// `inFlight`. The thread catches everything, also an `Error`. It then answers the requests in
/// flight with `Unknown`, closes the gate for good, and goes on to refuse queued requests. At its
/// end it sets `terminated` and empties the queue. A producer that offers later sees `terminated`
/// and empties the queue itself.
///
/// A listener that returns normally owns its requests and may complete them later. If it throws,
/// they are completed here.
final class GroupCommit implements JournalStats {

    private static final System.Logger LOG = System.getLogger(GroupCommit.class.getName());
    private static final String CLOSED = "the journal is closed";

    private final GroupWriter writer;
    private final WriteGate gate;
    private final WriterQueues waiting;
    private final int groupMax;
    private final Duration closeTimeoutMax;

    private final AtomicBoolean parked = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean terminated;

    private volatile CommitGroup inFlight = CommitGroup.NONE;

    /// The failure of the last turn; writer thread only.
    private @Nullable Throwable failure;

    private volatile @Nullable Thread thread;
    private volatile GroupListener listener = GroupListener.completing();
    private volatile CommitObserver observer = (commands, events, published, nanos) -> {};

    /// @param closeTimeoutMax how long [#close] waits for the queue to be written
    GroupCommit(
            GroupWriter writer,
            WriteGate gate,
            int queueCapacity,
            int groupMax,
            Duration closeTimeoutMax) {
        this.writer = writer;
        this.gate = gate;
        waiting = new WriterQueues(queueCapacity);
        this.groupMax = groupMax;
        this.closeTimeoutMax = closeTimeoutMax;
    }

    /// Refuses the queued requests of a writer that cannot write for a while.
    @FunctionalInterface
    interface QueueRefusal {
        void refuseQueued(String reason);
    }

    void refuseQueued(String reason) {
        waiting.refuse(reason);
    }

    void start(GroupListener listener) {
        start(listener, "journal-writer");
    }

    synchronized void start(GroupListener listener, String threadName) {
        if (thread != null) {
            throw new IllegalStateException("the journal was started before");
        }
        if (closing.get()) {
            throw new IllegalStateException(CLOSED);
        }
        this.listener = listener;
        Thread created = Thread.ofPlatform().name(threadName).daemon().unstarted(this::run);
        thread = created; // before it can park, so that a producer finds it
        created.start();
    }

    void append(AppendRequest request) {
        String refusal = refusal();
        if (refusal == null && !waiting.offer(request)) {
            refusal = waiting.fullReason();
        }
        if (refusal == null) {
            wake();
        } else {
            observer.refused();
            request.answer(new Unavailable(refusal));
        }
    }

    void publish(Publication publication) {
        String refusal = refusal();
        if (refusal == null && !waiting.offer(publication)) {
            refusal =
                    "the journal's queue of publications is full ("
                            + WriterQueues.PUBLICATIONS_MAX
                            + " wait)";
        }
        if (refusal == null) {
            wake();
        } else {
            CommitGroup.fail(publication, refusal);
        }
    }

    private @Nullable String refusal() {
        if (gate.state() instanceof NotWritable(String reason, _)) {
            return reason;
        }
        return closing.get() ? CLOSED : null;
    }

    private void wake() {
        VarHandle.fullFence();
        if (parked.get() && parked.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
        if (terminated) {
            waiting.refuse(CLOSED);
        }
    }

    private void run() {
        boolean running = true;
        while (running) {
            try {
                running = turn();
            } catch (Throwable e) {
                failure = e; // handled by the next turn, whose own failures come back here
            }
        }
        terminated = true;
        VarHandle.fullFence();
        waiting.refuse(CLOSED);
    }

    /// @return false when everything was written after [#close]
    private boolean turn() {
        if (failure != null) {
            stopForGood(failure);
            failure = null;
        }
        boolean last = closing.get();
        if (gate.state() instanceof NotWritable(String reason, _)) {
            waiting.refuse(reason);
        }
        CommitGroup group = waiting.take(groupMax, taken -> inFlight = taken);
        if (!group.isEmpty()) {
            write(group);
            inFlight = CommitGroup.NONE;
            writer.upkeep();
            return true;
        }
        if (last) {
            return false;
        }
        park(writer.upkeep());
        return true;
    }

    /// After a bug or an `Error` the content of the store is not known.
    private void stopForGood(Throwable failure) {
        String reason = "the journal's writer failed and needs a restart: " + failure;
        gate.close(reason, true);
        LOG.log(Level.ERROR, "The journal's writer failed.", failure);
        inFlight.answer(new Unknown(reason), reason);
        inFlight = CommitGroup.NONE;
    }

    private void write(CommitGroup group) {
        long start = System.nanoTime();
        Written written = writer.write(group.appends(), group.publications());
        if (written.committed()) {
            observe(group, written, System.nanoTime() - start);
            int commands = group.commands();
            group.appends().forEach(append -> append.committed(start, commands));
        }
        if (!group.appends().isEmpty()) {
            tell(group, written);
        }
        for (Publication publication : group.publications()) {
            String notPublished = written.notPublished().get(publication);
            if (notPublished == null) {
                publication.done().complete(null);
            } else {
                CommitGroup.fail(publication, notPublished);
            }
        }
    }

    private void tell(CommitGroup group, Written written) {
        try {
            listener.written(group.appends(), written.outcomes());
        } catch (Throwable e) {
            GroupListener.completing().written(group.appends(), written.outcomes());
            LOG.log(
                    Level.ERROR,
                    "The journal's listener failed after a commit; the requests were answered without it.",
                    e);
        }
    }

    private void observe(CommitGroup group, Written written, long nanos) {
        int events = 0;
        for (AppendResult outcome : written.outcomes()) {
            if (outcome instanceof Appended appended) {
                events += appended.events().size();
            }
        }
        int published = 0;
        for (Publication publication : group.publications()) {
            if (!written.notPublished().containsKey(publication)) {
                published += publication.positions().size();
            }
        }
        try {
            observer.committed(group.commands(), events, published, nanos);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The observer of the journal's commits failed.", e);
        }
    }

    private void park(long nanos) {
        parked.set(true);
        VarHandle.fullFence();
        if (waiting.isEmpty() && !closing.get()) {
            long start = System.nanoTime();
            while (parked.get()) {
                long left = nanos - (System.nanoTime() - start);
                if (nanos == GroupWriter.NEVER) {
                    LockSupport.park(this);
                } else if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else {
                    break;
                }
                if (Thread.interrupted()) {
                    LOG.log(Level.DEBUG, "The journal's writer ignores interrupts.");
                }
            }
        }
        parked.set(false);
    }

    /// Stops accepting and waits until the queued requests are written.
    ///
    /// @return false when the writer is still busy after the timeout. Queued requests were refused
    ///   then, those in flight were answered `Unknown`, and the store must not be closed
    boolean close() {
        closing.set(true);
        Thread writing;
        synchronized (this) {
            writing = thread;
            terminated |= writing == null;
        }
        wake();
        if (writing == null) {
            return true;
        }
        if (writing.equals(Thread.currentThread())) {
            throw new IllegalStateException("the journal cannot be closed by its own listener");
        }
        if (UninterruptibleJoin.within(writing, closeTimeoutMax)) {
            return true;
        }
        String reason =
                "the journal was closed while its writer was busy for more than " + closeTimeoutMax;
        LOG.log(
                Level.ERROR,
                "{0}: {1} appends were refused, the outcome of {2} is open.",
                reason,
                waiting.appends(),
                inFlight.appends().size());
        waiting.refuse(CLOSED);
        inFlight.answer(new Unknown(reason), reason);
        return false;
    }

    @Override
    public int queued() {
        return waiting.appends();
    }

    @Override
    public int queueCapacity() {
        return waiting.appendsMax();
    }

    @Override
    public void onCommit(CommitObserver observer) {
        this.observer = observer;
    }
}
