package dev.cobnut.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/// The threads that run actors. An idle actor holds none of them.
public abstract sealed class Dispatcher implements AutoCloseable
        permits VirtualDispatcher, PinnedDispatcher {

    /// Most threads of a pinned dispatcher.
    public static final int PINNED_THREADS_MAX = 1_024;

    /// Work that comes in batches.
    public interface Turn {

        /// Runs one batch.
        ///
        /// @return true when there is more: the same lane calls again, after other turns that wait;
        ///   false when this turn is over
        boolean run();
    }

    /// Runs turns. An actor keeps its lane for life.
    public interface Lane {

        /// Calls [Turn#run] soon, on another thread or after the turn that this thread runs, until
        /// it returns false. Never blocks.
        ///
        /// @throws java.util.concurrent.RejectedExecutionException when the dispatcher is closed;
        ///   the turn is not run then
        void execute(Turn turn);
    }

    Dispatcher() {}

    /// Virtual threads, one for every actor that is at work: handlers may block. The default.
    public static Dispatcher virtual() {
        return new VirtualDispatcher();
    }

    /// A fixed number of platform threads. Each actor belongs to one of them, chosen by the key of
    /// its spec. Handlers must not block. For many small handlers, and for actors that share the
    /// data of one thread.
    ///
    /// @param name of the threads
    /// @param threads from 1 to [#PINNED_THREADS_MAX]
    public static Dispatcher pinned(String name, int threads) {
        return new PinnedDispatcher(name, threads);
    }

    /// True on a thread of a pinned dispatcher: it belongs to several actors and must not wait.
    public static boolean isPinned(Thread thread) {
        return thread instanceof PinnedThread;
    }

    /// The lane of an actor.
    ///
    /// @param key actors of equal keys get the same thread of a pinned dispatcher; null to be
    ///   spread evenly by `id`
    public abstract Lane lane(@Nullable Object key, long id);

    /// Runs the turns that are due to their end, then lets the threads go. Returns at once. Close
    /// the actor system first: a message to one of its actors is not handled afterwards.
    @Override
    public abstract void close();
}
