package dev.cobnut.runtime.mailbox;

import org.jctools.queues.atomic.unpadded.MpscUnboundedAtomicUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock, no bound: an [Admission] in front of a JCTools queue of
/// linked chunks.
///
/// The `atomic` variant does not use `sun.misc.Unsafe`, whose memory access the JDK will remove
/// (JEP 471, JEP 498).
final class MpscUnboundedMailbox<M> extends Admission<M> {

    /// Messages per linked chunk. Nothing bounds the queue, so it is expected to grow.
    private static final int CHUNK = 64;

    private final MpscUnboundedAtomicUnpaddedArrayQueue<M> queue =
            new MpscUnboundedAtomicUnpaddedArrayQueue<>(CHUNK);

    MpscUnboundedMailbox() {
        super(Integer.MAX_VALUE);
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
