package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.AppendResult.Unavailable;
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

    private final int appendsMax;
    private final MpscAtomicArrayQueue<AppendRequest> appends;
    private final MpscAtomicArrayQueue<Publication> publications =
            new MpscAtomicArrayQueue<>(PUBLICATIONS_MAX);
    private final ReentrantLock draining = new ReentrantLock();

    WriterQueues(int appendsMax) {
        this.appendsMax = appendsMax;
        appends = new MpscAtomicArrayQueue<>(appendsMax);
    }

    /// @return false when the queue is full
    boolean offer(AppendRequest request) {
        return appends.offerIfBelowThreshold(request, appendsMax);
    }

    /// @return false when the queue is full
    boolean offer(Publication publication) {
        return publications.offer(publication);
    }

    int appends() {
        return appends.size();
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
            for (int i = 0; i < appending; i++) {
                AppendRequest next = appends.peek();
                if (next == null
                        || (i > 0 && commands + next.parts().size() > commandsInGroupMax)) {
                    break;
                }
                group.appends().add(appends.remove());
                commands += next.parts().size();
            }
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
                request.result().complete(new Unavailable(reason));
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
