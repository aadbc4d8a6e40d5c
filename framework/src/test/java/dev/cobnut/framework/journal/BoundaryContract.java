package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.await;
import static dev.cobnut.framework.journal.Appends.event;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static dev.cobnut.framework.journal.Appends.tagged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
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
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every journal promises of tags, of conditions, and of appends across streams.
///
/// Not covered: any histories (`BoundaryPropertyTest`), several members (`BoundaryMembersTest`),
/// and that tags survive `kill -9` (they are rows of their event's transaction).
abstract class BoundaryContract {

    static final int GROUP_MAX = 16;

    @TempDir Path folder;

    final AdjustableClock clock = new AdjustableClock();
    Journal journal;

    /// A journal with [#GROUP_MAX], not started.
    abstract Journal open(Path folder, InstantSource clock);

    @BeforeEach
    void openJournal() {
        journal = open(folder, clock);
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    private void start() {
        journal.start(GroupListener.completing());
    }

    static EventQuery query(String first, String... others) {
        return EventQuery.tagged(
                new Tag(first), List.of(others).stream().map(Tag::new).toArray(Tag[]::new));
    }

    static AppendRequest across(
            @Nullable CommandKey key, @Nullable AppendCondition condition, StreamEvents... parts) {
        return AppendRequest.across(List.of(parts), key, condition);
    }

    static StreamEvents to(StreamId stream, ExpectedVersion expected, NewEvent... events) {
        return new StreamEvents(stream, expected, List.of(events));
    }

    static AppendRequest conditional(
            EventQuery query, JournalMark after, StreamId stream, NewEvent... events) {
        return across(null, new AppendCondition(query, after), to(stream, new Any(), events));
    }

    private RecordedEvent recorded(String type, String... tags) {
        return appended(
                        journal,
                        AppendRequest.of(
                                newStream(), new NoStream(), List.of(tagged(type, tags)), null))
                .events()
                .getFirst();
    }

    private List<RecordedEvent> read(EventQuery query) {
        return journal.tagged().read(query, 0, Long.MAX_VALUE, 100);
    }

    @Test
    void eventsAreFoundByAnyOfTheTypesAndAllOfTheTagsOfAnyItem() {
        start();
        RecordedEvent opened = recorded("Opened", "course:1");
        RecordedEvent joined = recorded("Joined", "course:1", "student:7");
        RecordedEvent elsewhere = recorded("Joined", "course:2", "student:7");
        RecordedEvent left = recorded("Left", "student:7", "course:1");
        appended(journal, request(newStream(), new NoStream(), 2));

        assertThat(read(query("course:1"))).containsExactly(opened, joined, left);
        assertThat(read(query("student:7", "course:1"))).containsExactly(joined, left);
        assertThat(read(query("course:1").ofTypes("Opened", "Left"))).containsExactly(opened, left);
        assertThat(
                        read(
                                query("student:7")
                                        .ofTypes("Joined")
                                        .or(query("course:1").ofTypes("Opened", "Joined"))))
                .containsExactly(opened, joined, elsewhere);
        assertThat(read(query("course"))).isEmpty();
        assertThat(read(query("course:1", "course:2"))).isEmpty();
    }

    @Test
    void matchingEventsAreReadByPagesBoundedInNumberAndBytesThroughAPosition() {
        start();
        List<RecordedEvent> all =
                IntStream.range(0, 7)
                        .mapToObj(i -> recorded("Joined", "course:1", "student:" + i))
                        .toList();
        EventQuery query = query("course:1").or(query("student:3"));
        TaggedEvents events = journal.tagged();

        assertThat(events.read(query, 0, Long.MAX_VALUE, 3)).isEqualTo(all.subList(0, 3));
        assertThat(events.read(query, all.get(2).position(), Long.MAX_VALUE, 3))
                .isEqualTo(all.subList(3, 6));
        assertThat(events.read(query, all.get(2).position(), all.get(4).position(), 3))
                .isEqualTo(all.subList(3, 5));

        List<NewEvent> large = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            large.add(
                    new NewEvent(
                            UUID.randomUUID(),
                            "Large",
                            1,
                            Payload.of(new byte[EventPage.BYTES_MAX / 2]),
                            EventMetadata.at(Appends.TIME),
                            Set.of(new Tag("large:1"))));
        }
        appended(journal, AppendRequest.of(newStream(), new NoStream(), large, null));
        List<RecordedEvent> page = events.read(query("large:1"), 0, Long.MAX_VALUE, 100);
        assertThat(page).hasSize(2);
        assertThat(EventPage.isFull(page, 100)).isTrue();
        assertThat(events.read(query("large:1"), page.getLast().position(), Long.MAX_VALUE, 100))
                .hasSize(2);
    }

    @Test
    void theHeadIsTheLastEventWithTagsOrWithout() {
        start();
        assertThat(journal.tagged().head()).isEqualTo(JournalMark.BEGINNING);
        assertThat(journal.tagged().has(JournalMark.BEGINNING)).isTrue();
        RecordedEvent first = recorded("Opened", "course:1");
        RecordedEvent second =
                appended(journal, request(newStream(), new NoStream(), 1)).events().getFirst();

        assertThat(journal.tagged().head()).isEqualTo(JournalMark.at(second));
        assertThat(journal.tagged().has(JournalMark.at(first))).isTrue();
        assertThat(journal.tagged().has(new JournalMark(first.position(), second.id()))).isFalse();
        assertThat(journal.tagged().has(new JournalMark(99, second.id()))).isFalse();
    }

    @Test
    void anAppendIsRefusedExactlyWhenAMatchingEventCameAfterTheMark() {
        start();
        EventQuery query = query("course:1", "student:7").ofTypes("Joined", "Left");
        recorded("Joined", "course:1", "student:7");
        JournalMark read = journal.tagged().head();
        StreamId stream = newStream();

        recorded("Joined", "course:1");
        recorded("Joined", "student:7");
        recorded("Renamed", "course:1", "student:7");
        assertThat(appended(journal, conditional(query, read, stream, tagged("Note"))).version())
                .isEqualTo(1);

        recorded("Left", "other:1", "student:7", "course:1");
        long before = journal.lastPosition();
        AppendRequest late = conditional(query, read, stream, tagged("Joined", "course:9"));
        assertThat(append(journal, late)).isEqualTo(new ConditionFailed());
        assertThat(journal.lastPosition()).isEqualTo(before);
        assertThat(journal.read(stream, 0, 10)).hasSize(1);
        assertThat(read(query("course:9"))).isEmpty();

        AppendRequest again =
                conditional(query, journal.tagged().head(), stream, tagged("Joined", "course:9"));
        assertThat(appended(journal, again).events().getFirst().position()).isEqualTo(before + 1);
    }

    @Test
    void aConditionFromTheBeginningSaysThatThereIsNoSuchEventAtAll() {
        start();
        EventQuery query = query("name:ada").or(query("mail:ada@example.com"));
        AppendRequest first =
                conditional(
                        query, JournalMark.BEGINNING, newStream(), tagged("Signed", "name:ada"));
        assertThat(append(journal, first)).isInstanceOf(Appended.class);
        AppendRequest second =
                conditional(
                        query,
                        JournalMark.BEGINNING,
                        newStream(),
                        tagged("Signed", "mail:ada@example.com"));
        assertThat(append(journal, second)).isEqualTo(new ConditionFailed());
    }

    @Test
    void aConditionIsNotMetWhenItsMarkIsNotInTheJournal() {
        start();
        RecordedEvent first = recorded("Opened", "course:1");
        EventQuery query = query("course:2");
        for (JournalMark lost :
                List.of(
                        new JournalMark(first.position(), UUID.randomUUID()),
                        new JournalMark(first.position() + 1, first.id()))) {
            assertThat(append(journal, conditional(query, lost, newStream(), event("{}"))))
                    .isEqualTo(new ConditionFailed());
        }
    }

    @Test
    void requestsOfOneGroupSeeTheTagsOfTheEarlierOnes() {
        EventQuery query = query("seat:1");
        StreamId loser = newStream();
        List<AppendRequest> group =
                List.of(
                        request(newStream(), new NoStream(), 1),
                        conditional(
                                query,
                                JournalMark.BEGINNING,
                                newStream(),
                                tagged("Note", "seat:2")),
                        conditional(
                                query,
                                JournalMark.BEGINNING,
                                newStream(),
                                tagged("Reserved", "seat:1")),
                        conditional(
                                query, JournalMark.BEGINNING, loser, tagged("Reserved", "seat:1")),
                        conditional(
                                query.ofTypes("Released"),
                                JournalMark.BEGINNING,
                                newStream(),
                                tagged("Released", "seat:1")),
                        conditional(
                                query.ofTypes("Released"),
                                JournalMark.BEGINNING,
                                newStream(),
                                tagged("Released", "seat:1")));
        AtomicInteger groups = new AtomicInteger();
        group.forEach(journal::append);
        journal.start((requests, outcomes) -> {
            groups.incrementAndGet();
            GroupListener.completing().written(requests, outcomes);
        });

        List<AppendResult> results = group.stream().map(r -> await(r.result())).toList();

        assertThat(groups).hasValue(1);
        assertThat(results.get(1)).isInstanceOf(Appended.class);
        assertThat(results.get(2)).isInstanceOf(Appended.class);
        assertThat(results.get(3)).isEqualTo(new ConditionFailed());
        assertThat(results.get(4)).isInstanceOf(Appended.class);
        assertThat(results.get(5)).isEqualTo(new ConditionFailed());
        assertThat(journal.read(loser, 0, 1)).isEmpty();
        assertThat(read(query)).extracting(RecordedEvent::position).containsExactly(3L, 4L);
    }

    @Test
    void aRecordedKeyIsADuplicateAlsoWhenTheConditionIsNotMetAndARefusedKeyStaysFree() {
        start();
        CommandKey key = new CommandKey("k1", "f00d");
        EventQuery query = query("seat:1");
        AppendCondition condition = new AppendCondition(query, JournalMark.BEGINNING);
        StreamId seat = newStream();
        AppendRequest first =
                across(key, condition, to(seat, new NoStream(), tagged("Reserved", "seat:1")));
        assertThat(append(journal, first)).isInstanceOf(Appended.class);

        AppendRequest repeated =
                across(key, condition, to(seat, new NoStream(), tagged("Reserved", "seat:1")));
        assertThat(append(journal, repeated))
                .isEqualTo(new Duplicate(new RecordedCommand(key, seat, 1, null)));
        CommandKey other = new CommandKey("k2", "f00d");
        AppendRequest refused =
                across(other, condition, to(newStream(), new Any(), tagged("Reserved", "seat:1")));
        assertThat(append(journal, refused)).isEqualTo(new ConditionFailed());
        assertThat(journal.findCommand("k2")).isEmpty();
    }

    @Test
    void anAppendAcrossStreamsIsRecordedInItsOrderAndItsKeyWithTheLastStream() {
        start();
        StreamId card = StreamId.of("card", newStream().id());
        StreamId copy = StreamId.of("copy", newStream().id());
        appended(journal, request(copy, new NoStream(), 2));
        CommandKey key = new CommandKey("k1", "f00d");

        Appended result =
                appended(
                        journal,
                        across(
                                key,
                                null,
                                to(card, new NoStream(), tagged("Lent", "card:1"), event("{}")),
                                to(copy, new Exactly(2), tagged("Lent", "copy:1")),
                                to(card, new Any(), event("{}")),
                                to(copy, new Any(), tagged("Noted", "copy:1"))));

        assertThat(result.version()).isEqualTo(4);
        assertThat(result.events())
                .extracting(RecordedEvent::stream, RecordedEvent::version, RecordedEvent::position)
                .containsExactly(
                        tuple(card, 1L, 3L),
                        tuple(card, 2L, 4L),
                        tuple(copy, 3L, 5L),
                        tuple(card, 3L, 6L),
                        tuple(copy, 4L, 7L));
        assertThat(journal.read(card, 0, 10)).hasSize(3);
        assertThat(journal.read(copy, 0, 10)).hasSize(4);
        assertThat(journal.readUnpublished(0, 10)).hasSize(7);
        assertThat(read(query("copy:1"))).hasSize(2);
        assertThat(journal.findCommand("k1")).contains(new RecordedCommand(key, copy, 4, null));
        assertThat(journal.storedTypes())
                .contains(new StoredType("card", "Lent"), new StoredType("copy", "Lent"));
        assertThat(appended(journal, request(card, new Exactly(3), 1)).version()).isEqualTo(4);
    }

    @Test
    void ofAnAppendAcrossStreamsNothingIsRecordedWhenOneIsNotAtItsVersion() {
        start();
        StreamId one = newStream();
        StreamId other = newStream();
        appended(journal, request(other, new NoStream(), 2));

        AppendRequest request =
                across(
                        new CommandKey("k1", "f00d"),
                        null,
                        to(one, new NoStream(), tagged("Lent", "card:1")),
                        to(other, new Exactly(1), event("{}")));
        assertThat(append(journal, request)).isEqualTo(new Conflict(other, 2));
        assertThat(journal.read(one, 0, 1)).isEmpty();
        assertThat(read(query("card:1"))).isEmpty();
        assertThat(journal.findCommand("k1")).isEmpty();
        assertThat(journal.lastPosition()).isEqualTo(2);
    }

    @Test
    void appendsAcrossStreamsOfOneGroupSeeEachOther() {
        StreamId one = newStream();
        StreamId other = newStream();
        List<AppendRequest> group =
                List.of(
                        across(
                                null,
                                null,
                                to(one, new NoStream(), event("{}")),
                                to(other, new NoStream(), event("{}"))),
                        across(
                                null,
                                null,
                                to(other, new Exactly(1), event("{}")),
                                to(one, new NoStream(), event("{}"))),
                        across(
                                null,
                                null,
                                to(other, new Exactly(1), event("{}")),
                                to(one, new Exactly(1), event("{}"))),
                        request(one, new Exactly(2), 1));
        group.forEach(journal::append);
        start();

        List<AppendResult> results = group.stream().map(r -> await(r.result())).toList();
        assertThat(results.get(0)).isInstanceOf(Appended.class);
        assertThat(results.get(1)).isEqualTo(new Conflict(one, 1));
        assertThat(results.get(2)).isInstanceOf(Appended.class);
        assertThat(results.get(3)).isInstanceOf(Appended.class);
        assertThat(journal.read(one, 0, 10)).hasSize(3);
        assertThat(journal.read(other, 0, 10)).hasSize(2);
    }

    @Test
    void tagsOfTheGreatestNumberAndLengthAreStoredAndFound() {
        start();
        String[] tags = new String[Tag.PER_EVENT_MAX];
        for (int i = 0; i < tags.length; i++) {
            tags[i] = "漢".repeat(253) + "%02d".formatted(i);
        }
        NewEvent event = tagged("漢".repeat(255), tags);
        appended(journal, AppendRequest.of(newStream(), new NoStream(), List.of(event), null));

        EventQuery all =
                EventQuery.tagged(
                        new Tag(tags[0]),
                        List.of(tags).subList(1, tags.length).stream()
                                .map(Tag::new)
                                .toArray(Tag[]::new));
        assertThat(read(all)).hasSize(1);
        List<EventQuery.Item> items = new ArrayList<>(all.items());
        for (int i = 1; i < EventQuery.ITEMS_MAX; i++) {
            items.add(new EventQuery.Item(Set.of(), List.of(new Tag("none:" + i))));
        }
        assertThat(read(new EventQuery(items))).hasSize(1);
        List<AppendRequest> group = new ArrayList<>();
        for (int i = 0; i < GROUP_MAX; i++) {
            group.add(
                    conditional(
                            largestQueryWithoutAMatch(i),
                            journal.tagged().head(),
                            newStream(),
                            event("{}")));
        }
        assertThat(read(largestQueryWithoutAMatch(0))).isEmpty();
        group.forEach(journal::append);
        group.forEach(one -> assertThat(await(one.result())).isInstanceOf(Appended.class));
    }

    private static EventQuery largestQueryWithoutAMatch(int number) {
        Set<String> types =
                IntStream.range(0, EventQuery.TYPES_MAX)
                        .mapToObj(i -> "Type" + i)
                        .collect(Collectors.toSet());
        return new EventQuery(
                IntStream.range(0, EventQuery.ITEMS_MAX)
                        .mapToObj(i ->
                                new EventQuery.Item(
                                        types,
                                        IntStream.range(0, Tag.PER_EVENT_MAX)
                                                .mapToObj(j ->
                                                        new Tag(
                                                                "none:" + number + ":" + i + ":"
                                                                        + j))
                                                .toList()))
                        .toList());
    }

    @Test
    void ofManyThreadsOnOneConditionExactlyOneWins() {
        start();
        for (int round = 0; round < 10; round++) {
            assertThat(winners(List.of(journal), round)).isEqualTo(1);
        }
    }

    /// 16 threads reserve the same seat.
    ///
    /// @param members each serves some of the threads
    static int winners(List<Journal> members, int round) {
        EventQuery query = query("seat:" + round);
        int threads = 16;
        CountDownLatch ready = new CountDownLatch(threads);
        List<CompletableFuture<AppendResult>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Journal member = members.get(i % members.size());
            AppendRequest request =
                    conditional(
                            query,
                            JournalMark.BEGINNING,
                            newStream(),
                            tagged("Reserved", "seat:" + round));
            results.add(request.result());
            Thread.ofVirtual()
                    .start(() -> {
                        ready.countDown();
                        try {
                            ready.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        member.append(request);
                    });
        }
        List<AppendResult> answers = results.stream().map(Appends::await).toList();
        assertThat(answers)
                .allMatch(
                        answer -> answer instanceof Appended || answer instanceof ConditionFailed);
        assertThat(members.getFirst().tagged().read(query, 0, Long.MAX_VALUE, 100)).hasSize(1);
        return (int) answers.stream().filter(Appended.class::isInstance).count();
    }
}
