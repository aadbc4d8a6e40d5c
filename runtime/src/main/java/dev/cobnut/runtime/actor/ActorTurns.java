package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Mailbox;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The turns of an actor. Only the holder of the claim uses it, and each turn sees everything that
/// the turn before it wrote.
///
/// The next item comes from three places, in this order:
///
/// 1. controls ([Control])
/// 2. the front of the [Stash]: signals, timers that fired, unstashed messages
/// 3. the mailbox
abstract class ActorTurns<M> {

    /// After so many messages of one turn an empty mailbox is worth a second look: there is a
    /// stream of messages, and a wake-up costs the sender more than a look.
    private static final int STREAM_MIN = 32;

    private static final int LOOKS_MAX = 4;

    /// Pauses between two looks. Each look takes a cache line from the senders. An actor that
    /// handles every message at once would move that line for every message.
    private static final int PAUSES_PER_LOOK = 16;

    final ActorCell<M> cell;
    @Nullable Behavior<M> behavior;

    private final Supervisor<M> supervisor;

    // made by their first use: most actors need none of them
    private @Nullable ChildrenAndWatchers family;
    @Nullable Stash stash;
    @Nullable ActorTimers timers;

    /// The item that is being handled: a message, or the [Ask] that carries it. Null when it was
    /// forwarded or stashed.
    @Nullable Object current;

    /// Accepted messages that are counted.
    private long acceptedSeen;

    /// Messages of this turn.
    private int taken;

    /// Messages of this turn that are counted.
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
                // before the message leaves its place: if this fails, the message is not to blame
                boolean _ = supervisor.start();
                continue;
            }
            // a message that came after hasNext() waits, too, until there is a behaviour
            Object item = behavior == null ? null : next();
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
            cell.end();
            return false;
        }
        boolean waits = supervisor.mayNotRun();
        return (!waits && taken == cell.spec.turnBatchMax()) || cell.giveUp(waits);
    }

    private boolean hasNext() {
        return (stash != null && !stash.isEmpty()) || cell.depth() > 0;
    }

    private @Nullable Object next() {
        Object item = stash == null ? null : stash.next();
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

    /// Counts the messages accepted and handled since the last call.
    final void account() {
        Mailbox<Object> box = cell.mailbox();
        if (box == null) {
            return;
        }
        long accepted = box.accepted();
        cell.system.counters().batch(accepted - acceptedSeen, taken - counted);
        acceptedSeen = accepted;
        counted = taken;
        MailboxPressure pressure = cell.pressure;
        if (pressure != null) {
            pressure.polled(box);
        }
    }

    private void handle(Object item) {
        if (item instanceof Ask<?> ask) {
            current = ask;
            receive(Objects.requireNonNull(ask.question));
        } else if (item instanceof ActorCounters.Sampled sampled) {
            long waited = cell.system.clock().nanoTime() - sampled.queuedNanos();
            cell.system.counters().waited(cell, waited);
            handle(sampled.item());
        } else if (item instanceof ActorTimer timer) {
            fire(timer);
        } else if (item instanceof Stash.QueuedSignal(var signal)) {
            signal(signal);
        } else {
            current = item;
            receive(item);
        }
    }

    private void fire(ActorTimer timer) {
        if (timer.take()) {
            timers().fired(timer);
            current = timer.message;
            receive(timer.message);
        }
    }

    @SuppressWarnings("unchecked") // tell and ask put only messages into the mailbox
    private void receive(Object message) {
        try {
            become(Objects.requireNonNull(behavior).receive(context(), (M) message));
        } catch (Throwable thrown) {
            Object failed = current;
            current = null;
            if (failed != null) {
                cell.system
                        .counters()
                        .deadLetter(cell, failed, new DeadLetter.Cause.HandlerFailed(thrown));
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
                case Control.Fired fired -> stash().add(fired.timer);
                case Control.Ended _ ->
                        throw new IllegalStateException("an actor that has ended takes a turn");
            }
            control = following;
        }
    }

    /// Queues a signal before the next message.
    void later(Signal signal) {
        stash().add(signal);
    }

    /// Cancels the timers and unstashes everything.
    void reset() {
        if (timers != null) {
            timers.cancelAll();
        }
        if (stash != null) {
            stash.unstash();
        }
    }

    /// @return messages that went to the dead letters
    int discardAll() {
        reset();
        int messages = 0;
        for (Object item = next(); item != null; item = next()) {
            if (!(item instanceof ActorTimer || item instanceof Stash.QueuedSignal)) {
                messages++;
                cell.system.counters().deadLetter(cell, item, new DeadLetter.Cause.ActorStopped());
            }
        }
        return messages;
    }

    final Stash stash() {
        Stash known = stash;
        if (known == null) {
            known = new Stash();
            stash = known;
        }
        return known;
    }

    final ActorTimers timers() {
        ActorTimers known = timers;
        if (known == null) {
            known = new ActorTimers();
            timers = known;
        }
        return known;
    }

    /// Null when the actor has neither children nor watchers and watches nobody.
    @Nullable ChildrenAndWatchers familyIfAny() {
        return family;
    }

    ChildrenAndWatchers family() {
        ChildrenAndWatchers known = family;
        if (known == null) {
            known = new ChildrenAndWatchers(cell);
            family = known;
        }
        return known;
    }
}
