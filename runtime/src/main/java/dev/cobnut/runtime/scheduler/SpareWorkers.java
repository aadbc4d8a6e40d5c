package dev.cobnut.runtime.scheduler;

import java.util.concurrent.atomic.AtomicReference;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// Threads without a turn, kept because starting one costs about as much as handling a few
/// messages. The thread that parked last is taken first (`hot`), because its stack is still in the
/// cache.
final class SpareWorkers {

    private final AtomicReference<@Nullable VirtualWorker> hot = new AtomicReference<>();
    private final MpmcAtomicArrayQueue<VirtualWorker> others;

    /// @param max most threads that are kept beside the hot one
    SpareWorkers(int max) {
        this.others = new MpmcAtomicArrayQueue<>(max);
    }

    /// @return false when enough are kept
    boolean offer(VirtualWorker worker) {
        return hot.compareAndSet(null, worker) || others.offer(worker);
    }

    @Nullable VirtualWorker poll() {
        VirtualWorker worker = hot.get() == null ? null : hot.getAndSet(null);
        return worker != null ? worker : others.poll();
    }

    void dismissAll() {
        for (VirtualWorker worker = poll(); worker != null; worker = poll()) {
            worker.dismiss();
        }
    }
}
