package dev.cobnut.framework.subscription;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.JournalPages;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One subscriber, called by one virtual thread.
///
/// It holds one page of events. A page is read when all events of the one before were taken. So a
/// subscriber that asks for nothing costs a page and a thread that waits.
final class EventSubscription implements Flow.Subscription {

    private static final Logger LOG = System.getLogger(EventSubscription.class.getName());

    private final JournalPages pages;
    private final EventFilter filter;
    private final Flow.Subscriber<? super RecordedEvent> subscriber;
    private final Duration pollInterval;
    private final Consumer<EventSubscription> whenOver;
    private final AtomicLong asked = new AtomicLong();
    private final Semaphore signal = new Semaphore(0);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;
    private Iterator<RecordedEvent> page = List.<RecordedEvent>of().iterator();
    private volatile boolean cancelled;
    private volatile boolean ended;
    private volatile @Nullable IllegalArgumentException mistake;

    EventSubscription(
            JournalPages pages,
            EventFilter filter,
            Flow.Subscriber<? super RecordedEvent> subscriber,
            Duration pollInterval,
            Consumer<EventSubscription> whenOver) {
        this.pages = pages;
        this.filter = filter;
        this.subscriber = subscriber;
        this.pollInterval = pollInterval;
        this.whenOver = whenOver;
        this.thread = Thread.ofVirtual().name("cobnut-subscription").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    @Override
    public void request(long n) {
        if (n <= 0) {
            mistake =
                    new IllegalArgumentException(
                            "a subscriber must ask for 1 event or more, but asked for " + n);
        } else {
            asked.accumulateAndGet(
                    n, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        }
        wake();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    /// There are new events, or something was asked for. Any thread; cheap.
    void wake() {
        if (signal.availablePermits() == 0) {
            signal.release();
        }
    }

    /// The service stops.
    void end() {
        ended = true;
        wake();
    }

    /// Also for a subscription that is about to start.
    void awaitEnd(Duration max) {
        try {
            if (!over.await(max.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.log(Level.WARNING, "a subscriber of events still runs when the service stops");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            subscriber.onSubscribe(this);
            Throwable failure = deliver();
            if (!cancelled && failure == null) {
                subscriber.onComplete();
            } else if (!cancelled) {
                subscriber.onError(failure);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody else has this thread
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            LOG.log(Level.WARNING, "a subscriber of events failed; it gets no more of them", e);
        } finally {
            whenOver.accept(this);
            over.countDown();
        }
    }

    /// Until the end, or a failure that the subscriber is told.
    private @Nullable Throwable deliver() throws InterruptedException {
        while (!cancelled && !ended) {
            if (mistake != null) {
                return mistake;
            }
            if (asked.get() == 0) {
                signal.acquire();
                continue;
            }
            RecordedEvent event;
            try {
                event = next();
            } catch (RuntimeException e) {
                return e;
            }
            if (event == null) {
                boolean _ = signal.tryAcquire(pollInterval.toNanos(), TimeUnit.NANOSECONDS);
            } else if (filter.matches(event)) {
                asked.getAndUpdate(left -> left == Long.MAX_VALUE ? left : left - 1);
                subscriber.onNext(event);
            }
        }
        return null;
    }

    /// @return null at the end of the journal
    private @Nullable RecordedEvent next() {
        if (!page.hasNext()) {
            page = pages.next().iterator();
        }
        return page.hasNext() ? page.next() : null;
    }
}
