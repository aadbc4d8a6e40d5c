package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import dev.cobnut.framework.journal.AppendRequest.StreamEvents;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.ConditionFailed;
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
/// 2. It has a condition, which is not met by what is committed ([Known#overtaken]) or by what the
///    earlier requests of the group write: [ConditionFailed].
/// 3. It has events, and a stream is not at the expected version: [Conflict].
/// 4. Otherwise its events get the versions after the expected ones, and its keys are recorded.
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
    /// @param overtaken requests whose condition is not met by what is committed. Read whenever a
    ///   request of the group has a condition
    record Known(
            Map<StreamId, Long> versions,
            Map<String, RecordedCommand> commands,
            boolean complete,
            Set<AppendRequest> overtaken) {
        static final Known NOTHING = new Known(Map.of(), Map.of(), false, Set.of());
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

    /// Those of [#events] that have tags.
    private List<Placed> stagedTagged = List.of();

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
            for (StreamEvents part : request.streams()) {
                streams.add(part.stream());
            }
        }
        return streams;
    }

    /// True when a request has a condition, or an event has tags. Other groups read and write
    /// nothing of tags.
    static boolean hasTagsOrConditions(List<AppendRequest> appends) {
        for (AppendRequest request : appends) {
            if (request.condition() != null) {
                return true;
            }
            List<NewEvent> events = request.events();
            for (int i = 0; i < events.size(); i++) {
                if (!events.get(i).tags().isEmpty()) {
                    return true;
                }
            }
        }
        return false;
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
        AppendResult rejection = null;
        AppendCondition condition = request.condition();
        if (condition != null
                && (known.overtaken().contains(request) || isStaged(condition.query()))) {
            rejection = new ConditionFailed();
        }
        List<StreamEvents> streams = request.streams();
        for (int i = 0; rejection == null && i < streams.size(); i++) {
            rejection = conflict(streams.get(i), remembered, known);
        }
        if (rejection != null) {
            // A key of the request may be recorded, and then it is a duplicate.
            uncertain |= keyed && !known.complete();
            return rejection;
        }
        int first = events.size();
        long version = 0;
        for (StreamEvents part : streams) {
            version = place(part, remembered, known);
        }
        int count = events.size() - first;
        stageCommands(request, version - count);
        successes[index] = new Success(first, count, version);
        return null;
    }

    /// True when an earlier request of the group writes an event that matches.
    private boolean isStaged(EventQuery query) {
        for (Placed placed : stagedTagged) {
            if (query.matches(placed.event().type(), placed.event().tags())) {
                return true;
            }
        }
        return false;
    }

    /// The version of the stream after the requests so far, if it is certain.
    private @Nullable Long certain(StreamId stream, Known known) {
        Long version = staged.get(stream);
        return version == null ? known.versions().get(stream) : version;
    }

    private static long before(ExpectedVersion expected, @Nullable Long seen) {
        return switch (expected) {
            case NoStream() -> 0;
            case Exactly(long version) -> version;
            case Any() -> seen == null ? 0 : seen;
        };
    }

    private @Nullable Conflict conflict(StreamEvents part, LastVersions remembered, Known known) {
        if (part.events().isEmpty()) {
            return null;
        }
        Long certain = certain(part.stream(), known);
        Long seen = certain == null ? remembered.get(part.stream()) : certain;
        long before = before(part.expected(), seen);
        return seen != null && (seen > before || (certain != null && certain != before))
                ? new Conflict(part.stream(), seen)
                : null;
    }

    /// @return the version of the stream after the events
    private long place(StreamEvents part, LastVersions remembered, Known known) {
        StreamId stream = part.stream();
        List<NewEvent> added = part.events();
        Long certain = certain(stream, known);
        long before = before(part.expected(), certain == null ? remembered.get(stream) : certain);
        long after = before + added.size();
        if (added.isEmpty()) {
            return after;
        }
        if (staged.put(stream, after) == null) {
            bases.put(stream, before);
        }
        for (int i = 0; i < added.size(); i++) {
            NewEvent event = EpochMicros.truncate(added.get(i));
            Placed placed = new Placed(event, stream, before + 1 + i);
            events.add(placed);
            if (!event.tags().isEmpty()) {
                stagedTagged = stagedTagged.isEmpty() ? new ArrayList<>() : stagedTagged;
                stagedTagged.add(placed);
            }
        }
        return after;
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

    /// Takes each tag of each event.
    ///
    /// @param rows as written: those of [#rows]
    <X extends Exception> void forEachTag(List<RecordedEvent> rows, TagConsumer<X> next) throws X {
        if (stagedTagged.isEmpty()) {
            return;
        }
        for (int i = 0; i < events.size(); i++) {
            for (Tag tag : events.get(i).event().tags()) {
                next.accept(tag, rows.get(i));
            }
        }
    }

    /// Takes one tag of an event.
    interface TagConsumer<X extends Exception> {
        void accept(Tag tag, RecordedEvent event) throws X;
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
