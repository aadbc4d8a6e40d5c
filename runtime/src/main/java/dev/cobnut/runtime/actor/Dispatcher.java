package dev.cobnut.runtime.actor;

import org.jspecify.annotations.Nullable;

/// The threads that run actors. An idle actor holds none of them.
public abstract sealed class Dispatcher implements AutoCloseable
        permits VirtualDispatcher, PinnedDispatcher {

    Dispatcher() {}

    /// Virtual threads, one for every actor that is at work: handlers may block. The default.
    public static Dispatcher virtual() {
        return new VirtualDispatcher();
    }

    /// A fixed number of platform threads; each actor belongs to one of them, chosen by its key
    /// ([ActorSpec#withKey]). Handlers must not block. For many small handlers, and for actors that
    /// share data of one thread.
    ///
    /// @param name of the threads
    /// @param threads from 1 to [PinnedDispatcher#THREADS_MAX]
    public static Dispatcher pinned(String name, int threads) {
        return new PinnedDispatcher(name, threads);
    }

    abstract Lane lane(@Nullable Object key, long id);

    /// Lets the turns that are due come to their end, then lets the threads go. Returns at once.
    /// What is told later to an actor of it is not run: close the system first.
    @Override
    public abstract void close();
}
