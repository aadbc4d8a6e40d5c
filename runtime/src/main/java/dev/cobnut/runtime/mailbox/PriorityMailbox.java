package dev.cobnut.runtime.mailbox;

import org.jctools.queues.atomic.unpadded.MpscUnboundedAtomicUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/// Two queues behind one [Admission]: control messages, and the rest, which waits for them.
///
/// A stream of control messages starves the others for as long as it lasts. They are meant to be
/// few; whoever sends them all the time has one class again.
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
