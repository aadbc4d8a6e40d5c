package dev.cobnut.framework.dispatch.mailbox;

import org.jctools.queues.atomic.unpadded.MpscUnboundedAtomicUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock: an [Admission] in front of a JCTools queue that stores.
///
/// There is one mailbox per busy entity, thousands of them, so memory counts more than the last
/// nanosecond: the unpadded variant (no cache lines of padding), in chunks that are linked as the
/// queue grows; the admission keeps it bounded. The `atomic` variant does without
/// `sun.misc.Unsafe`, whose memory access is to be removed from the JDK (JEP 471, JEP 498).
final class MpscMailbox<M> extends Admission<M> {

    /// Messages per linked chunk.
    static final int CHUNK = 8;

    /// The same when nothing bounds the queue: it is expected to grow.
    static final int CHUNK_OF_UNBOUNDED = 64;

    private final MpscUnboundedAtomicUnpaddedArrayQueue<M> queue;

    MpscMailbox(int capacity, int chunk) {
        super(capacity);
        this.queue = new MpscUnboundedAtomicUnpaddedArrayQueue<>(chunk);
    }

    @Override
    void store(M message) {
        boolean _ = queue.offer(message); // without a bound: always true
    }

    @Override
    @Nullable M take() {
        return queue.poll();
    }
}
