package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
/// here, or the version was forgotten. The events that were read are delivered next, whether or not
/// the map has them.
///
/// An entry of an event that is already published is a leftover and is deleted.
///
/// ```text
/// held or delivered   found in the map    unpublished in the journal    passes    leftover
///        3                 4 5                     —                     4 5
///        3                 5                      4 5                    4 5
///        3                 3 4                     —                     4         3
///     unknown              5                      4 5                    4 5
///     unknown              5                     nothing                           5
///     unknown              1                       —                     1
/// ```
///
/// The events of a stream are published in the order of their versions. So the first unpublished
/// version is the next one to deliver.
final class VersionGate implements DeliveryOrder {

    /// Most streams whose last delivered version is remembered; about 200 bytes each.
    static final int STREAMS_MAX = 20_000;

    private final SharedJournal journal;
    private final int perStreamMax;
    private final Map<StreamId, Long> lastDelivered =
            new LinkedHashMap<>(1_024, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<StreamId, Long> eldest) {
                    return size() > STREAMS_MAX;
                }
            };

    /// Streams of which the journal may have more unpublished events than one read returned.
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
        Map<StreamId, List<RecordedEvent>> unpublished =
                toAsk.isEmpty() ? Map.of() : readUnpublished(toAsk);
        Passed passed = new Passed(new ArrayList<>(found.size()), new ArrayList<>(), false);
        streams.forEach((stream, entries) -> {
            long held = heldThrough.applyAsLong(stream);
            List<RecordedEvent> events = unpublished.get(stream);
            if (events == null) {
                take(entries, lastKnown(stream, held), held, passed);
            } else {
                take(entries, events, held, passed);
            }
        });
        return passed;
    }

    @Override
    public void delivered(StreamId stream, long version) {
        lastDelivered.put(stream, version);
    }

    @Override
    public boolean goesOn(StreamId stream) {
        return partlyRead.remove(stream);
    }

    @Override
    public void restart() {
        partlyRead.clear();
    }

    /// The last version that is held or was delivered here; -1 when it is not known.
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
        if (last < 0 && entries.firstKey() == 1) {
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

    private Map<StreamId, List<RecordedEvent>> readUnpublished(List<StreamId> toAsk) {
        Map<StreamId, List<RecordedEvent>> unpublished = HashMap.newHashMap(toAsk.size());
        toAsk.forEach(stream -> unpublished.put(stream, new ArrayList<>()));
        for (RecordedEvent event : journal.readUnpublished(toAsk, perStreamMax)) {
            unpublished.computeIfAbsent(event.stream(), _ -> new ArrayList<>()).add(event);
        }
        unpublished
                .values()
                .forEach(events -> events.sort(Comparator.comparingLong(RecordedEvent::version)));
        return unpublished;
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
            List<RecordedEvent> unpublished,
            long held,
            Passed passed) {
        boolean complete = unpublished.size() < perStreamMax;
        long through = held;
        for (RecordedEvent event : unpublished) {
            if (event.version() > held) {
                @Nullable OutboxEntry found = entries.get(event.version());
                passed.next().add(found == null ? OutboxEntry.pending(event) : found);
            }
            entries.remove(event.version());
            through = Math.max(through, event.version());
        }
        for (OutboxEntry entry : entries.values()) {
            if (complete || entry.event().version() <= through) {
                passed.leftovers().add(entry);
            } else {
                // Read again when the events before it are delivered.
                partlyRead.add(entry.event().stream());
            }
        }
    }
}
