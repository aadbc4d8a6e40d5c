package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.journal.StreamHead;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Passes the entries of each stream in the order of their versions and without a gap, in whatever
/// order they came into the map. Used by the publisher's thread only.
///
/// ## The rule
///
/// A stream continues with the version after the last one that is held or was delivered here. An
/// entry with that version passes.
///
/// Otherwise the gate reads the unpublished events of the stream from the journal, with one read
/// for all such streams of a page. This happens when the entry has a later version. It also happens
/// when the last delivered version is not known and the page lacks version 1: the partition is new
/// here, or the version was forgotten. And it happens after this gate was told to park the stream,
/// until an event of it is delivered here. The events that were read are delivered next, whether or
/// not the map has them. A read is bounded by events and by bytes; entries behind the end of a read
/// that is not complete stay in the map, and the stream is read again.
///
/// An entry of an event that is already published is a leftover and is deleted.
///
/// The journal does not return the events of a parked stream, so their entries are leftovers, too.
/// The gate does not remember which streams are parked: another member may retry them, and
/// partitions move.
///
/// ```text
/// held or delivered   found in the map    unpublished in the journal    passes    leftover
///        3                 4 5                     —                     4 5
///        3                 5                      4 5                    4 5
///        3                 3 4                     —                     4         3
///     unknown              5                      4 5                    4 5
///     unknown              5                     nothing                           5
///     unknown              1                       —                     1
///  told to park it         1                    nothing                           1
/// ```
///
/// The events of a stream are published in the order of their versions. So the first unpublished
/// version is the next one to deliver.
final class VersionGate implements DeliveryOrder {

    /// Most streams whose last delivered version is remembered; about 200 bytes each.
    static final int STREAMS_MAX = 20_000;

    /// In place of a last delivered version: only the journal knows what comes next.
    private static final long ASK = -2;

    private final SharedJournal journal;
    private final int perStreamMax;
    private final Map<StreamId, Long> lastDelivered =
            new LinkedHashMap<>(1_024, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<StreamId, Long> eldest) {
                    return size() > STREAMS_MAX;
                }
            };

    /// Streams of which the journal may have more unpublished events than one read returned, as the
    /// journal told ([StreamHead#isComplete]).
    private final Set<StreamId> partlyRead = new HashSet<>();

    /// @param perStreamMax most events of one stream that one read of the journal returns
    public VersionGate(SharedJournal journal, int perStreamMax) {
        this.journal = journal;
        this.perStreamMax = perStreamMax;
    }

    @Override
    public Passed pass(List<OutboxEntry> found, ToLongFunction<StreamId> heldThrough) {
        Map<StreamId, NavigableMap<Long, OutboxEntry>> streams = new LinkedHashMap<>();
        for (OutboxEntry entry : found) {
            streams.computeIfAbsent(entry.event().stream(), _ -> new TreeMap<>())
                    .put(entry.event().version(), entry);
        }
        List<StreamId> toAsk = new ArrayList<>();
        streams.forEach((stream, entries) -> {
            if (!continuesWithoutGap(stream, entries, heldThrough.applyAsLong(stream))) {
                toAsk.add(stream);
            }
        });
        Map<StreamId, StreamHead> unpublished =
                toAsk.isEmpty() ? Map.of() : journal.readDeliverable(toAsk, perStreamMax);
        Passed passed = new Passed(new ArrayList<>(found.size()), new ArrayList<>(), false);
        streams.forEach((stream, entries) -> {
            long held = heldThrough.applyAsLong(stream);
            StreamHead head = unpublished.get(stream);
            if (head == null) {
                take(entries, lastKnown(stream, held), held, passed);
            } else {
                take(entries, head, held, passed);
            }
        });
        return passed;
    }

    @Override
    public void delivered(StreamId stream, long version) {
        lastDelivered.put(stream, version);
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        Set<StreamId> parked = journal.park(streams);
        streams.forEach(each -> lastDelivered.put(each.stream(), ASK));
        return parked;
    }

    @Override
    public long unpark(StreamId stream) {
        return journal.unpark(stream);
    }

    @Override
    public boolean goesOn(StreamId stream) {
        return partlyRead.remove(stream);
    }

    @Override
    public boolean isAsAppended() {
        return false;
    }

    @Override
    public void restart() {
        partlyRead.clear();
    }

    /// The last version that is held or was delivered here; -1 when it is not known, [#ASK] after
    /// it was to be parked.
    private long lastKnown(StreamId stream, long held) {
        if (held > 0) {
            return held;
        }
        Long last = lastDelivered.get(stream);
        return last == null ? -1 : last;
    }

    private boolean continuesWithoutGap(
            StreamId stream, NavigableMap<Long, OutboxEntry> entries, long held) {
        long last = lastKnown(stream, held);
        if (last == -1 && entries.firstKey() == 1) {
            last = 0;
        }
        if (last < 0) {
            return false;
        }
        for (long version : entries.tailMap(last, false).keySet()) {
            if (version != ++last) {
                return false;
            }
        }
        return true;
    }

    /// Takes entries that continue from the last known version.
    private static void take(
            NavigableMap<Long, OutboxEntry> entries, long last, long held, Passed passed) {
        entries.forEach((version, entry) -> {
            if (version > last) {
                passed.next().add(entry);
            } else if (held == 0) {
                passed.leftovers().add(entry); // delivered here; a held one is still on its way
            }
        });
    }

    /// Takes the unpublished events of the journal, whatever the map has.
    private void take(
            NavigableMap<Long, OutboxEntry> entries,
            StreamHead unpublished,
            long held,
            Passed passed) {
        long through = held;
        for (RecordedEvent event : unpublished.events()) {
            if (event.version() > held) {
                @Nullable OutboxEntry found = entries.get(event.version());
                passed.next().add(found == null ? OutboxEntry.pending(event) : found);
            }
            entries.remove(event.version());
            through = Math.max(through, event.version());
        }
        for (OutboxEntry entry : entries.values()) {
            if (unpublished.isComplete() || entry.event().version() <= through) {
                passed.leftovers().add(entry);
            } else {
                // Read again when the events before it are delivered.
                partlyRead.add(entry.event().stream());
            }
        }
    }
}
