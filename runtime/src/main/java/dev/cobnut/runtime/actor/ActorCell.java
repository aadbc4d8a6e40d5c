package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.DeadlineClock;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An actor as its senders see it: the claim, the mailbox, and what happens when that is full.
/// [ActorLife] has the parts that only the holder of the claim uses.
///
/// An actor without a message so far has neither mailbox nor life: it is this object, and its entry
/// in the system.
final class ActorCell<M> extends ControlTurn implements ActorRef<M>, Control.Watcher {

    final ActorSystem system;
    final ActorSpec<M> spec;
    final @Nullable ActorCell<?> parent;
    final @Nullable MailboxPressure pressure;

    private final Dispatcher.Lane lane;
    private final long id;
    private final @Nullable String name;

    /// Only the holder of the claim uses it.
    private @Nullable ActorLife<M> life;

    ActorCell(
            ActorSystem system,
            ActorSpec<M> spec,
            Dispatcher.Lane lane,
            @Nullable ActorCell<?> parent,
            long id,
            @Nullable String name) {
        this.system = system;
        this.spec = spec;
        this.lane = lane;
        this.parent = parent;
        this.id = id;
        this.name = name;
        MailboxSpec.Watermarks watermarks = spec.mailbox().watermarks();
        boolean blocks = spec.mailbox().backpressure() instanceof Backpressure.Block;
        this.pressure = blocks || watermarks != null ? new MailboxPressure(this, watermarks) : null;
    }

    // ---- senders

    @Override
    public TellResult tell(M message) {
        if (Objects.requireNonNull(message) instanceof Ask<?>) {
            throw new IllegalArgumentException(
                    "the promise of an ask cannot be a message itself: put it into one");
        }
        return deliver(message);
    }

    @Override
    public <R> Ask<R> ask(Function<? super Recipient<R>, ? extends M> question, Duration deadline) {
        DeadlineClock clock = system.clock();
        Ask<R> ask = new Ask<>(clock, clock.nanoTime() + deadline.toNanos());
        M message = Objects.requireNonNull(question.apply(ask));
        ask.question = message;
        hand(ask);
        return ask;
    }

    /// Delivers a promise with its question. A refusal completes the promise.
    <R> TellResult hand(Ask<R> ask) {
        TellResult result = deliver(ask);
        if (!result.isAccepted()) {
            AskResult.Reason reason =
                    result == TellResult.CLOSED ? AskResult.Reason.CLOSED : AskResult.Reason.FULL;
            boolean _ = ask.complete(new AskResult.Rejected<>(reason));
        }
        return result;
    }

    /// @param item a message, or the [Ask] that carries it
    TellResult deliver(Object item) {
        Mailbox<Object> box = mailboxOrNew();
        Object queued = sampled(box, item);
        return switch (box.offer(queued)) {
            case ACCEPTED -> accepted(box);
            case CLOSED -> system.counters().notAccepted(this, TellResult.CLOSED);
            case FULL -> Overflow.handle(this, box, queued);
        };
    }

    /// As [#deliver], for threads that must not wait: a full mailbox always rejects.
    TellResult deliverOrReject(Object item) {
        Mailbox<Object> box = mailboxOrNew();
        return switch (box.offer(sampled(box, item))) {
            case ACCEPTED -> accepted(box);
            case CLOSED -> system.counters().notAccepted(this, TellResult.CLOSED);
            case FULL -> system.counters().notAccepted(this, TellResult.REJECTED);
        };
    }

    private Object sampled(Mailbox<Object> box, Object item) {
        return system.isSampled(box)
                ? new ActorCounters.Sampled(item, system.clock().nanoTime())
                : item;
    }

    /// After a message was queued.
    TellResult accepted(Mailbox<Object> box) {
        if (claim()) {
            launch();
        }
        MailboxPressure known = pressure;
        if (known != null) {
            known.accepted(box);
        }
        return TellResult.ACCEPTED;
    }

    private void launch() {
        try {
            lane.execute(this);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // queued messages wait for the next sender that can start a turn
            releaseWithoutLooking();
            throw e;
        }
    }

    // ---- control

    /// @return how the actor has ended; null when it will handle the control
    @Nullable Termination control(Control control) {
        Termination how = push(control);
        if (how == null && claimEvenSuspended()) {
            launch();
        }
        return how;
    }

    @Override
    public void stop() {
        closeMailbox();
        control(new Control.Stop(false));
    }

    @Override
    public void stopNow() {
        closeMailbox();
        control(new Control.Stop(true));
    }

    void watchedBy(Control.Watcher watcher) {
        Termination how = control(new Control.Watch(watcher));
        if (how != null) {
            watcher.ended(this, how);
        }
    }

    @Override
    public CompletableFuture<Termination> termination() {
        CompletableFuture<Termination> future = new CompletableFuture<>();
        watchedBy((_, how) -> future.complete(how));
        return future;
    }

    @Override
    public boolean isTerminated() {
        return hasEnded();
    }

    /// An actor that this one watches has ended.
    @Override
    public void ended(ActorCell<?> who, Termination how) {
        control(new Control.Gone(who, how, false));
    }

    // ---- the holder of the claim

    @Override
    public boolean run() {
        ActorLife<M> current = life;
        if (current == null) {
            current = new ActorLife<>(this);
            life = current;
        }
        MailboxPressure known = pressure;
        if (known == null) {
            return current.turn();
        }
        known.enter();
        try {
            return current.turn();
        } finally {
            known.leave();
        }
    }

    @Nullable Object poll() {
        Mailbox<Object> box = mailbox();
        return box == null ? null : box.poll();
    }

    /// Releases the claim and looks again, for messages and for controls.
    ///
    /// @param suspended whether messages wait until a control comes
    /// @return true when there is something to do and this thread holds the claim again
    boolean giveUp(boolean suspended) {
        if (suspended) {
            suspend();
        } else if (release()) {
            return true;
        }
        return hasControl() && claimEvenSuspended();
    }

    void closeMailbox() {
        mailboxOrNew().close();
        MailboxPressure known = pressure;
        if (known != null) {
            known.closed();
        }
    }

    // ---- anybody

    @Override
    public String path() {
        String above = parent == null ? system.name() : parent.path();
        return above + "/" + (name == null ? Long.toString(id) : name);
    }

    @Override
    public String toString() {
        return path();
    }

    private Mailbox<Object> mailboxOrNew() {
        Mailbox<Object> box = mailbox();
        return box != null
                ? box
                : mailboxOr(spec.mailbox().kind().create(spec.mailbox().capacity()));
    }
}
