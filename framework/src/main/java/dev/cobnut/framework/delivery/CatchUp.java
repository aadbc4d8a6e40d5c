package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CaughtUp;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.ConsumerState;
import dev.cobnut.framework.journal.Consumers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.view.BuildProgress;
import dev.cobnut.framework.view.Projection.LookupRow;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import dev.cobnut.framework.view.Views.LookupAt;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A background role that lets the views catch up with what others have delivered.
///
/// Each view is a consumer of the journal. Its lookups need
///
/// - the streams from before it was registered: they are built, from position 0;
/// - the streams of which a member that does not know the view has published an event: the journal
///   records them as missed.
///
/// Both are folded from the journal. Of the members that know a consumer, one catches up for it:
/// its keeper. A keeper attends also between the steps of long work, and stops when it is the
/// keeper no more. Only the journal says that a view is built. Streams that fail stay missed, and
/// are tried again after a pause ([Setback]).
final class CatchUp implements AutoCloseable {

    /// Most missed streams of one step.
    private static final int STREAMS_MAX = 200;

    /// A third of a keeper's term, and much less than [Consumers#FORGET_SECONDS].
    private static final Duration ATTEND_MAX = Duration.ofSeconds(5);

    private static final long CLOSE_SECONDS_MAX = 10;

    private static final Logger LOG = System.getLogger(CatchUp.class.getName());

    private final Views views;
    private final Journal journal;
    private final Consumers consumers;
    private final Membership membership;
    private final Duration interval;
    private final List<Consumer> served;
    private final LongSupplier nanoTime;
    private final Semaphore end = new Semaphore(0);

    /// In the order of the views.
    private final List<Setback> setbacks;

    private final Thread thread;
    private volatile boolean closed;

    /// As the journal knew the consumers at `attendedAtNanos`, in the order of the views.
    private List<ConsumerState> states = List.of();

    private long attendedAtNanos;

    /// @param interval time between two turns, which are at most 5 s apart
    /// @param nanoTime as [System#nanoTime]; pauses and intervals are measured by it
    CatchUp(
            Views views,
            Journal journal,
            Membership membership,
            Duration interval,
            LongSupplier nanoTime) {
        this.views = views;
        this.journal = journal;
        this.consumers = journal.consumers();
        this.membership = membership;
        this.interval = interval.compareTo(ATTEND_MAX) < 0 ? interval : ATTEND_MAX;
        this.nanoTime = nanoTime;
        this.served = views.all().stream().map(CatchUp::consumer).toList();
        this.setbacks =
                served.stream().map(consumer -> new Setback(consumer, interval, nanoTime)).toList();
        this.thread = Thread.ofPlatform().name("cobnut-catch-up").daemon(true).unstarted(this::run);
    }

    private static Consumer consumer(View<?> view) {
        return new Consumer(view.projection().name(), view.projection().version());
    }

    /// Registers the views, before anything is delivered to them, and begins to catch up.
    void start() {
        if (!served.isEmpty()) {
            attend();
            thread.start();
        }
    }

    private void run() {
        try {
            while (!closed) {
                try {
                    turn();
                } catch (Throwable e) {
                    tellFailure("the views", e);
                }
                boolean _ = end.tryAcquire(interval.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException _) {
            closed = true; // only close() interrupts
        }
    }

    private void tellFailure(String who, Throwable failure) {
        Failures.rethrowFatal(failure);
        if (failure instanceof InterruptedException) { // thrown although not declared
            Thread.currentThread().interrupt();
        }
        LOG.log(
                closed ? Level.DEBUG : Level.WARNING,
                who + " cannot catch up: " + failure.getMessage() + "; it is tried again",
                failure);
    }

    /// Lets each consumer of which this member is the keeper catch up, unless it pauses. A failure
    /// of one keeps no other back.
    void turn() {
        attend();
        for (int i = 0; i < states.size() && !closed; i++) {
            View<?> view = views.all().get(i);
            ConsumerState state = states.get(i);
            try {
                if (state.isKeeper() && build(view, state, setbacks.get(i))) {
                    catchUpWithMissed(view, state, setbacks.get(i));
                }
            } catch (Throwable e) {
                tellFailure("the view " + state.consumer(), e);
            }
        }
    }

    private void attend() {
        states = consumers.attend(served);
        for (int i = 0; i < states.size(); i++) {
            View<?> view = views.all().get(i);
            ConsumerState state = states.get(i);
            view.progress(new BuildProgress(state.built(), state.registered(), state.answers()));
        }
        attendedAtNanos = nanoTime.getAsLong();
    }

    /// Builds what was there before the view was registered.
    ///
    /// @return true when the journal says that it is built
    private boolean build(View<?> view, ConsumerState state, Setback setback) {
        if (state.isBuilt()) {
            return true;
        }
        LOG.log(
                Level.INFO,
                "The view {0} is built from the journal, from position {1} through {2}.",
                state.consumer(),
                state.built(),
                state.registered());
        long built = state.built();
        while (built < state.registered() && mayGoOn(state.consumer(), built)) {
            long through = Math.min(built + Consumers.RANGE_MAX, state.registered());
            List<StreamId> begun = consumers.readBegun(built, through);
            Setback.Tried _ = record(view, state.consumer(), setback, through, begun);
            built = through;
        }
        boolean isBuilt = built >= state.registered() && isKept(state.consumer(), built);
        if (isBuilt) {
            LOG.log(Level.INFO, "The view {0} is built.", state.consumer());
        }
        return isBuilt;
    }

    private void catchUpWithMissed(View<?> view, ConsumerState state, Setback setback) {
        Consumer consumer = state.consumer();
        if (setback.isPaused(() -> consumers.countMissed(consumer))) {
            return;
        }
        Setback.Tried all = Setback.Tried.NONE;
        StreamId after = null;
        while (mayGoOn(consumer, state.registered())) {
            List<StreamId> missed = consumers.readMissed(consumer, after, STREAMS_MAX);
            if (missed.isEmpty()) {
                setback.tried(all);
                return;
            }
            all = all.and(record(view, consumer, setback, 0, missed));
            after = missed.getLast();
        }
    }

    private boolean mayGoOn(Consumer consumer, long built) {
        return !closed
                && membership.mayDeliver()
                && (nanoTime.getAsLong() - attendedAtNanos < interval.toNanos()
                        || isKept(consumer, built));
    }

    /// Attends, and shows the progress that the journal knows.
    ///
    /// @return false when another member is the keeper now, or when the consumer was forgotten
    ///   meanwhile, so that what this member has built does not count
    private boolean isKept(Consumer consumer, long built) {
        attend();
        return states.stream()
                .anyMatch(state ->
                        state.consumer().equals(consumer)
                                && state.isKeeper()
                                && state.built() >= built);
    }

    /// @param built 0 when the streams are missed already; a failure that was recorded before is
    ///   then not recorded again
    private Setback.Tried record(
            View<?> view, Consumer consumer, Setback setback, long built, List<StreamId> streams) {
        List<CaughtUp> caughtUp = new ArrayList<>(streams.size());
        Set<StreamId> failed = new HashSet<>();
        Setback.Failed first = null;
        int failedBefore = 0;
        int withoutEvents = 0;
        for (StreamId stream : streams) {
            View.Refolded refolded = refold(view, stream);
            if (refolded == null) {
                withoutEvents++;
                continue;
            }
            List<LookupChange> rows = List.of();
            Throwable failure = refolded.failure();
            try {
                rows = changes(stream, refolded.lookups());
            } catch (IllegalArgumentException e) {
                failure = e;
            }
            CaughtUp done = new CaughtUp(stream, refolded.version(), rows);
            if (failure != null) {
                tell(view, stream, failure);
                first = first == null ? new Setback.Failed(stream, failure) : first;
                if (built == 0 && setback.isRecorded(done)) {
                    failedBefore++;
                    continue;
                }
                failed.add(stream);
            }
            caughtUp.add(done);
        }
        int missed = failedBefore + withoutEvents;
        if (built > 0 || !caughtUp.isEmpty()) {
            missed += consumers.record(consumer, built, caughtUp, failed);
            setback.recorded(caughtUp, failed);
        }
        return new Setback.Tried(
                failedBefore + caughtUp.size(), failedBefore + failed.size(), missed, first);
    }

    /// @throws IllegalArgumentException when the journal cannot hold a row
    private static List<LookupChange> changes(StreamId stream, List<LookupRow> rows) {
        return rows.stream().map(row -> Delivery.change(stream, new LookupAt(0, row))).toList();
    }

    private View.@Nullable Refolded refold(View<?> view, StreamId stream) {
        return view.shows(stream)
                ? view.refold(stream, journal::read)
                : new View.Refolded(Long.MAX_VALUE, List.of(), null);
    }

    /// An event that is published already is not delivered again, so nothing parks its stream. The
    /// warning, once per consumer, is the one of [Setback].
    private static void tell(View<?> view, StreamId stream, Throwable failure) {
        LOG.log(
                Level.DEBUG,
                "the view "
                        + view.projection().name()
                        + " cannot catch up with "
                        + stream
                        + ": "
                        + failure.getMessage(),
                failure);
    }

    @Override
    public void close() {
        closed = true;
        end.release();
        if (!thread.isAlive()) {
            return;
        }
        try {
            if (!thread.join(Duration.ofSeconds(CLOSE_SECONDS_MAX))) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
