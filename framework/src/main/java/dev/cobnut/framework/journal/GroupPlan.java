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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The outcome of each append of a group, and the rows to insert for those that succeed. Every
/// journal decides its groups here.
///
/// **Rules**, for each request in its order; requests see what the earlier ones of the group write:
///
/// 1. One of its keys is recorded: [Duplicate], also when the stream has moved on since.
/// 2. It has events, and the stream is not at the expected version: [Conflict].
/// 3. Otherwise its events get the versions after the expected one, and its keys are recorded.
///
/// **Certainty.** A journal with one writer passes everything that the group refers to as [Known];
/// then the plan is final. When other members write the same journal, the writer plans with the
/// versions that it remembers. A remembered version existed once, so a lower expected version is
/// certain to conflict. Everything else is checked by the write: [#bases()] must be the last
/// versions of their streams, and no key of [#commands()] may be recorded. If a check fails,
/// nothing is written, and the group is planned again from what was read ([Known]).
final class GroupPlan {

    /// Read from the journal for this group.
    ///
    /// @param versions last versions, 0 for a stream that does not exist
    /// @param commands those of the group's keys that are recorded
    /// @param complete true when all streams and keys of the group were read
    record Known(
            Map<StreamId, Long> versions, Map<String, RecordedCommand> commands, boolean complete) {
        static final Known NOTHING = new Known(Map.of(), Map.of(), false);
    }

    /// An event with its version; the write gives it a position.
    record Placed(NewEvent event, StreamId stream, long version) {}

    /// A request that succeeds when the plan is written: a slice of [#events()], and the version of
    /// the stream after it.
    private record Success(int firstEvent, int events, long version) {}

    private final List<AppendRequest> appends;
    private final List<Placed> events = new ArrayList<>();
    private final List<RecordedCommand> commands = new ArrayList<>();
    private final Map<StreamId, Long> bases = new LinkedHashMap<>();

    /// Versions and keys after the requests planned so far.
    private final Map<StreamId, Long> staged = new HashMap<>();

    private final Map<String, RecordedCommand> stagedCommands = new HashMap<>();

    /// For each request either its rejection or its success.
    private final @Nullable AppendResult[] rejections;

    private final @Nullable Success[] successes;

    private boolean uncertain;

    /// @param remembered last versions as seen earlier, perhaps outdated
    /// @param known as read just now; certain until another member writes
    GroupPlan(List<AppendRequest> appends, LastVersions remembered, Known known) {
        this.appends = appends;
        rejections = new @Nullable AppendResult[appends.size()];
        successes = new @Nullable Success[appends.size()];
        for (int i = 0; i < appends.size(); i++) {
            rejections[i] = decide(i, appends.get(i), remembered, known);
        }
    }

    /// The streams of a group.
    static Set<StreamId> streams(List<AppendRequest> appends) {
        Set<StreamId> streams = new HashSet<>();
        for (AppendRequest request : appends) {
            streams.add(request.stream());
        }
        return streams;
    }

    /// The command keys of a group.
    static Set<String> keys(List<AppendRequest> appends) {
        Set<String> keys = new HashSet<>();
        for (AppendRequest request : appends) {
            for (AppendRequest.Part part : request.parts()) {
                CommandKey key = part.key();
                if (key != null) {
                    keys.add(key.key());
                }
            }
        }
        return keys;
    }

    /// @return null when the request succeeds
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
            // A key of the request may be recorded, and then it is a duplicate.
            uncertain |= keyed && !known.complete();
            return new Conflict(seen);
        }
        long after = before + count;
        stageCommands(request, before);
        successes[index] = new Success(events.size(), count, after);
        if (count > 0) {
            if (staged.put(stream, after) == null) {
                bases.put(stream, before);
            }
            for (int i = 0; i < count; i++) {
                NewEvent event = EpochMicros.truncate(request.events().get(i));
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

    /// Events to insert, in the order of the requests.
    List<Placed> events() {
        return events;
    }

    /// Commands to insert.
    List<RecordedCommand> commands() {
        return commands;
    }

    /// The last version that each stream with events must have before the write.
    Map<StreamId, Long> bases() {
        return bases;
    }

    /// True when the group cannot be planned without reading its keys.
    boolean isUncertain() {
        return uncertain;
    }

    boolean isEmpty() {
        return events.isEmpty() && commands.isEmpty();
    }

    /// Notes the versions of the streams after the write.
    void rememberIn(LastVersions versions) {
        staged.forEach(versions::put);
    }

    /// The rows of the events: positions and times of record follow the given ones without a gap.
    ///
    /// @param beforePosition the journal's last position before the group
    /// @param beforeMicros the time of record before the group's first event
    List<RecordedEvent> rows(long beforePosition, long beforeMicros) {
        List<RecordedEvent> rows = new ArrayList<>(events.size());
        long ordinal = 0;
        for (Placed placed : events) {
            ordinal++;
            rows.add(
                    placed.event()
                            .recorded(
                                    placed.stream(),
                                    placed.version(),
                                    beforePosition + ordinal,
                                    beforeMicros + ordinal));
        }
        return rows;
    }

    /// The outcomes after the write, as many as requests and in their order.
    ///
    /// @param rows as written: those of [#rows]
    List<AppendResult> outcomes(List<RecordedEvent> rows) {
        List<AppendResult> outcomes = new ArrayList<>(appends.size());
        for (int i = 0; i < appends.size(); i++) {
            Success success = successes[i];
            AppendResult rejection = rejections[i];
            if (success != null) {
                outcomes.add(new Appended(success.version(), slice(rows, success)));
            } else if (rejection != null) {
                outcomes.add(rejection);
            } else {
                throw new IllegalStateException("a request was neither accepted nor rejected");
            }
        }
        return outcomes;
    }

    /// A copy, so that an outcome does not keep the events of its group alive.
    private static List<RecordedEvent> slice(List<RecordedEvent> rows, Success success) {
        int first = success.firstEvent();
        return success.events() == 1
                ? List.of(rows.get(first))
                : List.copyOf(rows.subList(first, first + success.events()));
    }
}
