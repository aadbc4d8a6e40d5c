package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Workload;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How an actor is made and treated. One spec can serve many actors.
///
/// @param factory makes the behaviour, at the start and at each restart
/// @param eager true to make the behaviour when the actor is spawned, false with its first message
/// @param dispatcher its threads; null for those of the system
/// @param key chooses its thread of a pinned dispatcher; null to be spread evenly
/// @param turnBatchMax messages that it handles before others may use the thread
/// @param stashMax messages that it may stash
public record ActorSpec<M>(
        Factory<M> factory,
        boolean eager,
        MailboxSpec mailbox,
        Supervision supervision,
        @Nullable Dispatcher dispatcher,
        @Nullable Object key,
        int turnBatchMax,
        int stashMax) {

    public static final int TURN_BATCH_DEFAULT = 256;
    public static final int STASH_DEFAULT = 1_024;

    /// Makes behaviours.
    @FunctionalInterface
    public interface Factory<M> {

        /// Called on the actor's own thread. An exception is a failure of the actor.
        Behavior<M> create(ActorContext<M> context) throws Exception;
    }

    public ActorSpec {
        if (turnBatchMax < 1) {
            throw new IllegalArgumentException(
                    "turnBatchMax must be at least 1 message, but was " + turnBatchMax);
        }
        if (stashMax < 0) {
            throw new IllegalArgumentException(
                    "stashMax must be at least 0 messages, but was " + stashMax);
        }
    }

    /// An actor whose behaviour is made by its first message. Until then it is only its address.
    public static <M> ActorSpec<M> of(Supplier<? extends Behavior<M>> behavior) {
        return of(_ -> behavior.get(), false);
    }

    /// An actor whose behaviour is made at once, because it has something to do without a message:
    /// timers, children, a greeting.
    public static <M> ActorSpec<M> setup(Factory<M> factory) {
        return of(factory, true);
    }

    private static <M> ActorSpec<M> of(Factory<M> factory, boolean eager) {
        return new ActorSpec<>(
                factory,
                eager,
                MailboxSpec.of(Workload.MIXED),
                Supervision.defaults(),
                null,
                null,
                TURN_BATCH_DEFAULT,
                STASH_DEFAULT);
    }

    public ActorSpec<M> withWorkload(Workload workload) {
        return withMailbox(MailboxSpec.of(workload));
    }

    public ActorSpec<M> withMailbox(MailboxSpec other) {
        return new ActorSpec<>(
                factory, eager, other, supervision, dispatcher, key, turnBatchMax, stashMax);
    }

    public ActorSpec<M> withSupervision(Supervision other) {
        return new ActorSpec<>(
                factory, eager, mailbox, other, dispatcher, key, turnBatchMax, stashMax);
    }

    public ActorSpec<M> withDispatcher(Dispatcher other) {
        return new ActorSpec<>(
                factory, eager, mailbox, supervision, other, key, turnBatchMax, stashMax);
    }

    /// Actors of equal keys run on the same thread of a pinned dispatcher.
    public ActorSpec<M> withKey(Object other) {
        return new ActorSpec<>(
                factory, eager, mailbox, supervision, dispatcher, other, turnBatchMax, stashMax);
    }

    public ActorSpec<M> withTurnBatchMax(int other) {
        return new ActorSpec<>(
                factory, eager, mailbox, supervision, dispatcher, key, other, stashMax);
    }

    public ActorSpec<M> withStashMax(int other) {
        return new ActorSpec<>(
                factory, eager, mailbox, supervision, dispatcher, key, turnBatchMax, other);
    }
}
