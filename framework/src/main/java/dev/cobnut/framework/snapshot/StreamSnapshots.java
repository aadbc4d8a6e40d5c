package dev.cobnut.framework.snapshot;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.SnapshotStore;
import dev.cobnut.framework.journal.StoredSnapshot;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The snapshots of one decider's streams. Thread-safe.
///
/// One thread of its own writes them, after the command has its answer. When too many wait, a
/// snapshot is not taken; the stream's next one comes as many events later.
public final class StreamSnapshots<S> implements AutoCloseable {

    /// Most snapshots that wait to be written.
    private static final int WAITING_MAX = 256;

    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);
    private static final Duration WARNING_GAP = Duration.ofMinutes(1);
    private static final Logger LOG = System.getLogger(StreamSnapshots.class.getName());

    private final Snapshots<S> rule;
    private final SnapshotStore store;
    private final ThreadPoolExecutor writer;
    private final LongAdder taken = new LongAdder();
    private final LongAdder used = new LongAdder();
    private final LongAdder ignored = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicLong quietUntil = new AtomicLong(System.nanoTime());

    /// @param category of the streams, for the name of the thread
    public StreamSnapshots(Snapshots<S> rule, SnapshotStore store, String category) {
        this.rule = rule;
        this.store = store;
        this.writer =
                new ThreadPoolExecutor(
                        1,
                        1,
                        10,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        Thread.ofPlatform()
                                .daemon()
                                .name("cobnut-snapshots-" + category)
                                .factory());
        writer.allowCoreThreadTimeOut(true);
    }

    /// Reads one event of a stream, as the journal has it.
    @FunctionalInterface
    public interface EventAt {

        /// @return null when the stream has no such version
        @Nullable RecordedEvent read(long version);
    }

    /// The state to begin a fold with.
    ///
    /// @param upToVersion the last version that is asked for
    /// @return null when there is no snapshot that may be used
    public @Nullable Versioned<S> find(StreamId stream, long upToVersion, EventAt events) {
        StoredSnapshot snapshot = store.find(stream);
        if (snapshot == null || snapshot.version() > upToVersion) {
            return null;
        }
        Versioned<S> state = null;
        if (snapshot.schemaVersion() == rule.schemaVersion()) {
            RecordedEvent last = events.read(snapshot.version());
            if (last != null && last.id().equals(snapshot.eventId())) {
                state = decode(snapshot);
            }
        }
        (state == null ? ignored : used).increment();
        return state;
    }

    private @Nullable Versioned<S> decode(StoredSnapshot snapshot) {
        try {
            S state =
                    Objects.requireNonNull(
                            rule.decode(snapshot.state()), "the state is read as null");
            return new Versioned<>(state, snapshot.version());
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            warn(
                    "The snapshot of "
                            + snapshot.stream()
                            + " at version "
                            + snapshot.version()
                            + " cannot be read; the whole stream is applied.",
                    e);
            return null;
        }
    }

    /// @param events since the last snapshot
    /// @param bytes of payloads since the last snapshot
    public boolean isDueAfter(long events, long bytes) {
        return rule.isDueAfter(events, bytes);
    }

    /// Takes a snapshot. Returns at once.
    ///
    /// @param eventId of the last event that is in the state
    public void take(StreamId stream, Versioned<S> state, UUID eventId) {
        try {
            writer.execute(() -> write(stream, state, eventId));
        } catch (RejectedExecutionException e) {
            failed.increment();
            warn("Too many snapshots wait; that of " + stream + " is not taken.", null);
        }
    }

    private void write(StreamId stream, Versioned<S> state, UUID eventId) {
        try {
            Payload encoded = rule.encode(state.state());
            if (encoded.length() > Snapshots.STATE_BYTES_MAX) {
                throw new IllegalStateException(
                        "the state has "
                                + encoded.length()
                                + " bytes, a snapshot at most "
                                + Snapshots.STATE_BYTES_MAX);
            }
            store.put(
                    new StoredSnapshot(
                            stream, state.version(), eventId, rule.schemaVersion(), encoded));
            taken.increment();
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            failed.increment();
            warn("The snapshot of " + stream + " at version " + state.version() + " failed.", e);
        }
    }

    /// Logs at most once a minute. The counters have the rest.
    private void warn(String sentence, @Nullable Throwable cause) {
        long now = System.nanoTime();
        long until = quietUntil.get();
        if (now - until >= 0 && quietUntil.compareAndSet(until, now + WARNING_GAP.toNanos())) {
            LOG.log(Level.WARNING, sentence, cause);
        }
    }

    /// Snapshots that were stored.
    public long taken() {
        return taken.sum();
    }

    /// Folds that began with a snapshot.
    public long used() {
        return used.sum();
    }

    /// Snapshots that were found and not used: of another schema version, unreadable, or of an
    /// event that the stream does not have.
    public long ignored() {
        return ignored.sum();
    }

    /// Snapshots that were due and were not stored.
    public long failed() {
        return failed.sum();
    }

    /// Writes what waits, and takes no more.
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                int left = writer.shutdownNow().size();
                LOG.log(
                        Level.WARNING,
                        "{0} snapshots were not written before the stop; they are taken later.",
                        left);
            }
        } catch (InterruptedException e) {
            writer.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
