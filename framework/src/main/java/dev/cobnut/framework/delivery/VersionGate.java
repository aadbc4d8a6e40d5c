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

/// Hands out the entries of a stream in the order of their versions, without a gap, however they
/// came into the map. Used by the publisher's thread only.
///
/// ## The rule
///
/// A stream goes on with the version after the last one that is held or was delivered here. When an
/// entry is that version, it passes. When it is not, or this member has not delivered the stream
/// before (it has just got the partition, or has forgotten), the journal is asked what of the
/// stream is unpublished, one question for all streams of a page: that is what has to be delivered
/// next, whatever the map has. An entry that is not unpublished any more is a leftover, and goes.
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
/// What was published is published in the order of the versions, so the first unpublished version
/// is the next one to deliver.
final class VersionGate implements DeliveryOrder {

    /// Streams whose last delivered version is remembered; about 200 bytes each.
    static final int STREAMS_MAX = 20_000;

    private final SharedJournal journal;
    private final int perStreamMax;
    private final Map<StreamId, Long> delivered =
            new LinkedHashMap<>(1_024, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<StreamId, Long> eldest) {
                    return size() > STREAMS_MAX;
                }
            };

    /// Streams of which the journal had more than one question brings.
    private final Set<StreamId> longer = new HashSet<>();

    /// @param perStreamMax most events of a stream that one question brings
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
        List<StreamId> unclear = new ArrayList<>();
        streams.forEach((stream, entries) -> {
            if (!isClear(stream, entries, heldThrough.applyAsLong(stream))) {
                unclear.add(stream);
            }
        });
        Map<StreamId, List<RecordedEvent>> unpublished =
                unclear.isEmpty() ? Map.of() : ask(unclear);
        Passed passed = new Passed(new ArrayList<>(found.size()), new ArrayList<>(), false);
        streams.forEach((stream, entries) -> {
            long held = heldThrough.applyAsLong(stream);
            List<RecordedEvent> told = unpublished.get(stream);
            if (told == null) {
                take(entries, lastKnown(stream, held), held, passed);
            } else {
                take(entries, told, held, passed);
            }
        });
        return passed;
    }

    @Override
    public void delivered(StreamId stream, long version) {
        delivered.put(stream, version);
    }

    @Override
    public boolean goesOn(StreamId stream) {
        return longer.remove(stream);
    }

    @Override
    public void restart() {
        longer.clear();
    }

    /// -1 when it is not known.
    private long lastKnown(StreamId stream, long held) {
        if (held > 0) {
            return held;
        }
        Long last = delivered.get(stream);
        return last == null ? -1 : last;
    }

    private boolean isClear(StreamId stream, NavigableMap<Long, OutboxEntry> entries, long held) {
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

    private Map<StreamId, List<RecordedEvent>> ask(List<StreamId> unclear) {
        Map<StreamId, List<RecordedEvent>> unpublished = HashMap.newHashMap(unclear.size());
        unclear.forEach(stream -> unpublished.put(stream, new ArrayList<>()));
        for (RecordedEvent event : journal.readUnpublished(unclear, perStreamMax)) {
            unpublished.computeIfAbsent(event.stream(), _ -> new ArrayList<>()).add(event);
        }
        unpublished
                .values()
                .forEach(events -> events.sort(Comparator.comparingLong(RecordedEvent::version)));
        return unpublished;
    }

    /// Entries that go on from what is known.
    private static void take(
            NavigableMap<Long, OutboxEntry> entries, long last, long held, Passed passed) {
        entries.forEach((version, entry) -> {
            if (version > last) {
                passed.next().add(entry);
            } else if (held == 0) {
                passed.leftovers().add(entry); // delivered here; one that is held is on its way
            }
        });
    }

    /// What the journal says, and no more.
    private void take(
            NavigableMap<Long, OutboxEntry> entries,
            List<RecordedEvent> unpublished,
            long held,
            Passed passed) {
        boolean whole = unpublished.size() < perStreamMax;
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
            if (whole || entry.event().version() <= through) {
                passed.leftovers().add(entry);
            } else {
                longer.add(entry.event().stream()); // read when those before it are delivered
            }
        }
    }
}
