package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.publish;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every journal promises of lookups: how they change, how they are read, and when they
/// contain what follows from an event.
///
/// Not covered: searches in several groups (`LookupSearchPropertyTest`), and that rows survive
/// `kill -9` (they are rows of the transaction that publishes their event).
abstract class LookupsContract {

    @TempDir Path folder;

    Journal journal;

    /// Not started.
    abstract Journal open(Path folder, InstantSource clock);

    @BeforeEach
    void startJournal() {
        journal = open(folder, new AdjustableClock());
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    @Test
    void aLookupIsPagedFromTheLargestItemDownwards() {
        long at = appended(journal, first(newStream())).events().getFirst().position();
        publish(
                journal,
                List.of(at),
                new LookupChange.Put(at, "by-customer", "c1", "a"),
                new LookupChange.Put(at, "by-customer", "c1", "c"),
                new LookupChange.Put(at, "by-customer", "c1", "b"),
                new LookupChange.Put(at, "by-customer", "c1", "b"),
                new LookupChange.Put(at, "by-customer", "c2", "d"),
                new LookupChange.Put(at, "by-state", "c1", "e"),
                new LookupChange.Put(at, "by-customer", "c1", "x"),
                new LookupChange.Remove(at, "by-customer", "c1", "x"),
                new LookupChange.Remove(at, "by-customer", "c1", "never there"));

        assertThat(journal.findInLookup("by-customer", "c1", null, 2)).containsExactly("c", "b");
        assertThat(journal.findInLookup("by-customer", "c1", "b", 2)).containsExactly("a");
        assertThat(journal.findInLookup("by-customer", "c1", "a", 2)).isEmpty();
        assertThat(journal.findInLookup("by-customer", "c3", null, 2)).isEmpty();
    }

    @Test
    void aRowThatIsThereAlreadyIsPutAgainWithTheOthersOfItsEvent() {
        Consumer consumer = new Consumer("orders", 1);
        journal.consumers().attend(List.of(consumer));
        journal.changeLookups(List.of(new LookupChange.Put(0, "by-customer", "c1", "b")));
        long at = appended(journal, first(newStream())).events().getFirst().position();

        publish(
                journal,
                List.of(at),
                new LookupChange.Put(at, "by-customer", "c1", "a"),
                new LookupChange.Put(at, "by-customer", "c1", "b"),
                new LookupChange.Put(at, "by-customer", "c1", "c"));

        assertThat(journal.findInLookup("by-customer", "c1", null, 9))
                .containsExactly("c", "b", "a");
        assertThat(journal.isDelivered(consumer, at)).isTrue();
    }

    @Test
    void aPartOfALookupIsReadInEitherDirectionWithinBounds() {
        journal.changeLookups(
                Stream.of("a", "b", "c", "d", "\uFFFD", "\uD83D\uDE00")
                        .map(item -> (LookupChange) new LookupChange.Put(0, "l", "g", item))
                        .toList());
        journal.changeLookups(List.of(new LookupChange.Put(0, "l", "other", "bb")));

        LookupRange all = new LookupRange("l", "g", null, null, false);
        assertThat(journal.findInLookup(all, 3))
                .as("in the order of UTF-8, not of UTF-16")
                .containsExactly("\uD83D\uDE00", "\uFFFD", "d");
        assertThat(journal.findInLookup(all.behind("b"), 9)).containsExactly("a");
        LookupRange rising = new LookupRange("l", "g", null, "d", true);
        assertThat(journal.findInLookup(rising, 2)).containsExactly("a", "b");
        assertThat(journal.findInLookup(rising.behind("b"), 2)).containsExactly("c");
        assertThat(journal.findInLookup(new LookupRange("l", "g", "a", "d", true), 9))
                .containsExactly("b", "c");
        assertThat(journal.findInLookup(new LookupRange("l", "g", "a!", "c!", false), 9))
                .containsExactly("c", "b");
        assertThat(journal.findInLookup(new LookupRange("l", "g", "d", "a", false), 9)).isEmpty();
        assertThat(journal.foundInLookup("l", "g", List.of("b", "bb", "\uD83D\uDE00", "z")))
                .containsExactlyInAnyOrder("b", "\uD83D\uDE00");
        assertThat(journal.foundInLookup("l", "g", List.of())).isEmpty();
    }

    @Test
    void anEventIsDeliveredToAConsumerWhenItIsPublishedAndTheConsumerHasNotMissedIt() {
        Consumer here = new Consumer("here", 1);
        Consumer away = new Consumer("away", 2);
        journal.consumers().attend(List.of(here, away));
        StreamId stream = newStream();
        long position =
                appended(journal, request(stream, new NoStream(), 1))
                        .events()
                        .getFirst()
                        .position();
        assertThat(journal.isDelivered(here, position)).isFalse();

        publish(journal, List.of(position));

        assertThat(journal.isDelivered(here, position)).isTrue();
        assertThat(journal.isDelivered(here, position + 1)).as("there is no such event").isFalse();
        assertThat(journal.isDelivered(here, 0)).isFalse();
        assertThat(journal.isDelivered(away, position)).isTrue();
        journal.consumers().record(away, 0, List.of(new CaughtUp(stream, 0, List.of())), List.of());
        assertThat(journal.isDelivered(away, position)).isFalse();
        journal.consumers().record(away, 0, List.of(new CaughtUp(stream, 1, List.of())), List.of());
        assertThat(journal.isDelivered(away, position)).isTrue();
    }

    @Test
    void lookupsOfNoViewAreChangedByThemselvesAndAChangeMayBeMadeAgain() {
        List<LookupChange> changes =
                List.of(
                        new LookupChange.Put(0, "timers", "loan", "b"),
                        new LookupChange.Put(0, "timers", "loan", "a"),
                        new LookupChange.Put(0, "timers", "order", "c"),
                        new LookupChange.Remove(0, "timers", "loan", "never there"));

        journal.changeLookups(changes);
        journal.changeLookups(changes);
        assertThat(journal.findInLookup("timers", "loan", null, 9)).containsExactly("b", "a");

        journal.changeLookups(
                List.of(
                        new LookupChange.Remove(0, "timers", "loan", "b"),
                        new LookupChange.Put(0, "timers", "loan", "d")));
        assertThat(journal.findInLookup("timers", "loan", null, 9)).containsExactly("d", "a");
        assertThat(journal.findInLookup("timers", "order", null, 9)).containsExactly("c");
    }

    /// A member that had lost its partitions published late. It put a lookup row that the new owner
    /// had removed since.
    @Test
    void lookupsChangeOnlyWithTheEventThatTheyFollowFrom() {
        StreamId stream = newStream();
        List<RecordedEvent> events = appended(journal, request(stream, new NoStream(), 2)).events();
        long first = events.get(0).position();
        long second = events.get(1).position();
        publish(
                journal,
                List.of(first, second),
                new LookupChange.Put(first, "by-state", "new", "a"),
                new LookupChange.Remove(second, "by-state", "new", "a"),
                new LookupChange.Put(second, "by-state", "paid", "a"));

        publish(journal, List.of(first), new LookupChange.Put(first, "by-state", "new", "a"));
        publish(journal, List.of(second), new LookupChange.Remove(second, "by-state", "paid", "a"));

        assertThat(journal.findInLookup("by-state", "new", null, 2)).isEmpty();
        assertThat(journal.findInLookup("by-state", "paid", null, 2)).containsExactly("a");
    }
}
