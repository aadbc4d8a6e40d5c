package dev.cobnut.framework.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.OverAnyJournal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a client of the feed may rely on, with every journal.
abstract class FeedContract extends OverAnyJournal {

    static final Duration SOON = Duration.ofMinutes(2);

    /// Small enough that buffers overflow and the window is left.
    static final FeedSettings SMALL =
            new FeedSettings(
                    50,
                    3,
                    8,
                    64 * 1_024,
                    1 << 20,
                    32,
                    1 << 20,
                    2,
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofHours(1));

    private static final StreamId CARD = StreamId.of("card", "1");
    private static final StreamId OTHER = StreamId.of("card", "2");

    private final AtomicInteger cutOff = new AtomicInteger();
    private final AtomicInteger failedGroups = new AtomicInteger();
    private volatile @Nullable Error failureOfGroups;

    @SuppressWarnings("NullAway.Init") // before each test
    private Feed feed;

    FeedContract() {
        super(Duration.ofMillis(20));
    }

    @BeforeEach
    void start() {
        FeedObserver counting =
                new FeedObserver() {
                    @Override
                    public void cutOff() {
                        cutOff.incrementAndGet();
                    }
                };
        var failing =
                new Followers.ByStream() {
                    @Override
                    public @Nullable String group(RecordedEvent event) {
                        Error planted = failureOfGroups;
                        if (planted != null) {
                            failedGroups.incrementAndGet();
                            throw planted;
                        }
                        return super.group(event);
                    }
                };
        feed = new Feed(journal, events, failing, SMALL, counting);
    }

    @AfterEach
    void close() {
        feed.close();
    }

    @Test
    void withoutClientsNothingReadsTheJournal() {
        Followers.append(journal, CARD, 2);
        assertThat(events.subscribers()).isZero();

        FeedSubscription one = open(0, Followers.ALL);
        FeedSubscription two = open(Feed.NOW, Followers.ALL);
        assertThat(events.subscribers()).isEqualTo(1);
        one.close();
        assertThat(feed.clients()).isEqualTo(1);
        two.close();
        two.close();

        await().atMost(SOON).until(() -> events.subscribers() == 0);
        assertThat(feed.clients()).isZero();
    }

    @Test
    void aNewClientGetsWhatFollowsAndOneThatResumesGetsWhatItMissed() throws Exception {
        Followers.append(journal, CARD, 3);
        try (FeedSubscription fresh = open(Feed.NOW, Followers.ALL);
                FeedSubscription back = open(1, Followers.ALL)) {
            assertThat(fresh.position()).isEqualTo(3);
            Followers.append(journal, OTHER, 2);

            assertThat(positions(fresh, 2)).containsExactly(4L, 5L);
            assertThat(positions(back, 4)).containsExactly(2L, 3L, 4L, 5L);
        }
    }

    @Test
    void anEventHasOneFormForAllClients() throws Exception {
        try (FeedSubscription one = open(Feed.NOW, Followers.ALL);
                FeedSubscription two = open(Feed.NOW, Followers.ALL)) {
            Followers.append(journal, CARD, 1);

            byte[] form = events(one, 1).getFirst().form();
            assertThat(form).isEqualTo("Charged 1".getBytes(StandardCharsets.UTF_8));
            assertThat(events(two, 1).getFirst().form()).isSameAs(form);
        }
    }

    @Test
    void aClientGetsItsGroupItsStreamAndItsTypesOnly() throws Exception {
        Followers.append(journal, CARD, 40); // beyond the window
        Followers.append(journal, OTHER, 2);
        var group = new FeedFilter(new FeedTopic.Group("2"), EventFilter.all());
        var stream = new FeedFilter(new FeedTopic.Stream(OTHER), EventFilter.all());
        var refunds =
                new FeedFilter(new FeedTopic.Group("2"), EventFilter.all().ofTypes("Refunded"));
        try (FeedSubscription ofGroup = open(0, group);
                FeedSubscription ofStream = open(0, stream);
                FeedSubscription ofType = open(0, refunds)) {
            Followers.append(journal, CARD, 1);
            Followers.append(journal, OTHER, 2);

            assertThat(positions(ofGroup, 4)).containsExactly(41L, 42L, 44L, 45L);
            assertThat(positions(ofStream, 4)).containsExactly(41L, 42L, 44L, 45L);
            assertThat(positions(ofType, 2)).containsExactly(42L, 45L);
        }
    }

    @Test
    void thePositionGoesOnAlsoWhenNothingConcernsTheClient() throws Exception {
        var group = new FeedFilter(new FeedTopic.Group("9"), EventFilter.all());
        try (FeedSubscription idle = open(0, group)) {
            Followers.append(journal, CARD, 100);

            await().atMost(SOON)
                    .until(() -> idle.next(Duration.ofMillis(10)).equals(new FeedTurn.None(100)));
        }
    }

    @Test
    void aClientThatFallsBehindIsEndedAndTheOthersGoOn() throws Exception {
        try (FeedSubscription slow = open(0, Followers.ALL);
                FeedSubscription quick = open(0, Followers.ALL)) {
            FeedTurn _ = slow.next(Duration.ZERO);
            FeedTurn _ = quick.next(Duration.ZERO);
            List<Long> got = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Followers.append(journal, CARD, 1);
                got.addAll(positions(quick, 1));
            }

            assertThat(got)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 20).boxed().toList());
            assertThat(slow.next(SOON)).isEqualTo(new FeedTurn.Ended(FeedEnd.TOO_SLOW, 0));
            assertThat(cutOff).hasValue(1);
            assertThat(feed.bufferedBytes())
                    .as("what waited for it is dropped; the other one still has its last turn")
                    .isLessThanOrEqualTo(2 * 1_024);
        }
        assertThat(feed.bufferedBytes()).isZero();
    }

    @Test
    void aPositionThatTheJournalDoesNotHaveIsRefused() {
        Followers.append(journal, CARD, 3);

        assertThat(feed.open("", 4, Followers.ALL)).isEqualTo(new FeedOpening.Ahead(3));
        open(3, Followers.ALL).close();
    }

    @Test
    void connectionsHaveALimitForEachCallerAndForAll() {
        List<FeedSubscription> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(Followers.opened(feed.open("ann", 0, Followers.ALL)));
        }
        assertThat(feed.open("ann", 0, Followers.ALL)).isEqualTo(new FeedOpening.FullOfCaller(3));
        for (int i = 0; i < 47; i++) {
            clients.add(open(0, Followers.ALL));
        }
        assertThat(feed.open("bob", 0, Followers.ALL)).isEqualTo(new FeedOpening.Full(50));

        clients.removeFirst().close();
        clients.add(Followers.opened(feed.open("ann", 0, Followers.ALL)));
        clients.forEach(FeedSubscription::close);
    }

    @Test
    void whenTheJournalDoesNotAnswerTheFeedGoesOnLater() throws Exception {
        Followers.append(journal, CARD, 1);
        try (FeedSubscription client = open(0, Followers.ALL)) {
            assertThat(positions(client, 1)).containsExactly(1L);
            cursors.failReads(true);
            Followers.append(journal, CARD, 2);
            int before = cursors.failedReads();
            await().atMost(SOON).until(() -> cursors.failedReads() > before);

            cursors.failReads(false);
            Followers.append(journal, CARD, 1);

            assertThat(positions(client, 3)).containsExactly(2L, 3L, 4L);
        }
    }

    @Test
    void anEventWhoseGroupCannotBeToldIsReadAgainAndNoneOvertakesIt() throws Exception {
        try (FeedSubscription client = open(Feed.NOW, Followers.ALL)) {
            failureOfGroups = new StackOverflowError("planted");
            Followers.append(journal, CARD, 2);
            await().atMost(SOON).until(() -> failedGroups.get() >= 2);
            assertThat(client.next(Duration.ZERO)).isEqualTo(new FeedTurn.None(0));

            failureOfGroups = null;
            Followers.append(journal, CARD, 1);

            assertThat(positions(client, 3)).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void clientsAreToldWhenTheJournalHasLostEvents() throws Exception {
        Followers.append(journal, CARD, 3);
        try (FeedSubscription client = open(0, Followers.ALL);
                InMemoryJournal other = InMemoryJournal.create(InstantSource.system())) {
            assertThat(positions(client, 3)).hasSize(3);
            other.start(GroupListener.completing());
            Followers.append(other, CARD, 3);
            cursors.exchangeFor(other.cursors());

            assertThat(end(client).reason()).isEqualTo(FeedEnd.REWOUND);
            try (FeedSubscription again = open(0, Followers.ALL)) {
                assertThat(events(again, 3).stream().map(event -> event.event().id()))
                        .containsExactlyElementsOf(
                                other.cursors().readAll(0, 10).stream()
                                        .map(RecordedEvent::id)
                                        .toList());
            }
        }
    }

    @Test
    void lossesDuringAFailureAreSeenAfterIt() throws Exception {
        Followers.append(journal, CARD, 3);
        try (FeedSubscription client = open(0, Followers.ALL);
                InMemoryJournal other = InMemoryJournal.create(InstantSource.system())) {
            assertThat(positions(client, 3)).hasSize(3);
            int before = cursors.failedReads();
            cursors.failReads(true);
            await().atMost(SOON).until(() -> cursors.failedReads() > before);
            other.start(GroupListener.completing());
            Followers.append(other, CARD, 5);
            cursors.exchangeFor(other.cursors());
            cursors.failReads(false);

            assertThat(end(client).reason()).isEqualTo(FeedEnd.REWOUND);
        }
    }

    @Test
    void theEndOfTheServiceEndsAllClientsAndLetsNoneIn() throws Exception {
        FeedSubscription client = open(0, Followers.ALL);

        feed.close();

        assertThat(client.next(SOON)).isEqualTo(new FeedTurn.Ended(FeedEnd.STOPPING, 0));
        assertThat(feed.open("", 0, Followers.ALL)).isEqualTo(new FeedOpening.Stopping());
        client.close();
        await().atMost(SOON).until(() -> events.subscribers() == 0);
    }

    /// Clients come, go, stall and resume while events are written. The model: a client has the
    /// events of its filter after its first position, each once, in order.
    @Test
    void clientsThatComeAndGoGetEveryEventOnceAndInOrder() throws Exception {
        int rounds = 400;
        var done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Visits>> clients = new ArrayList<>();
            for (int seed = 0; seed < 24; seed++) {
                clients.add(threads.submit(new Visits(new Random(seed), done)));
            }
            var random = new Random(99);
            for (int i = 0; i < rounds; i++) {
                StreamId stream = StreamId.of("card", Integer.toString(random.nextInt(5)));
                Followers.append(journal, stream, 1 + random.nextInt(3));
            }
            done.set(true);
            List<RecordedEvent> all = new ArrayList<>();
            events.stream(0, EventFilter.all()).forEach(all::add);
            var rules = new Followers.ByStream();
            for (Future<Visits> client : clients) {
                Visits visits = client.get(SOON.toSeconds(), TimeUnit.SECONDS);
                assertThat(visits.seen)
                        .as("%s after %d", visits.filter, visits.begin)
                        .containsExactlyElementsOf(
                                all.stream()
                                        .filter(event -> event.position() > visits.begin)
                                        .filter(event ->
                                                visits.filter.matches(
                                                        FeedEvent.of(event, rules, false)))
                                        .map(RecordedEvent::position)
                                        .toList());
            }
        }
        assertThat(cutOff.get()).as("the test has clients that are too slow").isPositive();
        assertThat(feed.clients()).isZero();
        assertThat(feed.bufferedBytes()).isZero();
        await().atMost(SOON).until(() -> events.subscribers() == 0);
    }

    /// One client, over all its connections.
    private final class Visits implements Callable<Visits> {

        private final Random random;
        private final AtomicBoolean done;
        private final FeedFilter filter;
        private final List<Long> seen = new ArrayList<>();
        private long begin;
        private long position;

        Visits(Random random, AtomicBoolean done) {
            this.random = random;
            this.done = done;
            EventFilter types =
                    random.nextInt(3) == 0
                            ? EventFilter.all().ofTypes("Refunded")
                            : EventFilter.all();
            String name = Integer.toString(random.nextInt(5));
            this.filter =
                    new FeedFilter(
                            switch (random.nextInt(3)) {
                                case 0 -> new FeedTopic.All();
                                case 1 -> new FeedTopic.Group(name);
                                default -> new FeedTopic.Stream(StreamId.of("card", name));
                            },
                            types);
        }

        @Override
        public Visits call() throws Exception {
            boolean fresh = random.nextBoolean();
            try (FeedSubscription first = open(fresh ? Feed.NOW : 0, filter)) {
                begin = first.position();
                position = begin;
                stay(first, random.nextInt(5));
            }
            while (!done.get() || position < journal.lastPosition()) {
                try (FeedSubscription client = open(position, filter)) {
                    stay(client, 1 + random.nextInt(30));
                }
            }
            return this;
        }

        private void stay(FeedSubscription client, int turns) throws InterruptedException {
            for (int i = 0; i < turns; i++) {
                switch (client.next(Duration.ofMillis(random.nextInt(5)))) {
                    case FeedTurn.Some(var some, var through) -> {
                        some.forEach(event -> seen.add(event.event().position()));
                        position = through;
                    }
                    case FeedTurn.None(var through) -> position = through;
                    case FeedTurn.Ended(_, _) -> {
                        return;
                    }
                }
                if (random.nextInt(10) == 0) {
                    stall();
                }
            }
        }

        /// Until its buffer must be full, or the writer is done.
        private void stall() {
            long until = journal.lastPosition() + 40;
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> done.get() || journal.lastPosition() >= until);
        }
    }

    private FeedSubscription open(long after, FeedFilter filter) {
        return Followers.opened(feed.open("", after, filter));
    }

    private static List<Long> positions(FeedSubscription client, int count)
            throws InterruptedException {
        return events(client, count).stream().map(event -> event.event().position()).toList();
    }

    private static List<FeedEvent> events(FeedSubscription client, int count)
            throws InterruptedException {
        List<FeedEvent> got = new ArrayList<>();
        long due = System.nanoTime() + SOON.toNanos();
        while (got.size() < count && System.nanoTime() < due) {
            switch (client.next(Duration.ofSeconds(1))) {
                case FeedTurn.Some(var events, var through) -> {
                    got.addAll(events);
                    assertThat(through).isGreaterThanOrEqualTo(events.getLast().position());
                }
                case FeedTurn.None(_) -> {}
                case FeedTurn.Ended ended -> throw new AssertionError(ended.toString());
            }
        }
        return got;
    }

    private static FeedTurn.Ended end(FeedSubscription client) throws InterruptedException {
        long due = System.nanoTime() + SOON.toNanos();
        while (System.nanoTime() < due) {
            if (client.next(Duration.ofSeconds(1)) instanceof FeedTurn.Ended ended) {
                return ended;
            }
        }
        throw new AssertionError("it did not end");
    }
}
