package dev.cobnut.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/// N platform threads, each with its own queue of turns.
final class PinnedDispatcher extends Dispatcher {

    private final PinnedThread[] threads;

    PinnedDispatcher(String name, int count) {
        if (count < 1 || count > PINNED_THREADS_MAX) {
            throw new IllegalArgumentException(
                    "a pinned dispatcher has from 1 to "
                            + PINNED_THREADS_MAX
                            + " threads, but was given "
                            + count);
        }
        threads = new PinnedThread[count];
        SpinThenPark spinning = new SpinThenPark();
        for (int i = 0; i < count; i++) {
            threads[i] = new PinnedThread(name + "-" + i, spinning);
        }
        for (PinnedThread thread : threads) {
            thread.start();
        }
    }

    @Override
    public Lane lane(@Nullable Object key, long id) {
        int hash = key == null ? Long.hashCode(id) : spread(key.hashCode());
        return threads[Math.floorMod(hash, threads.length)];
    }

    @Override
    public void close() {
        for (PinnedThread thread : threads) {
            thread.close();
        }
    }

    /// Mixes the upper bits in, as `HashMap` does.
    private static int spread(int hash) {
        return hash ^ (hash >>> 16);
    }
}
