package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.AppendResult.Unavailable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/// The bounded queues in front of the writer: many producers without a lock, one consumer at a
/// time. The lock `draining` keeps the writer and a thread that empties the queues apart.
final class WriterQueues {

    /// Most publications that wait for the writer.
    static final int PUBLICATIONS_MAX = 1_024;

    /// A group with so many positions and lookup changes takes no further publication. The limit
    /// bounds the time that appends wait for publications.
    static final int ROWS_PUBLISHED_PER_GROUP_MAX = 4_096;

    /// Most bytes of a group, unless a single append has more.
    static final long GROUP_BYTES_MAX = 4 << 20;

    /// Share of the heap that waiting appends may take: one in so many bytes.
    private static final int HEAP_DIVISOR = 32;

    private final int appendsMax;
    private final long bytesMax;

    /// Bytes of the appends that wait, or are about to.
    private final AtomicLong bytes = new AtomicLong();

    private final MpscAtomicArrayQueue<AppendRequest> appends;
    private final MpscAtomicArrayQueue<Publication> publications =
            new MpscAtomicArrayQueue<>(PUBLICATIONS_MAX);
    private final ReentrantLock draining = new ReentrantLock();

    WriterQueues(int appendsMax) {
        this(appendsMax, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
    }

    /// @param bytesMax most bytes of all appends that wait; a single larger one is taken
    WriterQueues(int appendsMax, long bytesMax) {
        this.appendsMax = appendsMax;
        this.bytesMax = bytesMax;
        appends = new MpscAtomicArrayQueue<>(appendsMax);
    }

    /// @return false when the queue is full
    boolean offer(AppendRequest request) {
        long added = request.bytes();
        long before = bytes.getAndAdd(added);
        boolean fits = before == 0 || before + added <= bytesMax;
        if (fits && appends.offerIfBelowThreshold(request, appendsMax)) {
            return true;
        }
        bytes.addAndGet(-added);
        return false;
    }

    long bytes() {
        return bytes.get();
    }

    /// @return false when the queue is full
    boolean offer(Publication publication) {
        return publications.offer(publication);
    }

    int appends() {
        return appends.size();
    }

    /// Why [#offer] refused an append.
    String fullReason() {
        return appends() < appendsMax
                ? "the journal's queue is full (appends with " + bytes() + " bytes wait)"
                : "the journal's queue is full (" + appendsMax + " appends wait)";
    }

    int appendsMax() {
        return appendsMax;
    }

    boolean isEmpty() {
        return appends.isEmpty() && publications.isEmpty();
    }

    /// Moves waiting requests into a group, up to the limits.
    ///
    /// @param commandsInGroupMax most commands of a group, unless a single append has more
    /// @param announce receives the group while it is empty. A request leaves its queue only for a
    ///   group that is announced and has room, so an `OutOfMemoryError` loses no request
    CommitGroup take(int commandsInGroupMax, Consumer<CommitGroup> announce) {
        draining.lock();
        try {
            int appending = Math.min(commandsInGroupMax, appends.size());
            int publishing = publications.size();
            if (appending == 0 && publishing == 0) {
                return CommitGroup.NONE;
            }
            CommitGroup group = CommitGroup.withRoom(appending, publishing);
            announce.accept(group);
            int commands = 0;
            long groupBytes = 0;
            for (int i = 0; i < appending; i++) {
                AppendRequest next = appends.peek();
                if (next == null
                        || (i > 0
                                && (commands + next.parts().size() > commandsInGroupMax
                                        || groupBytes + next.bytes() > GROUP_BYTES_MAX))) {
                    break;
                }
                group.appends().add(appends.remove());
                commands += next.parts().size();
                groupBytes += next.bytes();
            }
            bytes.addAndGet(-groupBytes);
            int rows = 0;
            for (int i = 0; i < publishing && rows < ROWS_PUBLISHED_PER_GROUP_MAX; i++) {
                Publication next = publications.remove();
                group.publications().add(next);
                rows += next.positions().size() + next.lookups().size();
            }
            return group;
        } finally {
            draining.unlock();
        }
    }

    /// Answers everything that waits with `Unavailable`.
    void refuse(String reason) {
        draining.lock();
        try {
            AppendRequest request = appends.poll();
            while (request != null) {
                bytes.addAndGet(-request.bytes());
                request.answer(new Unavailable(reason));
                request = appends.poll();
            }
            Publication publication = publications.poll();
            while (publication != null) {
                CommitGroup.fail(publication, reason);
                publication = publications.poll();
            }
        } finally {
            draining.unlock();
        }
    }
}
