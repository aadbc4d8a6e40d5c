package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.TellResult;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/// An actor as its behaviour sees it. Only the holder of the claim uses it.
final class ActorLife<M> extends ActorTurns<M> implements ActorContext<M> {

    ActorLife(ActorCell<M> cell) {
        super(cell);
    }

    @Override
    ActorContext<M> context() {
        return this;
    }

    @Override
    public ActorRef<M> self() {
        return cell;
    }

    @Override
    public ActorSystem system() {
        return cell.system;
    }

    @Override
    public <C> ActorRef<C> spawn(ActorSpec<C> spec) {
        return family().add(cell.system.spawn(spec, cell, null));
    }

    @Override
    public <C> ActorRef<C> spawn(String name, ActorSpec<C> spec) {
        return family().add(cell.system.spawn(spec, cell, name));
    }

    @Override
    public Set<ActorRef<?>> children() {
        ChildrenAndWatchers known = familyIfAny();
        return known == null ? Set.of() : known.children();
    }

    @Override
    public void watch(ActorRef<?> other) {
        family().watch((ActorCell<?>) other);
    }

    @Override
    public void unwatch(ActorRef<?> other) {
        family().unwatch((ActorCell<?>) other);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the same object, not one like it
    public boolean stash(M message) {
        if (stashed() >= cell.spec.stashMax()) {
            return false;
        }
        boolean asked = current instanceof Ask<?> ask && ask.question == message;
        stash().stash(asked ? Objects.requireNonNull(current) : message);
        current = null;
        return true;
    }

    @Override
    public void unstashAll() {
        if (stash != null) {
            stash.unstash();
        }
    }

    @Override
    public int stashed() {
        return stash == null ? 0 : stash.stashed();
    }

    @Override
    public <T> TellResult forward(ActorRef<T> other, T message) {
        ActorCell<T> target = (ActorCell<T>) other;
        if (current instanceof Ask<?> ask) {
            current = null;
            ask.question = message;
            return target.hand(ask);
        }
        return target.tell(message);
    }

    @Override
    public <R> void pipeToSelf(Ask<R> ask, Function<? super AskResult<R>, ? extends M> message) {
        ActorCell<M> self = cell;
        ask.onComplete(result -> {
            M piped = message.apply(result);
            TellResult told = self.deliverOrReject(piped);
            if (!told.isAccepted()) {
                self.system
                        .counters()
                        .deadLetter(self, piped, new DeadLetter.Cause.NotAccepted(told));
            }
        });
    }

    @Override
    public void startTimer(Object key, M message, Duration delay) {
        timers().start(new ActorTimer(cell, key, message, delay.toNanos(), 0));
    }

    @Override
    public void startPeriodicTimer(Object key, M message, Duration interval) {
        if (!interval.isPositive()) {
            throw new IllegalArgumentException(
                    "an interval must be longer than zero, but was " + interval);
        }
        long nanos = interval.toNanos();
        timers().start(new ActorTimer(cell, key, message, nanos, nanos));
    }

    @Override
    public void cancelTimer(Object key) {
        if (timers != null) {
            timers.cancel(key);
        }
    }
}
