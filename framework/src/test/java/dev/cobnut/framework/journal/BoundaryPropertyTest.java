package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.await;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// Any appends with tags, conditions, keys and several streams, many of them in one group. Every
/// outcome and every read is that of a naive model, which goes through all events one by one.
class BoundaryPropertyTest {

    private static final int GROUP_MAX = 16;

    /// One event: numbers of its stream, its type and its tags.
    record Event(int stream, int type, Set<Integer> tags) {}

    record Item(Set<Integer> types, Set<Integer> tags) {}

    /// @param version how a version of the first stream is expected: 0 any, 1 the right one at the
    ///   start of the group, 2 none, 3 the one before
    /// @param query empty for no condition
    /// @param mark which of the marks that were read so far the condition names
    /// @param key 0 for none
    record Append(List<Event> events, int version, List<Item> query, int mark, int key) {}

    @Property(tries = 200)
    void inMemory(@ForAll("histories") List<List<Append>> groups) {
        try (Journal journal = InMemoryJournal.create(InstantSource.system(), 64, GROUP_MAX)) {
            new History(journal, "").check(groups);
        }
    }

    @Property(tries = 60)
    void inSqlite(@ForAll("histories") List<List<Append>> groups) throws IOException {
        Path folder = Files.createTempDirectory("boundary-property");
        SqliteSettings settings = SqliteSettings.in(folder).withQueue(64, GROUP_MAX);
        History history;
        try (Journal journal = SqliteJournal.open(settings, InstantSource.system())) {
            history = new History(journal, "");
            history.check(groups);
        }
        try (Journal journal = SqliteJournal.open(settings, InstantSource.system())) {
            history.compareReads(journal.tagged()); // tags are there after a restart
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static int postgresTries;

    @Property(tries = 25)
    void inPostgres(@ForAll("histories") List<List<Append>> groups) {
        Assumptions.assumeTrue(PostgresDatabase.reasonAgainst().isEmpty());
        postgresTries++;
        try (Journal journal = PostgresOnce.open()) {
            new History(journal, "p" + postgresTries + "-").check(groups);
        }
    }

    /// One schema for all tries, which use names of their own.
    private static final class PostgresOnce {

        private static final PostgresSettings SETTINGS =
                PostgresDatabase.shared()
                        .newJournal()
                        .withLimits(new PostgresSettings.Limits(64, GROUP_MAX, 1, 2));

        static Journal open() {
            return PostgresJournal.open(SETTINGS, InstantSource.system());
        }
    }

    /// Runs a history on a journal and on the model.
    private static final class History {

        private record Known(long position, UUID id, String type, Set<Tag> tags, StreamId stream) {}

        private final Journal journal;
        private final String names;
        private final List<Known> model = new ArrayList<>();
        private final Map<StreamId, Long> versions = new HashMap<>();
        private final Map<String, RecordedCommand> commands = new HashMap<>();
        private final List<JournalMark> marks = new ArrayList<>(List.of(JournalMark.BEGINNING));
        private final List<EventQuery> queries = new ArrayList<>();
        private final AtomicReference<@Nullable CountDownLatch> held = new AtomicReference<>();
        private long base;

        History(Journal journal, String names) {
            this.journal = journal;
            this.names = names;
        }

        void check(List<List<Append>> groups) {
            base = journal.lastPosition();
            journal.start((requests, outcomes) -> {
                CountDownLatch latch =
                        held.getAndSet(null); // before the answers: the next plug follows them
                GroupListener.completing().written(requests, outcomes);
                if (latch != null) {
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            for (List<Append> group : groups) {
                run(group);
                marks.add(journal.tagged().head());
            }
            compareReads(journal.tagged());
        }

        /// The whole group waits while the writer is held, so it is written as one.
        private void run(List<Append> group) {
            CountDownLatch latch = new CountDownLatch(1);
            held.set(latch);
            AppendRequest plug = Appends.request(stream(99), new ExpectedVersion.Any(), 1);
            journal.append(plug);
            List<AppendRequest> requests;
            try {
                add(((Appended) await(plug.result())).events().getFirst(), Set.of());
                Map<StreamId, Long> before = Map.copyOf(versions);
                requests = group.stream().map(append -> request(append, before)).toList();
                requests.forEach(journal::append);
            } finally {
                latch.countDown();
            }
            for (AppendRequest request : requests) {
                AppendResult actual = await(request.result());
                AppendResult expected = expected(request);
                if (expected == null) {
                    assertThat(actual).isInstanceOf(Appended.class);
                    accept(request, (Appended) actual);
                } else {
                    assertThat(actual).isEqualTo(expected);
                }
            }
        }

        private StreamId stream(int number) {
            return StreamId.of("s", names + number);
        }

        private Tag tag(int number) {
            return new Tag(names + "t:" + number);
        }

        private AppendRequest request(Append append, Map<StreamId, Long> before) {
            List<StreamEvents> streams = new ArrayList<>();
            for (Event event : append.events()) {
                StreamId stream = stream(event.stream());
                NewEvent decided =
                        Appends.tagged(
                                "T" + event.type(),
                                event.tags().stream()
                                        .map(number -> tag(number).value())
                                        .toArray(String[]::new));
                streams.add(
                        new StreamEvents(
                                stream,
                                streams.isEmpty()
                                        ? expectation(
                                                append.version(), before.getOrDefault(stream, 0L))
                                        : new ExpectedVersion.Any(),
                                List.of(decided)));
            }
            EventQuery query = append.query().isEmpty() ? null : query(append.query());
            if (query != null) {
                queries.add(query);
            }
            return AppendRequest.across(
                    streams,
                    append.key() == 0 ? null : new CommandKey(names + "k" + append.key(), "f00d"),
                    query == null
                            ? null
                            : new AppendCondition(query, marks.get(append.mark() % marks.size())));
        }

        private static ExpectedVersion expectation(int kind, long version) {
            return switch (kind) {
                case 0 -> new ExpectedVersion.Any();
                case 1 -> ExpectedVersion.of(version);
                case 2 -> new ExpectedVersion.NoStream();
                default -> ExpectedVersion.of(Math.max(0, version - 1));
            };
        }

        private EventQuery query(List<Item> items) {
            return new EventQuery(
                    items.stream()
                            .map(item ->
                                    new EventQuery.Item(
                                            new HashSet<>(
                                                    item.types().stream()
                                                            .map(number -> "T" + number)
                                                            .toList()),
                                            item.tags().stream().map(this::tag).toList()))
                            .toList());
        }

        /// @return null when it is appended
        private @Nullable AppendResult expected(AppendRequest request) {
            CommandKey key = request.parts().getFirst().key();
            if (key != null && commands.containsKey(key.key())) {
                return new Duplicate(commands.get(key.key()));
            }
            AppendCondition condition = request.condition();
            if (condition != null
                    && model.stream()
                            .anyMatch(event ->
                                    event.position() > condition.after().position()
                                            && matches(condition.query(), event))) {
                return new ConditionFailed();
            }
            StreamEvents first = request.streams().getFirst();
            long actual = versions.getOrDefault(first.stream(), 0L);
            boolean right =
                    switch (first.expected()) {
                        case ExpectedVersion.Any() -> true;
                        case ExpectedVersion.NoStream() -> actual == 0;
                        case ExpectedVersion.Exactly(long version) -> actual == version;
                    };
            return right ? null : new Conflict(first.stream(), actual);
        }

        /// As the words of the specification say it, without the code under test.
        private static boolean matches(EventQuery query, Known event) {
            return query.items().stream()
                    .anyMatch(item ->
                            (item.types().isEmpty() || item.types().contains(event.type()))
                                    && item.tags().stream().allMatch(event.tags()::contains));
        }

        private void accept(AppendRequest request, Appended appended) {
            for (int i = 0; i < request.events().size(); i++) {
                add(appended.events().get(i), request.events().get(i).tags());
            }
            CommandKey key = request.parts().getFirst().key();
            if (key != null) {
                commands.put(
                        key.key(),
                        new RecordedCommand(key, request.stream(), appended.version(), null));
            }
        }

        private void add(RecordedEvent event, Set<Tag> tags) {
            assertThat(event.version()).isEqualTo(versions.merge(event.stream(), 1L, Long::sum));
            assertThat(event.position()).isEqualTo(base + model.size() + 1);
            model.add(new Known(event.position(), event.id(), event.type(), tags, event.stream()));
        }

        void compareReads(TaggedEvents tagged) {
            for (EventQuery query : queries) {
                List<Long> wanted =
                        model.stream()
                                .filter(event -> matches(query, event))
                                .map(Known::position)
                                .toList();
                List<Long> found = new ArrayList<>();
                long after = 0;
                List<RecordedEvent> page = tagged.read(query, after, Long.MAX_VALUE, 3);
                while (!page.isEmpty()) {
                    page.forEach(event -> found.add(event.position()));
                    after = page.getLast().position();
                    page = tagged.read(query, after, Long.MAX_VALUE, 3);
                }
                assertThat(found).isEqualTo(wanted);
            }
        }
    }

    @Provide
    Arbitrary<List<List<Append>>> histories() {
        Arbitrary<Set<Integer>> tags = Arbitraries.integers().between(1, 4).set().ofMaxSize(3);
        Arbitrary<Event> event =
                Combinators.combine(
                                Arbitraries.integers().between(1, 4),
                                Arbitraries.integers().between(1, 3),
                                tags)
                        .as(Event::new);
        Arbitrary<Item> item =
                Combinators.combine(
                                Arbitraries.integers().between(1, 3).set().ofMaxSize(2),
                                Arbitraries.integers()
                                        .between(1, 4)
                                        .set()
                                        .ofMinSize(1)
                                        .ofMaxSize(2))
                        .as(Item::new);
        Arbitrary<Append> append =
                Combinators.combine(
                                event.list().ofMinSize(1).ofMaxSize(3),
                                Arbitraries.frequency(
                                        Tuple.of(5, 0),
                                        Tuple.of(2, 1),
                                        Tuple.of(1, 2),
                                        Tuple.of(1, 3)),
                                item.list().ofMaxSize(3),
                                Arbitraries.integers().between(0, 20),
                                Arbitraries.integers().between(0, 12))
                        .as(Append::new);
        return append.list().ofMinSize(1).ofMaxSize(8).list().ofMinSize(1).ofMaxSize(6);
    }
}
