package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.ExpectedVersion.Any;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A group of appends, decided from what its writer believes the journal to be: who wins, who does
/// not, and what is to be written for those who win.
///
/// Others write the same journal, so a belief may be wrong. What is decided on one is therefore
/// either certain (a version that was seen once exists for ever; a key that was found, too) or
/// checked when the group is written: [#bases()] must be the streams' last versions, and none of
/// [#commands()] recorded before. If a check fails, nothing is written, and the group is decided
/// anew from what was just read ([Known]).
final class GroupPlan {

    /// Read from the journal for this group.
    ///
    /// @param versions last versions, 0 for a stream that does not exist
    /// @param commands those of the group's keys that are recorded
    /// @param complete whether all of the group's streams and keys were read
    record Known(
            Map<StreamId, Long> versions, Map<String, RecordedCommand> commands, boolean complete) {
        static final Known NOTHING = new Known(Map.of(), Map.of(), false);
    }

    /// An event that gets its place when it is written.
    record Placed(NewEvent event, StreamId stream, long version) {}

    /// A request that waits for the write.
    private record Won(int firstEvent, int events, long version) {}

    private final List<AppendRequest> appends;
    private final List<Placed> events = new ArrayList<>();
    private final List<RecordedCommand> commands = new ArrayList<>();
    private final Map<StreamId, Long> bases = new LinkedHashMap<>();

    /// Versions and keys as the requests so far leave them.
    private final Map<StreamId, Long> staged = new HashMap<>();

    private final Map<String, RecordedCommand> stagedCommands = new HashMap<>();

    /// Per request: what became of it, or its place among those who won.
    private final @Nullable AppendResult[] lost;

    private final @Nullable Won[] won;

    private boolean uncertain;

    /// @param remembered last versions as they were seen, perhaps outdated
    /// @param known as just read; certain until somebody else writes
    GroupPlan(List<AppendRequest> appends, LastVersions remembered, Known known) {
        this.appends = appends;
        lost = new @Nullable AppendResult[appends.size()];
        won = new @Nullable Won[appends.size()];
        for (int i = 0; i < appends.size(); i++) {
            lost[i] = decide(i, appends.get(i), remembered, known);
        }
    }

    /// @return null when it won
    private @Nullable AppendResult decide(
            int index, AppendRequest request, LastVersions remembered, Known known) {
        boolean keyed = false;
        for (AppendRequest.Part part : request.parts()) {
            CommandKey key = part.key();
            RecordedCommand first = key == null ? null : recorded(key.key(), known);
            if (first != null) {
                return new Duplicate(first);
            }
            keyed |= key != null;
        }
        StreamId stream = request.stream();
        Long certain = staged.get(stream);
        if (certain == null) {
            certain = known.versions().get(stream);
        }
        Long seen = certain == null ? remembered.get(stream) : certain;
        long before =
                switch (request.expected()) {
                    case NoStream() -> 0;
                    case Exactly(long version) -> version;
                    case Any() -> seen == null ? 0 : seen;
                };
        int count = request.events().size();
        if (count > 0
                && seen != null
                && (seen > before || (certain != null && certain != before))) {
            // One of its keys may be recorded, and then it is a duplicate.
            uncertain |= keyed && !known.complete();
            return new Conflict(seen);
        }
        long after = before + count;
        stageCommands(request, before);
        won[index] = new Won(events.size(), count, after);
        if (count > 0) {
            if (!staged.containsKey(stream)) {
                bases.put(stream, before);
            }
            staged.put(stream, after);
            for (int i = 0; i < count; i++) {
                NewEvent event = Positions.inMicros(request.events().get(i));
                events.add(new Placed(event, stream, before + 1 + i));
            }
        }
        return null;
    }

    private void stageCommands(AppendRequest request, long before) {
        long after = before;
        for (AppendRequest.Part part : request.parts()) {
            after += part.events().size();
            CommandKey key = part.key();
            if (key != null) {
                RecordedCommand command =
                        new RecordedCommand(key, request.stream(), after, part.refusal());
                commands.add(command);
                stagedCommands.put(key.key(), command);
            }
        }
    }

    private @Nullable RecordedCommand recorded(String key, Known known) {
        RecordedCommand staged = stagedCommands.get(key);
        return staged == null ? known.commands().get(key) : staged;
    }

    /// Events to write, in the order of the requests.
    List<Placed> events() {
        return events;
    }

    /// Commands to write.
    List<RecordedCommand> commands() {
        return commands;
    }

    /// The version that each stream with events must have.
    Map<StreamId, Long> bases() {
        return bases;
    }

    /// Whether it cannot be decided without a look into the journal.
    boolean isUncertain() {
        return uncertain;
    }

    boolean isEmpty() {
        return events.isEmpty() && commands.isEmpty();
    }

    /// Notes what the streams are after the write.
    void rememberIn(LastVersions versions) {
        staged.forEach(versions::put);
    }

    /// The outcomes after the write, as many as requests and in their order.
    ///
    /// @param beforePosition the journal's last position before the group
    /// @param beforeMicros the time of record before the group's first event
    List<AppendResult> outcomes(long beforePosition, long beforeMicros) {
        List<AppendResult> outcomes = new ArrayList<>(appends.size());
        for (int i = 0; i < appends.size(); i++) {
            Won winner = won[i];
            AppendResult loser = lost[i];
            if (winner != null) {
                outcomes.add(appended(winner, beforePosition, beforeMicros));
            } else if (loser != null) {
                outcomes.add(loser);
            } else {
                throw new IllegalStateException("a request was neither won nor lost");
            }
        }
        return outcomes;
    }

    private Appended appended(Won winner, long beforePosition, long beforeMicros) {
        if (winner.events() == 0) {
            return new Appended(winner.version(), List.of());
        }
        List<RecordedEvent> recorded = new ArrayList<>(winner.events());
        for (int i = 0; i < winner.events(); i++) {
            int ordinal = winner.firstEvent() + i;
            Placed placed = events.get(ordinal);
            recorded.add(
                    placed.event()
                            .recorded(
                                    placed.stream(),
                                    placed.version(),
                                    beforePosition + ordinal + 1,
                                    beforeMicros + ordinal + 1));
        }
        return new Appended(winner.version(), Collections.unmodifiableList(recorded));
    }
}
