package dev.cobnut.framework.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.DeliverablePage;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.node.TestNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which unpublished events a member puts into the map when several members append.
class SharedFeedTest {

    private static final int ENTRIES_MAX = 6;
    private static final int REFILL_MAX = 4;
    private static final long ALL = Long.MAX_VALUE;

    /// A map in which this member owns the streams with an odd number.
    private static final class OddStreams implements OwnedEntries {

        private final Set<String> keys = new TreeSet<>();
        private boolean silent;
        private boolean broken;
        private OutboxRoom room =
                new OutboxRoom(new OutboxLimits(0, 1), () -> 0, () -> {}, () -> 0);
        private CompletableFuture<Integer> unanswered = new CompletableFuture<>();

        @Override
        public void limit(OutboxRoom room) {
            this.room = room;
        }

        @Override
        public CompletionStage<Integer> put(List<OutboxEntry> entries) {
            if (broken) {
                return CompletableFuture.failedFuture(new IllegalStateException("planted"));
            }
            if (silent) {
                return unanswered;
            }
            int before = keys.size();
            for (OutboxEntry entry : entries) {
                if (room.take(entry.event().payload().length())) {
                    keys.add(entry.key());
                }
            }
            return CompletableFuture.completedFuture(keys.size() - before);
        }

        @Override
        public boolean isOwned(StreamId stream) {
            return Integer.parseInt(stream.id()) % 2 == 1;
        }

        @Override
        public Set<String> keysBetween(long first, long last) {
            return new HashSet<>(keys);
        }

        @Override
        public int owned() {
            return keys.size();
        }
    }

    /// Records the messages to the owners.
    private static final class Told implements OutboxFeed.Wake {

        private final List<OutboxEntry> here = new ArrayList<>();
        private final List<Long> elsewhere = new ArrayList<>();
        private int missed;
        private Runnable lookThrough = () -> {};

        @Override
        public void handOver(List<OutboxEntry> added) {
            here.addAll(added);
        }

        @Override
        public void addedElsewhere(long first) {
            elsewhere.add(first);
        }

        @Override
        public void missed() {
            missed++;
        }

        @Override
        public void onMissed(Runnable lookThrough) {
            this.lookThrough = lookThrough;
        }
    }

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final OddStreams map = new OddStreams();
    private final Told told = new Told();
    private long nanos;
    private final SharedFeed feed =
            new SharedFeed(
                    journal,
                    map,
                    new OutboxLimits(ENTRIES_MAX, REFILL_MAX),
                    told,
                    OutboxObserver.NONE,
                    () -> nanos);

    @BeforeEach
    void start() {
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void whatIsAdmittedIsPutAndHandedOverWhenItIsThere() {
        List<RecordedEvent> events = append(1, 1, 2);
        feed.admit(events);
        assertThat(map.keys).containsExactly("1@counter-1", "2@counter-1");
        assertThat(told.here).extracting(OutboxEntry::event).containsExactlyElementsOf(events);
        assertThat(told.elsewhere).isEmpty();
    }

    @Test
    void othersAreToldOfTheirEntriesAlone() {
        List<RecordedEvent> others = append(2, 1, 1);
        List<RecordedEvent> own = append(1, 1, 1);
        List<RecordedEvent> both = new ArrayList<>(append(4, 1, 1));
        both.addAll(append(3, 1, 1));

        feed.admit(others);
        feed.admit(own);
        feed.admit(both);

        assertThat(told.elsewhere)
                .containsExactly(
                        others.getFirst().recordedAtMicros(), both.getFirst().recordedAtMicros());
        assertThat(told.here)
                .extracting(OutboxEntry::event)
                .containsExactly(own.getFirst(), both.getLast());
    }

    @Test
    void whatTheMapHasNoRoomForIsHandedOverAndStaysInTheJournal() {
        refillAll();
        List<RecordedEvent> events = append(1, 1, ENTRIES_MAX + 2);
        feed.admit(events);
        assertThat(map.keys).hasSize(ENTRIES_MAX);
        assertThat(told.here).extracting(OutboxEntry::event).containsExactlyElementsOf(events);

        map.keys.clear(); // nothing was delivered, and the map has room again
        feed.left(ENTRIES_MAX);
        nanos += Duration.ofSeconds(1).toNanos();
        refillAll();
        assertThat(map.keys).hasSize(ENTRIES_MAX);
    }

    @Test
    void eventsBehindVeryManyOfParkedStreamsAreLoadedInSeveralReads() {
        RecordedEvent parked = append(1, 1, DeliverablePage.EXAMINED_MAX + 1).getFirst();
        journal.park(List.of(new ParkedStream(parked, 8, "planted fault")));
        append(3, 1, 2);

        assertThat(feed.refill()).as("there are more").isPositive();
        assertThat(map.keys).isEmpty();
        assertThat(feed.isCaughtUp()).isFalse();
        assertThat(feed.refill()).isPositive();
        assertThat(map.keys).containsExactly("1@counter-3", "2@counter-3");
        assertThat(feed.isCaughtUp()).isTrue();

        map.keys.clear();
        assertThat(feed.restoreLost(ALL, REFILL_MAX)).as("the parked ones are looked at").isZero();
        assertThat(feed.restoreLost(ALL, REFILL_MAX)).isEqualTo(2);
    }

    @Test
    void anOwnerThatDoesNotAnswerHoldsUpNobody() {
        map.silent = true;
        feed.admit(append(1, 1, 1));
        assertThat(told.here).isEmpty();
        map.unanswered.complete(null);
        assertThat(told.here).hasSize(1);
    }

    @Test
    void afterTheStartTheMembersOwnStreamsComeFromTheJournal() {
        append(1, 1, 3);
        append(2, 1, 3);
        append(3, 1, 3);
        assertThat(feed.isCaughtUp()).isFalse();
        refillAll();
        assertThat(feed.isCaughtUp()).isTrue();
        assertThat(map.keys)
                .containsExactly(
                        "1@counter-1",
                        "1@counter-3",
                        "2@counter-1",
                        "2@counter-3",
                        "3@counter-1",
                        "3@counter-3");
    }

    @Test
    void whatTheMapDidNotTakeIsFoundInTheJournal() {
        refillAll();
        map.broken = true;
        feed.admit(append(1, 1, 2));
        assertThat(told.missed).isEqualTo(1);
        feed.admit(append(3, 1, 1));
        assertThat(told.missed).as("once a second").isEqualTo(1);
        map.broken = false;
        assertThat(map.keys).isEmpty();
        refillAll();
        assertThat(map.keys).hasSize(3);
    }

    @Test
    void whatAnotherMemberMissedIsLookedForAtOnce() {
        refillAll();
        List<String> sweeper = new ArrayList<>();
        feed.onRoom(() -> sweeper.add("woken"));
        append(1, 1, 2);
        told.lookThrough.run();
        assertThat(sweeper).hasSize(1);
        refillAll();
        assertThat(map.keys).hasSize(2);
    }

    @Test
    void whatAMemberThatDiedHadCommittedIsFoundWhenTheFeedLooksThrough() {
        refillAll();
        append(1, 1, 2); // committed, never admitted
        assertThat(feed.refill()).isZero();
        feed.lookThrough();
        refillAll();
        assertThat(map.keys).hasSize(2);
    }

    /// A member that had caught up once said so for ever, also after a merge had taken its part of
    /// the map.
    @Test
    void aMemberWhosePartitionsHaveMovedHasCaughtUpWhenItHasLookedThroughTheJournalAgain() {
        List<String> sweeper = new ArrayList<>();
        feed.onRoom(() -> sweeper.add("woken"));
        append(1, 1, REFILL_MAX + 1);
        assertThat(feed.refill()).isEqualTo(REFILL_MAX);
        feed.lookThrough(); // within a look
        assertThat(sweeper).hasSize(1);
        assertThat(feed.refill()).isEqualTo(1);
        assertThat(feed.isCaughtUp()).as("this look began before").isFalse();
        refillAll();
        assertThat(feed.isCaughtUp()).isTrue();

        map.keys.clear();
        feed.lookThrough();
        assertThat(feed.isCaughtUp()).isFalse();
        refillAll();
        assertThat(feed.isCaughtUp()).isTrue();
        assertThat(map.keys).hasSize(REFILL_MAX + 1);
    }

    @Test
    void itIsFoundPeriodicallyTooUpToAPosition() {
        refillAll();
        List<RecordedEvent> events = append(1, 1, 2);
        long butTheLast = events.getLast().position() - 1;
        assertThat(feed.restoreLost(butTheLast, 100)).isEqualTo(1);
        assertThat(map.keys).containsExactly("1@counter-1");
        assertThat(feed.restoreLost(ALL, 100)).isEqualTo(1);
    }

    @Test
    void theMapNeverHoldsMoreThanItsLimitAndWhatIsBeyondComesWhenThereIsRoom() {
        refillAll();
        List<RecordedEvent> many = append(1, 1, 10);
        feed.lookThrough();
        List<String> sweeper = new ArrayList<>();
        feed.onRoom(() -> sweeper.add("woken"));
        refillAll();
        assertThat(map.keys).hasSize(ENTRIES_MAX);
        feed.admit(append(3, 1, 1));
        assertThat(map.keys).as("no room").hasSize(ENTRIES_MAX);

        Publication delivered =
                Publication.of(
                        many.subList(0, ENTRIES_MAX).stream().map(RecordedEvent::position).toList(),
                        List.of());
        journal.publish(delivered);
        delivered.done().join();
        map.keys.clear();
        nanos += Duration.ofSeconds(1).toNanos();
        feed.left(ENTRIES_MAX);
        assertThat(sweeper).hasSize(1);
        refillAll();
        assertThat(map.keys).as("the rest, and the one that was not admitted").hasSize(5);
    }

    private void refillAll() {
        int steps = 0;
        while (feed.refill() > 0) {
            assertThat(++steps).isLessThan(100);
            nanos += Duration.ofSeconds(1).toNanos();
        }
    }

    private List<RecordedEvent> append(int stream, int firstVersion, int count) {
        List<RecordedEvent> events = new ArrayList<>();
        for (int version = firstVersion; version < firstVersion + count; version++) {
            AppendRequest request =
                    AppendRequest.of(
                            StreamId.of("counter", Integer.toString(stream)),
                            ExpectedVersion.of(version - 1),
                            List.of(TestNode.event("Counted", "1")),
                            null);
            journal.append(request);
            if (request.result().join() instanceof AppendResult.Appended appended) {
                events.addAll(appended.events());
            }
        }
        return events;
    }
}
