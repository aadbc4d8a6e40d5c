package dev.cobnut.framework.eventstore;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.io.Serial;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Keeps the copy of a stream that a reader has loaded from the journal, unless the stream grows
/// meanwhile. The reader reserves the place, looks whether the journal has more, and fills the
/// place when it has not.
///
/// An append replaces the reservation by its events, and an eviction removes it. Either way the
/// reader finds its reservation gone and keeps nothing. No reader takes a reservation for a copy.
///
/// A copy of the last events only needs no reservation: each append makes it longer.
///
/// @see <a href="https://research.facebook.com/publications/scaling-memcache-at-facebook/">Scaling
///   Memcache at Facebook, section 3.2.1: leases</a>
final class CopyReservation implements EntryProcessor<String, StreamEntry, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    /// First version of a reservation: no reader's page begins there.
    private static final long NO_VERSION = Long.MAX_VALUE;

    /// Negative, so it is the last version of no copy, and each event comes after a gap.
    private final long reader;

    private final @Nullable StreamEntry loaded;

    private CopyReservation(long reader, @Nullable StreamEntry loaded) {
        this.reader = reader;
        this.loaded = loaded;
    }

    /// Reserves the place of a stream that has no copy.
    static CopyReservation byNewReader() {
        return new CopyReservation(ThreadLocalRandom.current().nextLong(Long.MIN_VALUE, 0), null);
    }

    /// Fills the place with all events that the journal had after the place was reserved.
    CopyReservation filledWith(StreamEntry events) {
        return new CopyReservation(reader, events);
    }

    boolean isFilled() {
        return loaded != null;
    }

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, StreamEntry> entry) {
        StreamEntry current = entry.getValue();
        if (loaded == null) {
            if (current == null || current.firstVersion() == NO_VERSION) {
                entry.setValue(new StreamEntry(NO_VERSION, reader, new byte[0]));
            }
        } else if (current != null && (current.lastVersion() == reader || completes(current))) {
            entry.setValue(loaded);
        }
        return null;
    }

    private boolean completes(StreamEntry current) {
        return loaded != null
                && loaded.lastVersion() == current.lastVersion()
                && loaded.firstVersion() < current.firstVersion();
    }

    /// Used for a partition of another member; a partition of this member gets the object itself.
    static final class Serializer implements CompactSerializer<CopyReservation> {

        @Override
        public CopyReservation read(CompactReader in) {
            return new CopyReservation(in.readInt64("reader"), in.readCompact("loaded"));
        }

        @Override
        public void write(CompactWriter out, CopyReservation reservation) {
            out.writeInt64("reader", reservation.reader);
            out.writeCompact("loaded", reservation.loaded);
        }

        @Override
        public String getTypeName() {
            return "cobnut.stream.reservation";
        }

        @Override
        public Class<CopyReservation> getCompactClass() {
            return CopyReservation.class;
        }
    }
}
