package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CursorClaim;
import dev.cobnut.framework.journal.CursorState;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.ParkedStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Cursors in front of others, which a test can cut off or exchange.
public final class CursorsInFront implements Cursors {

    private volatile Cursors cursors;
    private volatile boolean readsFail;
    private volatile boolean changesFail;
    private final AtomicInteger failedReads = new AtomicInteger();

    public CursorsInFront(Cursors cursors) {
        this.cursors = cursors;
    }

    public void exchangeFor(Cursors others) {
        cursors = others;
    }

    public void failReads(boolean fail) {
        readsFail = fail;
    }

    public void failChanges(boolean fail) {
        changesFail = fail;
    }

    public int failedReads() {
        return failedReads.get();
    }

    private Cursors reading() {
        if (readsFail) {
            failedReads.incrementAndGet();
            throw new JournalException("planted fault of a read", null);
        }
        return cursors;
    }

    private Cursors changing() {
        if (changesFail) {
            throw new JournalException("planted fault of a change", null);
        }
        return cursors;
    }

    @Override
    public void register(String cursor, long position) {
        changing().register(cursor, position);
    }

    @Override
    public List<RecordedEvent> readAll(long afterPosition, int limit) {
        return reading().readAll(afterPosition, limit);
    }

    @Override
    public long positionBefore(Instant instant) {
        return reading().positionBefore(instant);
    }

    @Override
    public @Nullable CursorClaim claim(String cursor, Duration term) {
        return changing().claim(cursor, term);
    }

    @Override
    public boolean advance(
            CursorClaim claim,
            long position,
            Duration term,
            Collection<ParkedStream> parked,
            Collection<StreamId> unparked) {
        return changing().advance(claim, position, term, parked, unparked);
    }

    @Override
    public void release(CursorClaim claim) {
        changing().release(claim);
    }

    @Override
    public List<CursorState> states(Collection<String> names) {
        return reading().states(names);
    }

    @Override
    public Map<StreamId, Long> parkedStreams(String cursor, int limit) {
        return reading().parkedStreams(cursor, limit);
    }

    @Override
    public Map<StreamId, Long> retries(String cursor, int limit) {
        return reading().retries(cursor, limit);
    }

    @Override
    public List<ParkedStream> readParked(String cursor, int limit) {
        return reading().readParked(cursor, limit);
    }

    @Override
    public boolean retry(String cursor, StreamId stream) {
        return changing().retry(cursor, stream);
    }

    @Override
    public int retryAll(String cursor) {
        return changing().retryAll(cursor);
    }

    @Override
    public void forget(String cursor) {
        changing().forget(cursor);
    }
}
