package dev.cobnut.framework.statistic;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.JournalPages;
import dev.cobnut.framework.journal.JournalRewoundException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the stages of one job of a statistic share. The stages run in the process of their member.
///
/// ```text
/// frame      FRAME_MICROS of the time of record
/// watermark  begin of a frame: all events of the frames before have left the source
/// mark       position of the last event before the watermark
/// ```
///
/// At the end of the journal, the frame of the last event is closed early. The events that follow
/// in it count as of the next frame: a frame decides only when its changes are committed.
final class StatisticSession<F, K, A> {

    /// Length of a window. It is also the time between two looks at the end of the journal.
    static final long FRAME_MICROS = 200_000;

    /// Time without events after which the job ends, until there are some.
    private static final long IDLE_NANOS = Duration.ofSeconds(10).toNanos();

    private final StatisticRun<F, K, A> run;
    private final long number;
    private final JournalPages pages;
    private final InstantSource clock;
    private final FactReader<F> reader;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ConcurrentSkipListMap<Long, Mark> marks = new ConcurrentSkipListMap<>();
    private volatile long lastSignNanos = System.nanoTime();

    // The source's thread alone:
    private Mark last;
    private Mark beforeFrame;
    private long frame = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lastEventNanos = System.nanoTime();
    private Instant begun = Instant.EPOCH;

    StatisticSession(
            StatisticRun<F, K, A> run,
            long number,
            JournalPages pages,
            Mark from,
            InstantSource clock) {
        this.run = run;
        this.number = number;
        this.pages = pages;
        this.clock = clock;
        this.reader = run.statistic().reader();
        this.last = from;
        this.beforeFrame = from;
    }

    long number() {
        return number;
    }

    Statistic<F, K, A> statistic() {
        return run.statistic();
    }

    /// Reads a page and hands over its facts.
    ///
    /// @return the next watermark; null when there is none
    /// @throws JournalRewoundException when the journal has lost events; the sums begin anew then
    @Nullable Long read(Consumer<StampedFact<F, K, A>> facts) {
        lastSignNanos = System.nanoTime();
        Instant now = clock.instant();
        Instant before = pages.isAtEnd() ? now : begun; // a page is read ahead by the call before
        begun = now;
        for (RecordedEvent event : nextPage()) {
            if (event.position() > last.position()) {
                read(event, facts);
            }
        }
        boolean isOpen = frame != Long.MIN_VALUE && watermark <= frame;
        if (!pages.isAtEnd()) {
            return isOpen && frame > watermark ? close(frame, beforeFrame) : null;
        }
        if (isOpen) {
            return close(frame + FRAME_MICROS, new Mark(last.position(), last.lastEvent(), before));
        }
        run.sawEnd(last.position(), before);
        return null;
    }

    private List<RecordedEvent> nextPage() {
        try {
            return pages.next();
        } catch (JournalRewoundException e) {
            run.forget();
            throw e;
        }
    }

    private void read(RecordedEvent event, Consumer<StampedFact<F, K, A>> facts) {
        long micros = Math.max(event.recordedAtMicros(), watermark);
        long itsFrame = micros - Math.floorMod(micros, FRAME_MICROS);
        if (itsFrame > frame) {
            frame = itsFrame;
            beforeFrame = last;
        }
        lastEventNanos = System.nanoTime();
        lastSignNanos = lastEventNanos;
        reader.read(event, fact -> facts.accept(new StampedFact<>(micros, fact, statistic())));
        last = new Mark(event.position(), event.id(), null);
    }

    private long close(long upTo, Mark mark) {
        watermark = upTo;
        marks.put(upTo, mark);
        return upTo;
    }

    /// Waits a moment at the end of the journal.
    ///
    /// @return true when the job is to end
    boolean awaitMore() {
        if (!pages.isAtEnd()) {
            return isOver();
        }
        try {
            return ended.await(FRAME_MICROS, TimeUnit.MICROSECONDS)
                    || System.nanoTime() - lastEventNanos > IDLE_NANOS;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Time since the source last did something, or since the job was submitted.
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - lastSignNanos);
    }

    boolean isOver() {
        return ended.getCount() == 0;
    }

    /// Ends the job. Any thread.
    void end() {
        ended.countDown();
    }

    /// Commits what the windows before a watermark have summed up.
    void commit(long upTo, List<Statistic.Change<K, A>> changes) {
        Map.Entry<Long, Mark> mark = marks.floorEntry(upTo);
        if (mark == null) {
            throw new IllegalStateException("no event is before the watermark " + upTo);
        }
        run.commit(number, mark.getValue(), changes);
        marks.headMap(upTo, true).clear();
    }
}
