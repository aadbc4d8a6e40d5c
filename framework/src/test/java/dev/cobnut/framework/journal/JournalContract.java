package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.await;
import static dev.cobnut.framework.journal.Appends.event;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.publish;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StorableText;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest.Part;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.ExpectedVersion.Any;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every journal promises while its process lives.
///
/// Not covered: lookups (`LookupsContract`), tags and conditions (`BoundaryContract`), that
/// acknowledged events survive `kill -9` and a power cut (the fault harness does that), a full or
/// broken disk (tests of the implementation), throughput, and several members on one journal
/// (`PostgresMembersTest`).
abstract class JournalContract {

    static final int QUEUE_CAPACITY = 64;
    static final int GROUP_MAX = 16;

    @TempDir Path folder;

    final AdjustableClock clock = new AdjustableClock();
    Journal journal;

    /// A journal with [#QUEUE_CAPACITY] and [#GROUP_MAX], not started.
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

    @Test
    void anAppendedEventIsReadBackInAllItsFields() {
        start();
        StreamId stream = newStream();
        NewEvent event =
                new NewEvent(
                        UUID.fromString("0195a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b"),
                        "OrderPlaced",
                        3,
                        Payload.ofUtf8("{\"naïve\":\"☕ 😀\"}"),
                        new EventMetadata(
                                Appends.TIME,
                                "cause-1",
                                "conversation-1",
                                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));

        Appended appended =
                appended(journal, AppendRequest.of(stream, new NoStream(), List.of(event), null));

        RecordedEvent recorded = appended.events().getFirst();
        assertThat(appended.version()).isEqualTo(1);
        assertThat(recorded)
                .isEqualTo(
                        event.recorded(
                                stream, 1, recorded.position(), EpochMicros.of(clock.instant())));
        assertThat(journal.read(stream, 0, 10)).containsExactly(recorded);
        assertThat(journal.lastPosition()).isEqualTo(recorded.position());
    }

    @Test
    void theEventTypesOfEachCategoryAreKnown() {
        start();
        StreamId order = StreamId.of("typed", newStream().id());
        StreamId card = StreamId.of("typed_card", newStream().id());
        appended(journal, typed(order, "Placed", "Paid", "Paid"));
        appended(journal, typed(StreamId.of("typed", newStream().id()), "Placed"));
        appended(journal, typed(card, "Paid"));

        assertThat(journal.storedTypes())
                .filteredOn(stored -> stored.category().startsWith("typed"))
                .containsExactlyInAnyOrder(
                        new StoredType("typed", "Placed"),
                        new StoredType("typed", "Paid"),
                        new StoredType("typed_card", "Paid"));
    }

    private static AppendRequest typed(StreamId stream, String... types) {
        List<NewEvent> events = new ArrayList<>();
        for (String type : types) {
            events.add(
                    new NewEvent(
                            UUID.randomUUID(),
                            type,
                            1,
                            Payload.ofUtf8("{}"),
                            EventMetadata.at(Appends.TIME)));
        }
        return AppendRequest.of(stream, new NoStream(), events, null);
    }

    @Test
    void anAppendedEventEqualsTheOneReadBackAlsoWhenItsTimeHasNanoseconds() {
        start();
        StreamId stream = newStream();
        NewEvent event =
                new NewEvent(
                        new UUID(1, 2),
                        "OrderPlaced",
                        1,
                        Payload.ofUtf8("{}"),
                        EventMetadata.at(Appends.TIME.plusNanos(789)));

        Appended appended =
                appended(journal, AppendRequest.of(stream, new NoStream(), List.of(event), null));

        assertThat(journal.read(stream, 0, 1)).isEqualTo(appended.events());
        assertThat(appended.events().getFirst().metadata().time()).isEqualTo(Appends.TIME);
    }

    /// The longest that the constructors let pass: no index and no column may be too small for it.
    @Test
    void theLongestTextsAreRecordedAndReadBack() {
        start();
        Random random = new Random(25); // so that no compression makes it shorter
        StreamId stream = StreamId.of("s", ascii(random, StreamId.LENGTH_MAX - 2));
        String longText = wide(random, EventFormat.TEXT_BYTES_MAX / 3);
        NewEvent event =
                new NewEvent(
                        new UUID(1, 2),
                        wide(random, StorableText.KEY_LENGTH_MAX),
                        Integer.MAX_VALUE,
                        Payload.of(new byte[0]),
                        new EventMetadata(EventFormat.LATEST, longText, longText, longText));
        CommandKey key =
                new CommandKey(
                        wide(random, CommandKey.LENGTH_MAX), ascii(random, CommandKey.LENGTH_MAX));
        CommandKey refused = new CommandKey(wide(random, CommandKey.LENGTH_MAX), wide(random, 255));
        Refusal refusal = new Refusal(wide(random, 10_000), wide(random, 100_000));

        Appended appended =
                appended(journal, AppendRequest.of(stream, new NoStream(), List.of(event), key));
        appended(journal, AppendRequest.ofRefusal(stream, 1, refused, refusal));
        long position = appended.events().getFirst().position();
        LookupChange.Put put =
                new LookupChange.Put(
                        position,
                        wide(random, StorableText.KEY_LENGTH_MAX),
                        wide(random, StorableText.KEY_LENGTH_MAX),
                        wide(random, StorableText.KEY_LENGTH_MAX));
        publish(journal, List.of(position), put);

        assertThat(journal.read(stream, 0, 10)).isEqualTo(appended.events());
        assertThat(journal.findCommand(key.key()))
                .contains(new RecordedCommand(key, stream, 1, null));
        assertThat(journal.findCommand(refused.key()))
                .contains(new RecordedCommand(refused, stream, 1, refusal));
        assertThat(journal.findInLookup(put.lookup(), put.group(), null, 2))
                .containsExactly(put.item());
    }

    private static String ascii(Random random, int length) {
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// Characters of three bytes each.
    private static String wide(Random random, int length) {
        return random.ints(length, 0x4E00, 0x9FA0)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\uD83D", "x\uDE00"})
    void textsThatNotEveryJournalCanStoreAreRefusedBeforeTheyReachTheWriter(String text) {
        StreamId stream = newStream();
        assertThatThrownBy(() -> new CommandKey(text, "f00d")).hasMessageContaining("no journal");
        assertThatThrownBy(() -> new CommandKey("k1", text)).hasMessageContaining("no journal");
        assertThatThrownBy(() ->
                        AppendRequest.ofRefusal(stream, 0, key("k1"), new Refusal("code", text)))
                .hasMessageContaining("no journal");
        assertThatThrownBy(() ->
                        AppendRequest.ofRefusal(stream, 0, key("k1"), new Refusal(text, "words")))
                .hasMessageContaining("no journal");
        assertThatThrownBy(() -> new LookupChange.Put(1, text, "c1", "a"))
                .hasMessageContaining("no journal");
        assertThatThrownBy(() -> new LookupChange.Put(1, "by-customer", text, "a"))
                .hasMessageContaining("no journal");
        assertThatThrownBy(() -> new LookupChange.Remove(1, "by-customer", "c1", text))
                .hasMessageContaining("no journal");
    }

    @Test
    void aPageOfLargeEventsEndsByItsBytesAndTheNextOneGoesOn() {
        start();
        StreamId stream = newStream();
        appended(journal, largeEvents(stream, 8));

        List<RecordedEvent> ofStream = new ArrayList<>();
        List<RecordedEvent> unpublished = new ArrayList<>();
        int pages = 0;
        for (boolean more = true; more; pages++) {
            List<RecordedEvent> page =
                    journal.read(stream, ofStream.isEmpty() ? 0 : ofStream.getLast().version(), 9);
            assertThat(page).hasSizeLessThan(5);
            ofStream.addAll(page);
            more = EventPage.isFull(page, 9);
        }
        for (boolean more = true; more; ) {
            List<RecordedEvent> page =
                    journal.readUnpublished(
                            unpublished.isEmpty() ? 0 : unpublished.getLast().position(), 9);
            assertThat(page).hasSizeLessThan(5);
            unpublished.addAll(page);
            more = EventPage.isFull(page, 9);
        }

        assertThat(pages).isGreaterThan(1);
        assertThat(ofStream)
                .extracting(RecordedEvent::version)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(unpublished).isEqualTo(ofStream);
    }

    @Test
    void anEventThatIsLargerThanAPageIsReadAlone() {
        start();
        StreamId stream = newStream();
        NewEvent large =
                new NewEvent(
                        UUID.randomUUID(),
                        "Large",
                        1,
                        Payload.of(new byte[2 * EventPage.BYTES_MAX]),
                        EventMetadata.at(Appends.TIME));
        appended(
                journal,
                AppendRequest.of(stream, new NoStream(), List.of(large, event("Small")), null));

        assertThat(journal.read(stream, 0, 9))
                .extracting(RecordedEvent::version)
                .containsExactly(1L);
        assertThat(journal.read(stream, 1, 9))
                .extracting(RecordedEvent::version)
                .containsExactly(2L);
    }

    private static AppendRequest largeEvents(StreamId stream, int count) {
        List<NewEvent> events =
                IntStream.range(0, count)
                        .mapToObj(i ->
                                new NewEvent(
                                        UUID.randomUUID(),
                                        "Large",
                                        1,
                                        Payload.of(new byte[EventPage.BYTES_MAX / 3]),
                                        EventMetadata.at(Appends.TIME)))
                        .toList();
        return AppendRequest.of(stream, new NoStream(), events, null);
    }

    @Test
    void theEventsOfACommandAreRecordedTogetherAndContiguously() {
        start();
        StreamId stream = newStream();

        Appended first = appended(journal, request(stream, new NoStream(), 3));
        Appended second = appended(journal, request(stream, new Exactly(3), 2));

        assertThat(first.version()).isEqualTo(3);
        assertThat(second.version()).isEqualTo(5);
        assertThat(journal.read(stream, 0, 100))
                .extracting(RecordedEvent::version)
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(journal.read(stream, 3, 1)).containsExactly(second.events().getFirst());
        assertThat(journal.read(stream, 5, 1)).isEmpty();
    }

    @Test
    void anUnknownStreamReadsAsEmpty() {
        start();
        assertThat(journal.read(newStream(), 0, 10)).isEmpty();
    }

    @Test
    void aStreamThatExistsIsAConflictForWhoeverExpectsNone() {
        start();
        StreamId stream = newStream();
        appended(journal, request(stream, new NoStream(), 2));

        assertThat(append(journal, request(stream, new NoStream(), 2)))
                .isEqualTo(new Conflict(stream, 2));
        assertThat(journal.read(stream, 0, 10)).hasSize(2);
    }

    @Test
    void anotherVersionThanExpectedIsAConflictThatNamesTheActualOne() {
        start();
        StreamId stream = newStream();
        appended(journal, request(stream, new NoStream(), 2));

        assertThat(append(journal, request(stream, new Exactly(1), 1)))
                .isEqualTo(new Conflict(stream, 2));
        assertThat(append(journal, request(stream, new Exactly(3), 1)))
                .isEqualTo(new Conflict(stream, 2));
        StreamId unknown = newStream();
        assertThat(append(journal, request(unknown, new Exactly(1), 1)))
                .isEqualTo(new Conflict(unknown, 0));
    }

    @Test
    void anyVersionAppendsAtTheEndOfOldAndNewStreams() {
        start();
        StreamId stream = newStream();

        assertThat(appended(journal, request(stream, new Any(), 2)).version()).isEqualTo(2);
        assertThat(appended(journal, request(stream, new Any(), 1)).version()).isEqualTo(3);
    }

    @Test
    void ofManyThreadsOnOneVersionExactlyOneWins() {
        start();
        int rounds = 20;
        int threads = 8;
        StreamId stream = newStream();
        AtomicInteger wins = new AtomicInteger();
        List<CompletableFuture<Void>> writers =
                onThreads(
                        threads,
                        () -> {
                            for (long version = 0; version < rounds; ) {
                                AppendResult result =
                                        append(
                                                journal,
                                                request(stream, ExpectedVersion.of(version), 1));
                                switch (result) {
                                    case Appended(long now, _) -> {
                                        wins.incrementAndGet();
                                        version = now;
                                    }
                                    case Conflict(_, long actual) -> version = actual;
                                    case AppendResult unexpected ->
                                            throw new AssertionError(unexpected);
                                }
                            }
                        });
        writers.forEach(Appends::await);

        assertThat(wins.get()).isEqualTo(rounds);
        assertThat(journal.read(stream, 0, 1_000))
                .extracting(RecordedEvent::version)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, rounds).boxed().toList());
    }

    @Test
    void aRepeatedKeyIsADuplicateOfTheFirstCommandAndWritesNothing() {
        start();
        StreamId stream = newStream();
        appended(journal, keyed(stream, new NoStream(), "k1"));
        RecordedCommand first = new RecordedCommand(new CommandKey("k1", "f00d"), stream, 1, null);

        assertThat(append(journal, keyed(newStream(), new NoStream(), "k1")))
                .isEqualTo(new Duplicate(first));
        assertThat(journal.findCommand("k1")).contains(first);
        assertThat(journal.findCommand("k2")).isEmpty();
        assertThat(journal.lastPosition()).isEqualTo(1);
    }

    @Test
    void aRepeatedKeyIsADuplicateAlsoWhenItsStreamHasGoneOn() {
        start();
        StreamId stream = newStream();
        appended(journal, keyed(stream, new NoStream(), "k1"));
        appended(journal, keyed(stream, new Exactly(1), "k2"));

        assertThat(append(journal, keyed(stream, new NoStream(), "k1")))
                .isInstanceOf(Duplicate.class);
        assertThat(append(journal, keyed(stream, new Exactly(1), "k2")))
                .isInstanceOf(Duplicate.class);
        assertThat(append(journal, keyed(stream, new Any(), "k2"))).isInstanceOf(Duplicate.class);
    }

    @Test
    void aCommandThatMetAConflictCanBeTriedAgainUnderItsKey() {
        start();
        StreamId stream = newStream();
        appended(journal, first(stream));

        assertThat(append(journal, keyed(stream, new NoStream(), "k1")))
                .isEqualTo(new Conflict(stream, 1));
        assertThat(append(journal, keyed(stream, new Exactly(2), "k1")))
                .isEqualTo(new Conflict(stream, 1));
        assertThat(journal.findCommand("k1")).isEmpty();
        assertThat(appended(journal, keyed(stream, new Exactly(1), "k1")).version()).isEqualTo(2);
    }

    @Test
    void requestsOfOneGroupSeeEachOther() {
        StreamId stream = newStream();
        List<AppendRequest> group =
                List.of(
                        keyed(stream, new NoStream(), "k1"),
                        keyed(stream, new NoStream(), "k1"),
                        keyed(stream, new NoStream(), "k2"),
                        keyed(stream, new Exactly(1), "k2"),
                        request(stream, new Any(), 2),
                        request(stream, new Exactly(2), 1));
        AtomicInteger groups = new AtomicInteger();
        group.forEach(journal::append);
        journal.start((requests, outcomes) -> {
            groups.incrementAndGet();
            GroupListener.completing().written(requests, outcomes);
        });

        List<AppendResult> results = group.stream().map(r -> await(r.result())).toList();

        assertThat(groups).hasValue(1);
        assertThat(results.get(0)).isInstanceOf(Appended.class);
        assertThat(results.get(1)).isInstanceOf(Duplicate.class);
        assertThat(results.get(2)).isEqualTo(new Conflict(stream, 1));
        assertThat(((Appended) results.get(3)).version()).isEqualTo(2);
        assertThat(((Appended) results.get(4)).version()).isEqualTo(4);
        assertThat(results.get(5)).isEqualTo(new Conflict(stream, 4));
        assertThat(journal.read(stream, 0, 10)).hasSize(4);
        assertThat(journal.countUnpublished()).isEqualTo(4);
    }

    @Test
    void commandsOfOneAppendAreRecordedTogetherEachUnderItsKeyWithTheVersionThatItLeft() {
        start();
        StreamId stream = newStream();
        appended(journal, request(stream, new NoStream(), 2));

        Appended appended =
                appended(
                        journal,
                        AppendRequest.ofAll(
                                stream,
                                new Exactly(2),
                                List.of(
                                        part(2, "k1"),
                                        Part.of(Appends.events(1), null),
                                        Part.ofRefusal(key("k2"), Appends.REFUSAL),
                                        part(1, "k3"))));

        assertThat(appended.version()).isEqualTo(6);
        assertThat(appended.events())
                .extracting(RecordedEvent::version)
                .containsExactly(3L, 4L, 5L, 6L);
        assertThat(journal.read(stream, 2, 10)).isEqualTo(appended.events());
        assertThat(journal.findCommand("k1"))
                .contains(new RecordedCommand(key("k1"), stream, 4, null));
        assertThat(journal.findCommand("k2"))
                .contains(new RecordedCommand(key("k2"), stream, 5, Appends.REFUSAL));
        assertThat(journal.findCommand("k3"))
                .contains(new RecordedCommand(key("k3"), stream, 6, null));
        assertThat(journal.countUnpublished()).isEqualTo(6);
    }

    @Test
    void commandsOfOneAppendThatBeginAStreamAreRecordedTogether() {
        start();
        for (ExpectedVersion none : List.of(new NoStream(), new Any())) {
            StreamId stream = newStream();
            List<Part> parts =
                    List.of(part(1, stream.value() + "a"), part(2, stream.value() + "b"));
            assertThat(appended(journal, AppendRequest.ofAll(stream, none, parts)).version())
                    .isEqualTo(3);
            assertThat(journal.findCommand(stream.value() + "b").orElseThrow().version())
                    .isEqualTo(3);
        }
    }

    @Test
    void ofCommandsOfOneAppendNoneIsRecordedWhenTheVersionIsAnother() {
        start();
        StreamId stream = newStream();
        appended(journal, request(stream, new NoStream(), 2));
        List<Part> parts =
                List.of(part(1, "k1"), Part.ofRefusal(key("k2"), Appends.REFUSAL), part(1, "k3"));

        assertThat(append(journal, AppendRequest.ofAll(stream, new Exactly(1), parts)))
                .isEqualTo(new Conflict(stream, 2));
        assertThat(append(journal, AppendRequest.ofAll(stream, new NoStream(), parts)))
                .isEqualTo(new Conflict(stream, 2));
        assertNothingIsRecordedUnder("k1", "k2", "k3");
        assertThat(journal.read(stream, 0, 10)).hasSize(2);
        assertThat(appended(journal, AppendRequest.ofAll(stream, new Exactly(2), parts)).version())
                .isEqualTo(4);
    }

    @Test
    void ofCommandsOfOneAppendNoneIsRecordedWhenAKeyOfThemIsARepetition() {
        start();
        StreamId stream = newStream();
        appended(journal, keyed(stream, new NoStream(), "k2"));
        RecordedCommand first = new RecordedCommand(key("k2"), stream, 1, null);
        List<Part> parts = List.of(part(1, "k1"), part(1, "k2"), part(1, "k3"));

        assertThat(append(journal, AppendRequest.ofAll(stream, new Exactly(1), parts)))
                .isEqualTo(new Duplicate(first));
        // also when the version is another
        assertThat(append(journal, AppendRequest.ofAll(stream, new NoStream(), parts)))
                .isEqualTo(new Duplicate(first));
        assertNothingIsRecordedUnder("k1", "k3");
        assertThat(journal.lastPosition()).isEqualTo(1);
        assertThat(
                        appended(
                                        journal,
                                        AppendRequest.ofAll(
                                                stream,
                                                new Exactly(1),
                                                List.of(part(1, "k1"), part(1, "k3"))))
                                .version())
                .isEqualTo(3);
    }

    @Test
    void appendsOfSeveralCommandsSeeTheOthersOfTheirGroup() {
        StreamId stream = newStream();
        List<AppendRequest> group =
                List.of(
                        AppendRequest.ofAll(
                                stream, new NoStream(), List.of(part(1, "k1"), part(1, "k2"))),
                        AppendRequest.ofAll(
                                stream, new Exactly(2), List.of(part(1, "k3"), part(1, "k2"))),
                        AppendRequest.ofAll(
                                stream, new Exactly(1), List.of(part(1, "k4"), part(1, "k5"))),
                        AppendRequest.ofAll(
                                stream, new Exactly(2), List.of(part(1, "k3"), part(1, "k4"))));
        group.forEach(journal::append);
        start();

        List<AppendResult> results = group.stream().map(r -> await(r.result())).toList();
        assertThat(((Appended) results.get(0)).version()).isEqualTo(2);
        assertThat(results.get(1))
                .isEqualTo(new Duplicate(new RecordedCommand(key("k2"), stream, 2, null)));
        assertThat(results.get(2)).isEqualTo(new Conflict(stream, 2));
        assertThat(((Appended) results.get(3)).version()).isEqualTo(4);
        assertNothingIsRecordedUnder("k5");
        assertThat(journal.read(stream, 0, 10))
                .extracting(RecordedEvent::version)
                .containsExactly(1L, 2L, 3L, 4L);
    }

    private void assertNothingIsRecordedUnder(String... keys) {
        for (String key : keys) {
            assertThat(journal.findCommand(key)).as(key).isEmpty();
        }
    }

    private static CommandKey key(String key) {
        return new CommandKey(key, "f00d");
    }

    private static Part part(int events, String key) {
        return Part.of(Appends.events(events), key(key));
    }

    @Test
    void aRefusalIsRecordedUnderItsKeyAndTakesNoPosition() {
        start();
        StreamId stream = newStream();
        appended(journal, request(stream, new NoStream(), 2));
        CommandKey key = new CommandKey("k1", "beef");

        assertThat(append(journal, AppendRequest.ofRefusal(stream, 2, key, Appends.REFUSAL)))
                .isEqualTo(new Appended(2, List.of()));
        RecordedCommand refused = new RecordedCommand(key, stream, 2, Appends.REFUSAL);
        assertThat(journal.findCommand("k1")).contains(refused);
        assertThat(
                        append(
                                journal,
                                AppendRequest.ofRefusal(
                                        stream, 2, key, new Refusal("other", "words"))))
                .isEqualTo(new Duplicate(refused));
        assertThat(append(journal, keyed(stream, new Exactly(2), "k1")))
                .isEqualTo(new Duplicate(refused));
        assertThat(journal.lastPosition()).isEqualTo(2);
    }

    @Test
    void aRefusalOfAStreamThatDoesNotExistIsRecordedToo() {
        start();
        StreamId stream = newStream();
        CommandKey key = new CommandKey("k1", "beef");

        assertThat(append(journal, AppendRequest.ofRefusal(stream, 0, key, Appends.REFUSAL)))
                .isEqualTo(new Appended(0, List.of()));
        assertThat(appended(journal, first(stream)).version()).isEqualTo(1);
    }

    @Test
    void everyEventIsUnpublishedUntilItIsPublished() {
        start();
        StreamId stream = newStream();
        List<RecordedEvent> events = appended(journal, request(stream, new NoStream(), 4)).events();
        assertThat(journal.countUnpublished()).isEqualTo(4);
        assertThat(journal.readUnpublished(0, 10)).isEqualTo(events);
        assertThat(journal.readUnpublished(events.get(1).position(), 1))
                .containsExactly(events.get(2));

        publish(journal, List.of(events.get(0).position(), events.get(2).position()));
        publish(journal, List.of(events.get(0).position(), 4_711L));

        assertThat(journal.countUnpublished()).isEqualTo(2);
        assertThat(journal.readUnpublished(0, 10)).containsExactly(events.get(1), events.get(3));
        assertThat(journal.read(stream, 0, 10)).isEqualTo(events);
    }

    @Test
    void eventsOfAParkedStreamAreNotDeliverableUntilItIsUnparked() {
        start();
        StreamId bad = newStream();
        List<RecordedEvent> events = appended(journal, request(bad, new NoStream(), 3)).events();
        RecordedEvent other = appended(journal, first(newStream())).events().getFirst();
        publish(journal, List.of(events.getFirst().position()));
        ParkedStream parked = new ParkedStream(events.get(1), 8, "planted fault");

        assertThat(journal.park(List.of(parked))).containsExactly(bad);

        RecordedEvent later =
                appended(journal, request(bad, ExpectedVersion.of(3), 1)).events().getFirst();
        assertThat(journal.readDeliverable(0, 10).events()).containsExactly(other);
        assertThat(journal.readUnpublished(0, 10))
                .containsExactly(events.get(1), events.get(2), other, later);
        assertThat(journal.countUnpublished()).isEqualTo(4);
        assertThat(journal.countParked()).isEqualTo(1);
        assertThat(journal.readParked(0, 10)).containsExactly(parked);
        assertThat(journal.readParked(events.get(1).position(), 10)).isEmpty();

        assertThat(journal.unpark(bad)).isEqualTo(3);
        assertThat(journal.unpark(bad)).as("it is not parked any more").isZero();
        assertThat(journal.readDeliverable(0, 10).events())
                .containsExactly(events.get(1), events.get(2), other, later);
        assertThat(journal.readDeliverable(events.get(1).position(), 1).events())
                .containsExactly(events.get(2));
        assertThat(journal.countParked()).isZero();
        assertThat(journal.readParked(0, 10)).isEmpty();
    }

    /// A read stepped over all events of parked streams: 200 000 of them took PostgreSQL 0.6 s or
    /// more, and a comparison with the map reads every 5 s.
    @Test
    void aReadStepsOverSoManyEventsOfParkedStreamsAndTellsHowFarItLooked() {
        start();
        RecordedEvent before = appended(journal, first(newStream())).events().getFirst();
        int examinedMax = DeliverablePage.EXAMINED_MAX;
        List<RecordedEvent> bad =
                appended(journal, request(newStream(), new NoStream(), examinedMax + 1)).events();
        List<RecordedEvent> after =
                appended(journal, request(newStream(), new NoStream(), 2)).events();
        journal.park(List.of(new ParkedStream(bad.getFirst(), 8, "planted fault")));

        DeliverablePage first = journal.readDeliverable(0, 10);
        assertThat(first)
                .isEqualTo(
                        new DeliverablePage(
                                List.of(before), bad.get(examinedMax - 2).position(), false));
        assertThat(journal.readDeliverable(before.position(), 10))
                .as("without an event")
                .isEqualTo(
                        new DeliverablePage(List.of(), bad.get(examinedMax - 1).position(), false));
        assertThat(journal.readDeliverable(first.throughPosition(), 1))
                .isEqualTo(
                        new DeliverablePage(
                                List.of(after.getFirst()), after.getFirst().position(), false));
        assertThat(journal.readDeliverable(first.throughPosition(), 10))
                .isEqualTo(new DeliverablePage(after, after.getLast().position(), true));
        assertThat(journal.readDeliverable(after.getLast().position(), 10))
                .isEqualTo(new DeliverablePage(List.of(), after.getLast().position(), true));
    }

    @Test
    void aStreamIsParkedFromItsFirstUnpublishedEvent() {
        start();
        List<StreamId> streams = List.of(newStream(), newStream());
        List<RecordedEvent> one =
                appended(journal, request(streams.get(0), new NoStream(), 3)).events();
        List<RecordedEvent> two =
                appended(journal, request(streams.get(1), new NoStream(), 1)).events();

        journal.park(List.of(new ParkedStream(one.get(1), 1, "later")));
        assertThat(
                        journal.park(
                                List.of(
                                        new ParkedStream(one.get(0), 8, "first"),
                                        new ParkedStream(two.get(0), 8, "a\0b"))))
                .containsExactlyInAnyOrderElementsOf(streams);
        assertThat(journal.park(List.of(new ParkedStream(one.get(2), 1, "last"))))
                .containsExactly(streams.get(0));

        assertThat(journal.readParked(0, 10))
                .containsExactly(
                        new ParkedStream(one.get(0), 8, "first"),
                        new ParkedStream(two.get(0), 8, "a?b"));
        assertThat(journal.readDeliverable(0, 10).events()).isEmpty();
    }

    /// A slow member may publish what another one parks, or park what another one has published.
    @Test
    void whatIsPublishedIsNotParkedAnyMoreAndCannotBeParked() {
        start();
        StreamId stream = newStream();
        List<RecordedEvent> events = appended(journal, request(stream, new NoStream(), 2)).events();
        journal.park(List.of(new ParkedStream(events.get(0), 8, "planted fault")));
        publish(journal, List.of(events.get(0).position()));

        assertThat(journal.readParked(0, 10)).isEmpty();
        assertThat(journal.countParked()).isZero();
        assertThat(journal.readDeliverable(0, 10).events()).containsExactly(events.get(1));
        assertThat(journal.park(List.of(new ParkedStream(events.get(0), 8, "planted fault"))))
                .isEmpty();
        assertThat(journal.unpark(stream)).isZero();
    }

    @Test
    void aFullQueueAnswersUnavailableAndEveryRequestIsAnswered() {
        List<AppendRequest> requests =
                IntStream.range(0, QUEUE_CAPACITY + 10).mapToObj(_ -> first(newStream())).toList();
        requests.forEach(journal::append);

        assertThat(journal.stats().queued()).isEqualTo(QUEUE_CAPACITY);
        assertThat(journal.stats().queueCapacity()).isEqualTo(QUEUE_CAPACITY);
        assertThat(requests.subList(QUEUE_CAPACITY, requests.size()))
                .allSatisfy(refused ->
                        assertThat(refused.result().join())
                                .isEqualTo(
                                        new Unavailable(
                                                "the journal's queue is full (64 appends wait)")));

        start();
        assertThat(requests.subList(0, QUEUE_CAPACITY))
                .allSatisfy(accepted ->
                        assertThat(await(accepted.result())).isInstanceOf(Appended.class));
        assertThat(journal.lastPosition()).isEqualTo(QUEUE_CAPACITY);
    }

    @Test
    void aGroupHasNoMoreAppendsThanItsLimit() {
        List<Integer> sizes = new ArrayList<>();
        List<AppendRequest> requests =
                IntStream.range(0, 3 * GROUP_MAX).mapToObj(_ -> first(newStream())).toList();
        requests.forEach(journal::append);
        journal.start((group, outcomes) -> {
            sizes.add(group.size());
            GroupListener.completing().written(group, outcomes);
        });

        requests.forEach(request -> await(request.result()));
        assertThat(sizes).containsExactly(GROUP_MAX, GROUP_MAX, GROUP_MAX);
    }

    @Test
    void aGroupHasNoMoreCommandsThanItsLimitUnlessOneAppendHas() {
        List<Integer> sizes = new ArrayList<>();
        List<AppendRequest> requests =
                IntStream.of(10, 6, 1, 16, 17, 1, 15, 1)
                        .mapToObj(commands ->
                                AppendRequest.ofAll(
                                        newStream(),
                                        new NoStream(),
                                        Collections.nCopies(
                                                commands, Part.of(Appends.events(1), null))))
                        .toList();
        requests.forEach(journal::append);
        journal.start((group, outcomes) -> {
            sizes.add(group.size());
            GroupListener.completing().written(group, outcomes);
        });

        requests.forEach(
                request -> assertThat(await(request.result())).isInstanceOf(Appended.class));
        assertThat(sizes).containsExactly(2, 1, 1, 1, 2, 1);
    }

    @Test
    void closeWritesWhatIsQueuedAndRefusesWhatComesLater() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        journal.start((group, outcomes) -> {
            writing.countDown();
            Appends.await(CompletableFuture.runAsync(() -> awaitLatch(go)));
            GroupListener.completing().written(group, outcomes);
        });
        AppendRequest first = first(newStream());
        journal.append(first);
        awaitLatch(writing);
        List<AppendRequest> queued =
                IntStream.range(0, 40).mapToObj(_ -> first(newStream())).toList();
        queued.forEach(journal::append);
        Publication publication = Publication.of(List.of(1L), List.of());
        journal.publish(publication);

        Thread closing = Thread.ofVirtual().start(journal::close);
        go.countDown();
        assertThat(closing.join(Duration.ofMinutes(2))).isTrue();

        assertThat(queued)
                .allSatisfy(request ->
                        assertThat(request.result().getNow(new Unavailable("none")))
                                .isInstanceOf(Appended.class));
        assertThat(publication.done()).isCompleted();
        assertThat(append(journal, first(newStream())))
                .isEqualTo(new Unavailable("the journal is closed"));
        Publication late = Publication.of(List.of(2L), List.of());
        journal.publish(late);
        assertThatThrownBy(late.done()::join).hasRootCauseMessage("the journal is closed");
    }

    @Test
    void everyRequestIsAnsweredWhenManyThreadsAppendDuringClose() {
        start();
        int threads = 8;
        List<AppendRequest> requests = new ArrayList<>();
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(threads);
        List<CompletableFuture<Void>> producers =
                onThreads(
                        threads,
                        () -> {
                            List<AppendRequest> mine = new ArrayList<>();
                            running.countDown();
                            while (!stop.get() && mine.size() < 20_000) {
                                AppendRequest request = first(newStream());
                                journal.append(request);
                                mine.add(request);
                            }
                            synchronized (requests) {
                                requests.addAll(mine);
                            }
                        });
        awaitLatch(running);
        journal.close();
        stop.set(true);
        producers.forEach(Appends::await);

        assertThat(requests).isNotEmpty();
        requests.forEach(request -> await(request.result()));
    }

    @Test
    void aJournalThatWasNeverStartedRefusesWhatIsQueuedWhenItCloses() {
        AppendRequest request = first(newStream());
        journal.append(request);
        journal.close();

        assertThat(await(request.result())).isEqualTo(new Unavailable("the journal is closed"));
    }

    @Test
    void positionsAndTimesOfRecordGrowAlsoWhenTheClockGoesBack() {
        start();
        List<RecordedEvent> events = new ArrayList<>();
        events.addAll(appended(journal, request(newStream(), new NoStream(), 3)).events());
        clock.move(Duration.ofHours(-1));
        events.addAll(appended(journal, request(newStream(), new NoStream(), 3)).events());
        clock.move(Duration.ofHours(2));
        events.addAll(appended(journal, request(newStream(), new NoStream(), 3)).events());

        assertThat(events)
                .extracting(RecordedEvent::position)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 9).boxed().toList());
        assertThat(events)
                .extracting(RecordedEvent::recordedAtMicros)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(events.getLast().recordedAtMicros())
                .isEqualTo(EpochMicros.of(clock.instant()) + 2);
    }

    @Test
    void aConflictLeavesNoGapInThePositions() {
        start();
        StreamId stream = newStream();
        appended(journal, first(stream));
        append(journal, first(stream));

        assertThat(appended(journal, first(newStream())).events().getFirst().position())
                .isEqualTo(2);
    }

    @Test
    void readsSeeEveryAppendThatWasAcknowledged() {
        start();
        List<CompletableFuture<Void>> readers =
                onThreads(
                        8,
                        () -> {
                            for (int i = 0; i < 25; i++) {
                                StreamId stream = newStream();
                                Appended appended = appended(journal, first(stream));
                                assertThat(journal.read(stream, 0, 5)).isEqualTo(appended.events());
                            }
                        });
        readers.forEach(Appends::await);
    }

    @Test
    void aListenerThatThrowsLeavesNoRequestWithoutItsAnswer() {
        journal.start((group, outcomes) -> {
            throw new AssertionError("the listener is broken");
        });

        assertThat(append(journal, first(newStream()))).isInstanceOf(Appended.class);
        assertThat(append(journal, first(newStream()))).isInstanceOf(Appended.class);
        assertThat(journal.state()).isEqualTo(new JournalState.Writable());
    }

    @Test
    void theListenerIsToldInTheOrderOfPositions() {
        List<Long> told = new ArrayList<>();
        List<AppendRequest> requests =
                IntStream.range(0, QUEUE_CAPACITY).mapToObj(_ -> first(newStream())).toList();
        requests.forEach(journal::append);
        journal.start((group, outcomes) -> {
            for (AppendResult outcome : outcomes) {
                told.add(((Appended) outcome).events().getFirst().position());
            }
            GroupListener.completing().written(group, outcomes);
        });

        requests.forEach(request -> await(request.result()));
        assertThat(told).isSorted().hasSize(QUEUE_CAPACITY);
    }

    @Test
    void theObserverIsToldWhatEveryCommitHeld() {
        List<List<Integer>> commits = new ArrayList<>();
        journal.stats()
                .onCommit((commands, events, published, nanos) -> {
                    assertThat(nanos).isPositive();
                    commits.add(List.of(commands, events, published));
                });
        AppendRequest request =
                AppendRequest.of(
                        newStream(), new NoStream(), List.of(event("{}"), event("{}")), null);
        AppendRequest two =
                AppendRequest.ofAll(
                        newStream(), new NoStream(), List.of(part(1, "k1"), part(1, "k2")));
        journal.append(request);
        journal.append(two);
        Publication publication = Publication.of(List.of(1L), List.of());
        journal.publish(publication);
        start();

        await(request.result());
        await(two.result());
        publication.done().join();
        assertThat(commits).containsExactly(List.of(3, 4, 1));
        assertThat(journal.countUnpublished()).isEqualTo(3);
    }

    private static List<CompletableFuture<Void>> onThreads(int threads, Runnable task) {
        return IntStream.range(0, threads)
                .mapToObj(_ -> CompletableFuture.runAsync(task, Thread::startVirtualThread))
                .toList();
    }

    static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
