package dev.cobnut.runtime.mailbox;

import org.jctools.queues.atomic.unpadded.MpscUnboundedAtomicUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/// Two queues behind one [Admission]: one for control messages, and one for all others, which wait
/// while there are control messages.
///
/// A steady stream of control messages starves the others. Control messages are meant to be few.
final class PriorityMailbox<M> extends Admission<M> {

    /// Control messages that are admitted beyond the capacity.
    static final int CONTROL_ROOM = 64;

    /// Messages per linked chunk of a queue.
    private static final int CHUNK = 8;

    private final MpscUnboundedAtomicUnpaddedArrayQueue<M> control =
            new MpscUnboundedAtomicUnpaddedArrayQueue<>(CHUNK);
    private final MpscUnboundedAtomicUnpaddedArrayQueue<M> others =
            new MpscUnboundedAtomicUnpaddedArrayQueue<>(CHUNK);

    PriorityMailbox(int capacity) {
        super(capacity);
    }

    @Override
    int roomFor(M message) {
        return message instanceof ControlMessage
                ? (int) Math.min((long) capacity() + CONTROL_ROOM, Integer.MAX_VALUE)
                : capacity();
    }

    @Override
    void store(M message) {
        boolean _ = (message instanceof ControlMessage ? control : others).offer(message);
    }

    @Override
    @Nullable M take() {
        M message = control.poll();
        return message != null ? message : others.poll();
    }
}
