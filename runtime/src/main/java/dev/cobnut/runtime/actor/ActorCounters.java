package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.actor.Supervision.Directive;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.TellResult;
import java.util.concurrent.atomic.LongAdder;

/// Counts the events of a system and passes them on to its observer. An exception of the observer
/// is counted and does not reach the runtime.
final class ActorCounters implements ActorMetrics {

    /// A message whose time in the mailbox is measured.
    ///
    /// @param item the message, or the [Ask] that carries it
    record Sampled(Object item, long queuedNanos) {}

    private final ActorSystem system;
    private final ActorObserver observer;

    private final LongAdder accepted = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder blockedTooLong = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder restarted = new LongAdder();
    private final LongAdder terminated = new LongAdder();
    private final LongAdder deadLetters = new LongAdder();
    private final LongAdder observerErrors = new LongAdder();
    private final WaitHistogram waits = new WaitHistogram();

    ActorCounters(ActorSystem system, ActorObserver observer) {
        this.system = system;
        this.observer = observer;
    }

    // ---- events

    void batch(long acceptedMessages, int handledMessages) {
        if (acceptedMessages > 0) {
            accepted.add(acceptedMessages);
        }
        if (handledMessages > 0) {
            handled.add(handledMessages);
        }
    }

    TellResult notAccepted(ActorCell<?> actor, TellResult result) {
        switch (result) {
            case REJECTED -> rejected.increment();
            case DROPPED -> dropped.increment();
            case TIMED_OUT -> blockedTooLong.increment();
            case CLOSED -> closed.increment();
            case ACCEPTED, ACCEPTED_OLDEST_DROPPED ->
                    throw new IllegalArgumentException(result + " is accepted");
        }
        guarded(() -> observer.notAccepted(actor, result));
        return result;
    }

    void oldestDropped() {
        dropped.increment();
    }

    /// If the message came with an ask, this answers it too.
    ///
    /// @param item the message, an [Ask] that carries it, or a [Sampled] of either
    void deadLetter(ActorCell<?> actor, Object item, DeadLetter.Cause cause) {
        Object inner = item instanceof Sampled(var sampled, _) ? sampled : item;
        Object message = inner;
        if (inner instanceof Ask<?> ask) {
            Object question = ask.question;
            message = question == null ? ask : question;
            answer(ask, cause);
        }
        deadLetters.increment();
        DeadLetter letter = new DeadLetter(actor, message, cause);
        guarded(() -> observer.deadLetter(letter));
    }

    void failed(ActorCell<?> actor, Throwable cause, Directive directive) {
        failed.increment();
        guarded(() -> observer.failed(actor, cause, directive));
    }

    void restarted(ActorCell<?> actor) {
        restarted.increment();
        guarded(() -> observer.restarted(actor));
    }

    void terminated(ActorCell<?> actor, Termination how) {
        terminated.increment();
        guarded(() -> observer.terminated(actor, how));
    }

    void waited(ActorCell<?> actor, long nanos) {
        waits.record(nanos);
        guarded(() -> observer.waited(actor, nanos));
    }

    /// Runs code of an observer or a listener.
    void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException _) {
            observerErrors.increment();
        }
    }

    private static <R> void answer(Ask<R> ask, DeadLetter.Cause cause) {
        boolean _ =
                ask.complete(
                        switch (cause) {
                            case DeadLetter.Cause.HandlerFailed(var thrown) ->
                                    new AskResult.Failed<>(thrown);
                            case DeadLetter.Cause.Dropped _ ->
                                    new AskResult.Rejected<>(AskResult.Reason.FULL);
                            case DeadLetter.Cause.ActorStopped _ ->
                                    new AskResult.Rejected<>(AskResult.Reason.CLOSED);
                            case DeadLetter.Cause.NotAccepted _ ->
                                    new AskResult.Rejected<>(AskResult.Reason.FULL);
                        });
    }

    // ---- readings

    @Override
    public long accepted() {
        return accepted.sum();
    }

    @Override
    public long handled() {
        return handled.sum();
    }

    @Override
    public long queued() {
        long sum = 0;
        for (ActorCell<?> cell : system.live()) {
            sum += cell.depth();
        }
        return sum;
    }

    @Override
    public int actors() {
        return system.live().size();
    }

    @Override
    public long rejected() {
        return rejected.sum();
    }

    @Override
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public long blockedTooLong() {
        return blockedTooLong.sum();
    }

    @Override
    public long closed() {
        return closed.sum();
    }

    @Override
    public long failed() {
        return failed.sum();
    }

    @Override
    public long restarted() {
        return restarted.sum();
    }

    @Override
    public long terminated() {
        return terminated.sum();
    }

    @Override
    public long deadLetters() {
        return deadLetters.sum();
    }

    @Override
    public long observerErrors() {
        return observerErrors.sum();
    }

    @Override
    public long waitedNanos(double q) {
        return waits.quantile(q);
    }

    @Override
    public long waitedSamples() {
        return waits.count();
    }
}
