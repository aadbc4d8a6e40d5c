package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.await;
import static dev.cobnut.framework.journal.Appends.events;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.publish;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.ExpectedVersion.Any;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two members, and several writers within one, on one journal.
@NeedsPostgresDatabase
class PostgresMembersTest {

    private PostgresSettings settings;
    private PostgresJournal one;
    private PostgresJournal other;

    @BeforeEach
    void open() {
        settings = PostgresDatabase.shared().newJournal();
        one = open(1);
        other = open(3);
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private PostgresJournal open(int writers) {
        return PostgresJournal.open(
                settings.withLimits(new PostgresSettings.Limits(8_192, 16, writers, 2)),
                InstantSource.system());
    }

    private void start() {
        one.start(GroupListener.completing());
        other.start(GroupListener.completing());
    }

    @Test
    void whatOneMemberKnewOfAStreamMayBeOutdatedAndIsNotBelieved() {
        start();
        StreamId stream = newStream();
        appended(one, first(stream));
        appended(other, request(stream, new Exactly(1), 1));

        assertThat(append(one, request(stream, new Exactly(1), 1)))
                .isEqualTo(new Conflict(stream, 2));
        assertThat(append(one, request(stream, new NoStream(), 1))).isInstanceOf(Conflict.class);
        assertThat(appended(one, request(stream, new Exactly(2), 1)).version()).isEqualTo(3);
        assertThat(appended(other, request(stream, new Any(), 1)).version()).isEqualTo(4);
        assertThat(appended(one, request(stream, new Any(), 1)).version()).isEqualTo(5);
        assertThat(append(other, request(stream, new Exactly(9), 1)))
                .isEqualTo(new Conflict(stream, 5));
    }

    @Test
    void whatAForgottenConsumerMissedIsDeletedInPieces() throws Exception {
        Consumer gone = new Consumer("gone", 1);
        List<Consumer> served = List.of(new Consumer("view", 1));
        one.consumers().attend(List.of(gone));
        try (var connection = new PostgresConnections(settings).openWriter();
                var statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO missed SELECT 'gone', 1, 'a-' || i FROM generate_series(1, 12000) i");
            statement.execute("INSERT INTO missed VALUES ('view', 1, 'a-1')");
            statement.execute("UPDATE consumers SET seen = now() - interval '1 hour'");
        }
        List<Long> left = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            other.consumers().attend(served);
            left.add(one.consumers().countMissed(gone));
        }
        assertThat(left).containsExactly(7_000L, 2_000L, 0L, 0L);
        assertThat(one.consumers().countMissed(served.getFirst())).isEqualTo(1);
        assertThat(one.consumers().record(gone, 1, List.of(), List.of())).isZero();
        assertThat(one.consumers().attend(List.of(gone)).getFirst().built()).isZero();
    }

    @Test
    void aConsumerThatComesBackAfterALongStopOfAllMembersIsNotForgotten() throws Exception {
        Consumer view = new Consumer("view", 1);
        one.consumers().attend(List.of(view));
        one.consumers().record(view, 7, List.of(), List.of());
        try (var connection = new PostgresConnections(settings).openWriter();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE consumers SET seen = now() - interval '1 hour'");
        }
        assertThat(other.consumers().attend(List.of(view)).getFirst().built()).isEqualTo(7);
    }

    @Test
    void anAppendThatTheServerDoesNotAcceptFailsAlone() throws Exception {
        try (var connection = new PostgresConnections(settings).openWriter();
                var statement = connection.createStatement()) {
            statement.execute("ALTER TABLE events ADD CONSTRAINT picky CHECK (type <> 'Unwanted')");
        }
        StreamId stream = newStream();
        List<AppendRequest> group = Appends.groupWithOneUnwanted(stream);
        group.forEach(one::append);
        Publication publication = Publication.of(List.of(1L), List.of());
        one.publish(publication);
        start();

        Appends.assertOnlyTheUnwantedFailed(one, group, stream);
        publication.done().join();
        assertThat(one.state()).isEqualTo(new JournalState.Writable());
    }

    @Test
    void theLoserOfAGroupDoesNotFailTheOthers() {
        StreamId taken = newStream();
        StreamId free = newStream();
        other.start(GroupListener.completing());
        appended(other, keyed(taken, new NoStream(), "k1"));
        List<AppendRequest> group =
                List.of(
                        first(free),
                        first(taken),
                        keyed(newStream(), new NoStream(), "k1"),
                        request(free, new Exactly(1), 2),
                        request(taken, new Any(), 1),
                        keyed(newStream(), new NoStream(), "k2"));
        AtomicInteger groups = new AtomicInteger();
        group.forEach(one::append);
        one.start((requests, outcomes) -> {
            groups.incrementAndGet();
            GroupListener.completing().written(requests, outcomes);
        });

        List<AppendResult> results = group.stream().map(r -> await(r.result())).toList();
        assertThat(groups).hasValue(1);
        assertThat(results.get(0)).isInstanceOf(Appended.class);
        assertThat(results.get(1)).isEqualTo(new Conflict(taken, 1));
        assertThat(results.get(2))
                .isEqualTo(
                        new Duplicate(
                                new RecordedCommand(new CommandKey("k1", "f00d"), taken, 1, null)));
        assertThat(((Appended) results.get(3)).version()).isEqualTo(3);
        assertThat(((Appended) results.get(4)).version()).isEqualTo(2);
        assertThat(results.get(5)).isInstanceOf(Appended.class);
        assertThat(one.lastPosition()).isEqualTo(6);
    }

    @Test
    void theSameKeyOnTwoMembersGivesOneOrder() {
        start();
        int keys = 100;
        AtomicInteger wins = new AtomicInteger();
        AtomicInteger duplicates = new AtomicInteger();
        List<CompletableFuture<Void>> both = new ArrayList<>();
        for (PostgresJournal member : List.of(one, other)) {
            both.add(
                    CompletableFuture.runAsync(
                            () -> {
                                for (int i = 0; i < keys; i++) {
                                    StreamId stream = newStream();
                                    switch (append(
                                            member, keyed(stream, new NoStream(), "key-" + i))) {
                                        case Appended _ -> wins.incrementAndGet();
                                        case Duplicate(RecordedCommand first) -> {
                                            duplicates.incrementAndGet();
                                            assertThat(member.read(first.stream(), 0, 5))
                                                    .hasSize(1);
                                            assertThat(member.read(stream, 0, 5)).isEmpty();
                                        }
                                        case AppendResult unexpected ->
                                                throw new AssertionError(unexpected);
                                    }
                                }
                            },
                            Thread::startVirtualThread));
        }
        both.forEach(Appends::await);

        assertThat(wins).hasValue(keys);
        assertThat(duplicates).hasValue(keys);
        assertThat(one.lastPosition()).isEqualTo(keys);
    }

    @Test
    void ofTwoMembersOnOneVersionExactlyOneWins() {
        start();
        int versions = 100;
        StreamId stream = newStream();
        AtomicInteger wins = new AtomicInteger();
        List<CompletableFuture<Void>> both = new ArrayList<>();
        for (PostgresJournal member : List.of(one, other)) {
            both.add(
                    CompletableFuture.runAsync(
                            () -> {
                                for (long version = 0; version < versions; ) {
                                    switch (append(
                                            member,
                                            request(stream, ExpectedVersion.of(version), 1))) {
                                        case Appended(long now, _) -> {
                                            wins.incrementAndGet();
                                            version = now;
                                        }
                                        case Conflict(_, long actual) -> version = actual;
                                        case AppendResult unexpected ->
                                                throw new AssertionError(unexpected);
                                    }
                                }
                            },
                            Thread::startVirtualThread));
        }
        both.forEach(Appends::await);

        assertThat(wins).hasValue(versions);
        assertThat(one.read(stream, 0, 1_000))
                .extracting(RecordedEvent::version)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, versions).boxed().toList());
    }

    @Test
    void whoReadsByPositionsSkipsNothingWhileTwoMembersWriteTheSameStreams() {
        start();
        int perMember = 400;
        List<StreamId> streams = IntStream.range(0, 20).mapToObj(_ -> newStream()).toList();
        AtomicBoolean written = new AtomicBoolean();
        CompletableFuture<List<RecordedEvent>> reader =
                CompletableFuture.supplyAsync(
                        () -> {
                            List<RecordedEvent> seen = new ArrayList<>();
                            boolean last = false;
                            while (!last) {
                                last = written.get();
                                long after = seen.isEmpty() ? 0 : seen.getLast().position();
                                List<RecordedEvent> page = one.readUnpublished(after, 7);
                                last &= page.isEmpty();
                                seen.addAll(page);
                            }
                            return seen;
                        },
                        Thread::startVirtualThread);
        List<AppendRequest> requests = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < perMember; i++) {
            for (PostgresJournal member : List.of(one, other)) {
                AppendRequest request =
                        AppendRequest.of(
                                streams.get(i % streams.size()),
                                new Any(),
                                events(1 + i % 3),
                                null);
                member.append(request);
                requests.add(request);
            }
        }
        requests.forEach(
                request -> assertThat(await(request.result())).isInstanceOf(Appended.class));
        written.set(true);
        List<RecordedEvent> seen = await(reader);

        assertThat(seen)
                .extracting(RecordedEvent::position)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, one.lastPosition()).boxed().toList());
        assertThat(seen)
                .extracting(RecordedEvent::recordedAtMicros)
                .isSorted()
                .doesNotHaveDuplicates();
        Map<StreamId, Long> versions = new HashMap<>();
        for (RecordedEvent event : seen) {
            assertThat(event.version()).isEqualTo(versions.getOrDefault(event.stream(), 0L) + 1);
            versions.put(event.stream(), event.version());
        }
    }

    @Test
    void theWritersOfAMemberTellInTheOrderOfPositions() {
        List<Long> told = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger telling = new AtomicInteger();
        List<AppendRequest> requests =
                IntStream.range(0, 2_000).mapToObj(_ -> first(newStream())).toList();
        other.start((group, outcomes) -> {
            assertThat(telling.incrementAndGet()).isEqualTo(1);
            for (AppendResult outcome : outcomes) {
                told.add(((Appended) outcome).events().getFirst().position());
            }
            telling.decrementAndGet();
            GroupListener.completing().written(group, outcomes);
        });
        requests.forEach(other::append);

        requests.forEach(request -> await(request.result()));
        assertThat(told)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 2_000).boxed().toList());
        assertThat(other.stats().queueCapacity()).isEqualTo(3 * (8_192 / 3));
    }

    @Test
    void lookupsAndPublicationsOfOneMemberAreSeenByTheOther() {
        start();
        RecordedEvent event = appended(one, first(newStream())).events().getFirst();
        publish(
                other,
                List.of(event.position()),
                new LookupChange.Put(event.position(), "by-customer", "c1", "a"),
                new LookupChange.Remove(event.position(), "by-customer", "c1", "a"),
                new LookupChange.Put(event.position(), "by-customer", "c1", "b"));

        assertThat(one.countUnpublished()).isZero();
        assertThat(one.findInLookup("by-customer", "c1", null, 5)).containsExactly("b");
    }
}
