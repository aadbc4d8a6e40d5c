package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.DeadlineClock;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The promise of an answer. One object is the `replyTo` of the message, its envelope in the
/// mailbox and the entry of its deadline. No actor is created for it. Thread-safe.
///
/// # The deadline
///
/// A waiting platform thread needs nobody to wake it: it parks until the deadline. Virtual threads,
/// whose timed park costs a timer each, and listeners are entered in the system's [DeadlineClock],
/// which is one thread for all. The answer takes the entry out again.
///
/// An answer after the deadline still counts if nobody has noticed the deadline before it.
///
/// # Before parking
///
/// A platform thread spins for a moment before it parks ([DeadlineClock#spinUntilDone]). A virtual
/// thread does not spin, because the actor may be waiting for the very processor that would spin.
///
/// # Waiting threads and listeners
///
/// `waiting` is null, a thread, a [Listener] with more behind it, or [#NOBODY] when the result is
/// there. The result is set first, so a thread that finds `NOBODY` finds the result.
///
/// @param <R> answers
public final class Ask<R> extends DeadlineClock.Timeout implements Recipient<R> {

    private static final Logger LOG = System.getLogger(Ask.class.getName());
    private static final Object NOBODY = new Object();

    private static final VarHandle RESULT;
    private static final VarHandle WAITING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RESULT = lookup.findVarHandle(Ask.class, "result", AskResult.class);
            WAITING = lookup.findVarHandle(Ask.class, "waiting", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// A thread to unpark or a consumer to call.
    private record Listener(Object whom, @Nullable Object next) {}

    private final DeadlineClock clock;

    /// The message that carries this promise. Written before the mailbox takes it.
    @Nullable Object question;

    private volatile @Nullable AskResult<R> result;
    private volatile @Nullable Object waiting;

    Ask(DeadlineClock clock, long dueNanos) {
        super(dueNanos);
        this.clock = clock;
    }

    /// Answers. Any thread may call it; the first answer counts.
    @Override
    public TellResult tell(R reply) {
        return complete(new AskResult.Answered<>(reply)) ? TellResult.ACCEPTED : TellResult.CLOSED;
    }

    /// The result, or null as long as there is none.
    public @Nullable AskResult<R> peek() {
        return result;
    }

    /// True when the result is there.
    @Override
    public boolean isDone() {
        return result != null;
    }

    /// Waits for the result, at most until the deadline of the ask. An interrupt ends the wait as
    /// the deadline does, and stays on the thread.
    ///
    /// @throws IllegalStateException always on a thread of a pinned dispatcher, which belongs to
    ///   other actors too: use [ActorContext#pipeToSelf]
    public AskResult<R> await() {
        Thread thread = Thread.currentThread();
        if (Dispatcher.isPinned(thread)) {
            throw new IllegalStateException(
                    "an actor on the pinned thread "
                            + thread.getName()
                            + " must not wait for an answer: use pipeToSelf");
        }
        AskResult<R> answer = result;
        if (answer != null) {
            return answer;
        }
        boolean timed = clock.isRealTime() && !thread.isVirtual();
        if (timed && clock.spinUntilDone(this)) {
            return got();
        }
        if (enlist(thread)) {
            if (!timed) {
                awaitDeadline();
            }
            park(thread, timed);
        }
        return got();
    }

    /// Calls the listener with the result: at once when it is there, otherwise on the thread that
    /// completes the ask. The listener must not block. Its exceptions are logged.
    public void onComplete(Consumer<? super AskResult<R>> listener) {
        if (enlist(new Listener(listener, null))) {
            awaitDeadline();
        } else {
            call(listener, got());
        }
    }

    /// The result as a future, which is never completed exceptionally.
    public CompletableFuture<AskResult<R>> toFuture() {
        CompletableFuture<AskResult<R>> future = new CompletableFuture<>();
        onComplete(future::complete);
        return future;
    }

    /// @return true when this is the result now; false when there was one already
    boolean complete(AskResult<R> outcome) {
        if (result != null || !RESULT.compareAndSet(this, null, outcome)) {
            return false;
        }
        clock.cancel(this);
        announce(WAITING.getAndSet(this, NOBODY), outcome);
        return true;
    }

    @Override
    protected void expire() {
        complete(new AskResult.TimedOut<>());
    }

    /// @return false when the result is there, and listeners are not called any more
    @SuppressWarnings("ReferenceEquality") // NOBODY is a mark
    private boolean enlist(Object who) {
        while (true) {
            Object before = waiting;
            if (before == NOBODY) {
                return false;
            }
            Object head = before == null ? who : new Listener(whom(who), before);
            if (WAITING.compareAndSet(this, before, head)) {
                return true;
            }
        }
    }

    private void awaitDeadline() {
        clock.schedule(this);
        if (result != null) {
            // the answer may have come before the entry and found nothing to take out
            clock.cancel(this);
        }
    }

    private void park(Thread thread, boolean timed) {
        while (result == null) {
            if (thread.isInterrupted()) {
                expire();
            } else if (!timed) {
                LockSupport.park(this);
            } else {
                long left = dueNanos - clock.nanoTime();
                if (left <= 0) {
                    expire();
                } else {
                    LockSupport.parkNanos(this, left);
                }
            }
        }
    }

    private AskResult<R> got() {
        AskResult<R> answer = result;
        if (answer == null) {
            throw new IllegalStateException("the ask has no result yet");
        }
        return answer;
    }

    private static Object whom(Object who) {
        return who instanceof Listener(var whom, _) ? whom : who;
    }

    private void announce(@Nullable Object who, AskResult<R> outcome) {
        Object rest = who;
        while (rest != null) {
            Object whom = whom(rest);
            if (whom instanceof Thread thread) {
                LockSupport.unpark(thread);
            } else if (whom instanceof Consumer<?> listener) {
                @SuppressWarnings("unchecked") // enlisted by onComplete
                Consumer<? super AskResult<R>> told = (Consumer<? super AskResult<R>>) listener;
                call(told, outcome);
            }
            rest = rest instanceof Listener(_, var next) ? next : null;
        }
    }

    private void call(Consumer<? super AskResult<R>> listener, AskResult<R> outcome) {
        try {
            listener.accept(outcome);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a listener of an ask threw", e);
        }
    }
}
