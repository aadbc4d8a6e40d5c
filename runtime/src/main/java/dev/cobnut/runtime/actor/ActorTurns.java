package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Mailbox;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An actor from inside: its behaviour and what is set aside. Only the holder of the claim touches
/// it; each turn sees what the one before it wrote.
///
/// What is next comes from three places, in this order: controls ([Control]); `front`, with
/// signals, timers and what was unstashed; the mailbox.
abstract class ActorTurns<M> {

    /// Messages of one turn after which an empty mailbox is worth a second look: there is a stream
    /// of them, and a wake-up costs its sender more than the look.
    private static final int STREAM_MIN = 32;

    private static final int LOOKS_MAX = 4;

    /// Between two looks. Each look takes a line of memory from the senders; and who handles every
    /// message as soon as it is there has to get that line back for every one of them.
    private static final int PAUSES_PER_LOOK = 16;

    final ActorCell<M> cell;
    @Nullable Behavior<M> behavior;

    private final Supervisor<M> supervisor;

    // only from the first use on: most actors need none of them
    private @Nullable Family family;
    @Nullable Aside aside;

    /// What is being handled: a message, or the [Ask] that carries it. Null when it was handed on.
    @Nullable Object current;

    /// Messages of the mailbox that were counted as accepted.
    private long acceptedSeen;

    /// Messages of this turn, and how many of them are counted.
    private int taken;

    private int counted;
    private boolean draining;

    ActorTurns(ActorCell<M> cell) {
        this.cell = cell;
        this.supervisor = new Supervisor<>(this);
    }

    /// The actor, as its behaviour sees it.
    abstract ActorContext<M> context();

    // ---- the turn

    final boolean turn() {
        taken = 0;
        counted = 0;
        while (!supervisor.hasEnded()) {
            if (cell.hasControl()) {
                obey();
            }
            if (supervisor.mayNotRun() || taken == cell.spec.turnBatchMax()) {
                break;
            }
            if (behavior == null && hasNext()) {
                // before the message leaves its place: that this fails is not its fault
                boolean _ = supervisor.start();
                continue;
            }
            Object item = next();
            if (item == null) {
                if (draining) {
                    supervisor.endGently();
                } else if (taken < STREAM_MIN || !comesSoon()) {
                    break;
                }
                continue;
            }
            taken++;
            handle(item);
        }
        account();
        if (supervisor.hasEnded()) {
            cell.release(Turn.ENDED);
            return false;
        }
        boolean waits = supervisor.mayNotRun();
        return (!waits && taken == cell.spec.turnBatchMax()) || cell.giveUp(waits);
    }

    private boolean hasNext() {
        return (aside != null && !aside.isEmpty()) || cell.depth() > 0;
    }

    private @Nullable Object next() {
        Object item = aside == null ? null : aside.next();
        return item == null ? cell.poll() : item;
    }

    private boolean comesSoon() {
        for (int looks = 0; looks < LOOKS_MAX; looks++) {
            for (int pauses = 0; pauses < PAUSES_PER_LOOK; pauses++) {
                Thread.onSpinWait();
            }
            if (cell.depth() > 0) {
                return true;
            }
        }
        return false;
    }

    /// Counts what was accepted and handled since the last time.
    final void account() {
        Mailbox<Object> box = cell.mailbox();
        if (box == null) {
            return;
        }
        long accepted = box.accepted();
        cell.system.counters().batch(accepted - acceptedSeen, taken - counted);
        acceptedSeen = accepted;
        counted = taken;
        Pressure pressure = cell.pressure;
        if (pressure != null) {
            pressure.polled(box);
        }
    }

    private void handle(Object item) {
        if (item instanceof Ask<?> ask) {
            current = ask;
            receive(Objects.requireNonNull(ask.question));
        } else if (item instanceof Sampled sampled) {
            long waited = cell.system.clock().nanoTime() - sampled.queuedNanos();
            cell.system.counters().waited(cell, waited);
            handle(sampled.item());
        } else if (item instanceof Ours ours) {
            handleOurs(ours);
        } else {
            current = item;
            receive(item);
        }
    }

    private void handleOurs(Ours ours) {
        ActorTimer timer = ours.timer;
        if (timer == null) {
            signal(Objects.requireNonNull(ours.signal));
        } else if (timer.take()) {
            aside().taken(timer);
            current = timer.message;
            receive(timer.message);
        }
    }

    @SuppressWarnings("unchecked") // the mailbox took it from tell or ask
    private void receive(Object message) {
        try {
            become(Objects.requireNonNull(behavior).receive(context(), (M) message));
        } catch (Throwable thrown) {
            Object ours = current;
            current = null;
            if (ours != null) {
                cell.system
                        .counters()
                        .deadLetter(cell, ours, new DeadLetter.Cause.HandlerFailed(thrown));
            }
            supervisor.failed(thrown);
        }
        current = null;
    }

    void signal(Signal signal) {
        try {
            become(Objects.requireNonNull(behavior).signal(context(), signal));
        } catch (Throwable thrown) {
            supervisor.failed(thrown);
        }
    }

    @SuppressWarnings("ReferenceEquality") // staying is returning itself
    void become(Behavior<M> next) {
        if (next == behavior) {
            return;
        }
        if (Objects.requireNonNull(next, "the next behaviour") == Behavior.<M>stopped()) {
            supervisor.endNow();
        } else {
            behavior = next;
        }
    }

    private void obey() {
        Control control = cell.takeAll();
        while (control != null) {
            Control following = control.below;
            switch (control) {
                case Control.Start _ -> supervisor.startEarly();
                case Control.Look _ -> {}
                case Control.Resume _ -> supervisor.resume();
                case Control.Stop stop when stop.now -> supervisor.endNow();
                case Control.Stop _ -> draining = true;
                case Control.Watch watch -> supervisor.watchedBy(watch.watcher);
                case Control.Unwatch unwatch -> family().remove(unwatch.watcher);
                case Control.Gone gone -> supervisor.gone(gone);
                case Control.Fired fired -> aside().add(new Ours(fired.timer, null));
                case Control.Ended _ ->
                        throw new IllegalStateException("an actor that has ended takes a turn");
            }
            control = following;
        }
    }

    /// The actor will hear this before its next message.
    void later(Signal signal) {
        aside().add(new Ours(null, signal));
    }

    /// Cancels the timers, and brings what is stashed before what is in the mailbox.
    void reset() {
        if (aside != null) {
            aside.cancelTimers();
            aside.unstash();
        }
    }

    /// @return messages that went to the dead letters
    int discardAll() {
        reset();
        int messages = 0;
        for (Object item = next(); item != null; item = next()) {
            if (!(item instanceof Ours)) {
                messages++;
                cell.system.counters().deadLetter(cell, item, new DeadLetter.Cause.ActorStopped());
            }
        }
        return messages;
    }

    final Aside aside() {
        Aside known = aside;
        if (known == null) {
            known = new Aside();
            aside = known;
        }
        return known;
    }

    /// Null when the actor knows nobody and nobody knows it.
    @Nullable Family familyIfAny() {
        return family;
    }

    Family family() {
        Family known = family;
        if (known == null) {
            known = new Family(cell);
            family = known;
        }
        return known;
    }
}
