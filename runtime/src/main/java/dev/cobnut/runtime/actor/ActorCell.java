package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.Mailbox;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An actor as its senders see it: the mailbox, and what happens when that is full. What only the
/// holder of the claim touches is in [ActorLife].
///
/// An actor that was never told anything has neither mailbox nor life: it is this object, and its
/// entry in the system.
final class ActorCell<M> extends ActorRef<M> implements Watcher {

    private static final VarHandle MAILBOX;

    static {
        try {
            MAILBOX =
                    MethodHandles.lookup().findVarHandle(ActorCell.class, "mailbox", Mailbox.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final ActorSystem system;
    final ActorSpec<M> spec;
    final @Nullable ActorCell<?> parent;
    final @Nullable Pressure pressure;

    private final Lane lane;
    private final long id;
    private final @Nullable String name;
    private volatile @Nullable Mailbox<Object> mailbox;

    /// Only the holder of the claim touches it.
    private @Nullable ActorLife<M> life;

    ActorCell(
            ActorSystem system,
            ActorSpec<M> spec,
            Lane lane,
            @Nullable ActorCell<?> parent,
            long id,
            @Nullable String name) {
        this.system = system;
        this.spec = spec;
        this.lane = lane;
        this.parent = parent;
        this.id = id;
        this.name = name;
        Watermarks watermarks = spec.mailbox().watermarks();
        boolean blocks = spec.mailbox().backpressure() instanceof Backpressure.Block;
        this.pressure = blocks || watermarks != null ? new Pressure(this, watermarks) : null;
    }

    // ---- senders

    @Override
    public TellResult tell(M message) {
        if (Objects.requireNonNull(message) instanceof Ask<?>) {
            throw new IllegalArgumentException(
                    "the promise of an ask cannot be a message of its own: put it into one");
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

    /// Delivers a promise with its question; if it is not taken, that is the answer.
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

    /// As [#deliver], for threads that must not wait: a full mailbox rejects.
    TellResult deliverOrReject(Object item) {
        Mailbox<Object> box = mailboxOrNew();
        return switch (box.offer(sampled(box, item))) {
            case ACCEPTED -> accepted(box);
            case CLOSED -> system.counters().notAccepted(this, TellResult.CLOSED);
            case FULL -> system.counters().notAccepted(this, TellResult.REJECTED);
        };
    }

    private Object sampled(Mailbox<Object> box, Object item) {
        return system.isSampled(box) ? new Sampled(item, system.clock().nanoTime()) : item;
    }

    /// After a message was queued.
    TellResult accepted(Mailbox<Object> box) {
        if (claim()) {
            launch();
        }
        Pressure ours = pressure;
        if (ours != null) {
            ours.accepted(box);
        }
        return TellResult.ACCEPTED;
    }

    private void launch() {
        try {
            lane.execute(this);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // what is queued waits for the next one who can start a turn
            release(IDLE);
            throw e;
        }
    }

    // ---- control

    /// @return how the actor has ended; null when it will obey
    @Nullable Termination control(Control control) {
        Termination how = push(control);
        if (how == null && claimForControl()) {
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

    void watchedBy(Watcher watcher) {
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

    /// This actor watches another one.
    @Override
    public void ended(ActorCell<?> who, Termination how) {
        control(new Control.Gone(who, how, false));
    }

    // ---- the holder of the claim

    @Override
    boolean run() {
        ActorLife<M> current = life;
        if (current == null) {
            current = new ActorLife<>(this);
            life = current;
        }
        Pressure ours = pressure;
        if (ours == null) {
            return current.turn();
        }
        ours.enter();
        try {
            return current.turn();
        } finally {
            ours.leave();
        }
    }

    @Nullable Object poll() {
        Mailbox<Object> box = mailbox;
        return box == null ? null : box.poll();
    }

    @Nullable Mailbox<Object> mailbox() {
        return mailbox;
    }

    /// Releases the claim and looks again.
    ///
    /// @return whether there is something to do, and the claim was taken back for it
    boolean giveUp(boolean suspended) {
        release(suspended ? SUSPENDED : IDLE);
        if (hasControl()) {
            return claimForControl();
        }
        return !suspended && depth() > 0 && claim();
    }

    void closeMailbox() {
        mailboxOrNew().close();
        Pressure ours = pressure;
        if (ours != null) {
            ours.closed();
        }
    }

    // ---- anybody

    @Override
    public int depth() {
        Mailbox<Object> box = mailbox;
        return box == null ? 0 : box.depth();
    }

    @Override
    public String path() {
        String above = parent == null ? system.name() : parent.path();
        return above + "/" + (name == null ? Long.toString(id) : name);
    }

    private Mailbox<Object> mailboxOrNew() {
        Mailbox<Object> box = mailbox;
        return box != null ? box : open();
    }

    private Mailbox<Object> open() {
        Mailbox<Object> fresh = spec.mailbox().kind().create(spec.mailbox().capacity());
        while (true) {
            Mailbox<Object> box = mailbox;
            if (box != null) {
                return box;
            }
            if (MAILBOX.compareAndSet(this, null, fresh)) {
                return fresh;
            }
        }
    }
}
