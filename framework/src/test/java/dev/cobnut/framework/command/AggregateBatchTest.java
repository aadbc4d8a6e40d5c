package dev.cobnut.framework.command;

import static dev.cobnut.framework.command.CounterFixture.accepted;
import static dev.cobnut.framework.command.CounterFixture.answered;
import static dev.cobnut.framework.command.CounterFixture.refused;
import static dev.cobnut.framework.command.CounterFixture.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.CommandResult.Unavailable;
import dev.cobnut.framework.command.CommandResult.Unknown;
import dev.cobnut.framework.command.CommandResult.VersionConflict;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.RecordedCommand;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Explode;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.CounterDecider.SetTo;
import dev.cobnut.runtime.entity.AskResult.Failed;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Commands that waited together for one counter.
@Timeout(300)
class AggregateBatchTest {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private final StreamId stream = StreamId.of("counter", "batch-" + NEXT.incrementAndGet());
    private final CounterFixture counters = new CounterFixture();
    private final CounterFixture others = counters.sibling();
    private final Aggregate<Counter, Change, Counted> aggregate = counters.aggregate(stream);

    @AfterEach
    void close() {
        counters.close();
        others.close();
    }

    @Test
    void theyAreDecidedOneAfterTheOtherAndRecordedByOneAppend() {
        open(1);
        assertThat(together(aggregate, add(1), keyed(add(2), "a"), add(3)))
                .containsExactly(
                        accepted(stream, 2, 2, false),
                        accepted(stream, 4, 3, false),
                        accepted(stream, 7, 4, false));
        assertThat(counters.journal.appends()).hasSize(2);
        assertThat(counters.journal.appends().getLast().parts()).hasSize(3);
        assertThat(counters.journal.findCommand("a").orElseThrow().version()).isEqualTo(3);
        assertVersionsAreContiguous(4);
    }

    @Test
    void oneThatIsRefusedAppendsNothingAndTheOthersGoOn() {
        open(8);
        assertThat(together(aggregate, add(1), add(2), keyed(add(3), "no"), add(1), set(10)))
                .containsExactly(
                        accepted(stream, 9, 2, false),
                        refused(11, 2, false),
                        refused(12, 2, false),
                        accepted(stream, 10, 3, false),
                        accepted(stream, 10, 3, false));
        assertThat(counters.journal.appends()).hasSize(2);
        RecordedCommand recorded = counters.journal.findCommand("no").orElseThrow();
        assertThat(recorded.refusal()).isEqualTo(CounterDecider.tooLarge(12));
        assertThat(recorded.version()).isEqualTo(2);
        assertThat(together(aggregate, keyed(add(3), "no"), add(0)))
                .containsExactly(refused(12, 2, true), accepted(stream, 10, 4, false));
    }

    @Test
    void whatWasNotEvenDecidedOnOthersIsAnsweredWithoutAnAppend() {
        open(8);
        assertThat(together(aggregate, add(5), set(8), expecting(add(1), 7)))
                .containsExactly(
                        refused(13, 1, false),
                        accepted(stream, 8, 1, false),
                        answered(new VersionConflict<>(7, 1)));
        assertThat(counters.journal.appends()).hasSize(1);
    }

    @Test
    void aKeyThatComesTwiceIsTheRepetitionOfTheFirst() {
        open(1);
        assertThat(
                        together(
                                aggregate,
                                keyed(add(2), "a"),
                                keyed(add(20), "b"),
                                add(1),
                                keyed(add(2), "a"),
                                keyed(add(20), "b"),
                                otherwise(add(3), "a")))
                .containsExactly(
                        accepted(stream, 3, 2, false),
                        refused(23, 2, false),
                        accepted(stream, 4, 3, false),
                        accepted(stream, 3, 2, true),
                        refused(23, 2, true),
                        answered(new CommandResult.KeyReused<>("a", stream)));
        assertVersionsAreContiguous(3);
    }

    @Test
    void aKeyThatWasRecordedBeforeIsARepetitionAndTheOthersAreRecorded() {
        open(1);
        together(aggregate, keyed(add(1), "a"), keyed(add(1), "b"));
        assertThat(
                        together(
                                aggregate,
                                add(1),
                                keyed(add(1), "b"),
                                keyed(add(1), "c"),
                                keyed(add(1), "a")))
                .containsExactly(
                        accepted(stream, 4, 4, false),
                        accepted(stream, 3, 3, true),
                        accepted(stream, 5, 5, false),
                        accepted(stream, 2, 2, true));
        assertVersionsAreContiguous(5);
    }

    @Test
    void oneWhoseDecisionThrowsFailsAlone() {
        open(1);
        var results = together(aggregate, add(1), command(new Explode()), add(1));
        assertThat(results.get(0)).isEqualTo(accepted(stream, 2, 2, false));
        assertThat(results.get(1))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.cause()).hasMessage("planted bug"));
        assertThat(results.get(2)).isEqualTo(accepted(stream, 3, 3, false));
        assertThat(counters.journal.appends()).hasSize(2);
    }

    @Test
    void anExpectedVersionIsThatWhichTheOnesBeforeLeave() {
        open(1);
        assertThat(
                        together(
                                aggregate,
                                expecting(add(1), 1),
                                expecting(add(1), 1),
                                expecting(add(1), 2),
                                expecting(add(1), 9),
                                add(1)))
                .containsExactly(
                        accepted(stream, 2, 2, false),
                        answered(new VersionConflict<>(1, 2)),
                        accepted(stream, 3, 3, false),
                        answered(new VersionConflict<>(9, 3)),
                        accepted(stream, 4, 4, false));
        assertVersionsAreContiguous(4);
    }

    @Test
    void oneThatBeginsTheStreamIsFollowedByThoseBehindIt() {
        assertThat(
                        together(
                                aggregate,
                                add(1),
                                keyed(Command.beginning(stream, new Open(3)), "begin"),
                                add(4)))
                .containsExactly(
                        answered(new CommandResult.Missing<>()),
                        accepted(stream, 3, 1, false),
                        accepted(stream, 7, 2, false));
        assertThat(counters.journal.appends()).hasSize(1);
        assertVersionsAreContiguous(2);
    }

    /// Nothing is read for a command that begins a stream with a new id.
    @Test
    void oneThatFailsToBeginTheStreamSaysNothingAboutItToThoseBehindIt() {
        open(1);
        Aggregate<Counter, Change, Counted> fresh = counters.aggregate(stream);
        assertThat(together(fresh, keyed(Command.beginning(stream, new Open(11)), "begin"), add(4)))
                .containsExactly(refused(11, 0, false), accepted(stream, 5, 2, false));
    }

    @Test
    void whenAnotherMemberWroteAllAreDecidedAnew() {
        open(5);
        counters.journal.next(new ScriptedJournal.Step.After(() -> another(add(3))));
        assertThat(
                        together(
                                aggregate,
                                keyed(add(1), "a"),
                                add(2),
                                expecting(add(1), 2),
                                keyed(add(1), "a")))
                .containsExactly(
                        accepted(stream, 9, 3, false),
                        refused(11, 3, false),
                        answered(new VersionConflict<>(2, 3)),
                        accepted(stream, 9, 3, true));
        assertThat(counters.journal.appends()).hasSize(3);
        assertVersionsAreContiguous(3);
    }

    @Test
    void whenAnotherMemberTookAKeyItsAnswerIsGivenAndTheOthersAreDecidedAnew() {
        open(1);
        counters.journal.next(new ScriptedJournal.Step.After(() -> another(keyed(add(3), "b"))));
        assertThat(together(aggregate, add(1), keyed(add(3), "b"), keyed(add(1), "c")))
                .containsExactly(
                        accepted(stream, 5, 3, false),
                        accepted(stream, 4, 2, true),
                        accepted(stream, 6, 4, false));
        assertVersionsAreContiguous(4);
    }

    @Test
    void anAnswerWithoutAnAppendIsNotGivenOnAnOldState() {
        open(8);
        another(add(-5));
        assertThat(together(aggregate, add(3), add(3), add(3)))
                .containsExactly(
                        accepted(stream, 6, 3, false),
                        accepted(stream, 9, 4, false),
                        refused(12, 4, false));
    }

    @Test
    void whenAnotherMemberAlwaysWinsAllAreToldSo() {
        open(0);
        for (int i = 0; i < 8; i++) {
            counters.journal.next(new ScriptedJournal.Step.After(() -> another(add(0))));
        }
        assertThat(together(aggregate, add(1), keyed(add(1), "a")))
                .containsExactly(
                        answered(new VersionConflict<>(8, 9)),
                        answered(new VersionConflict<>(8, 9)));
        assertThat(counters.journal.findCommand("a")).isEmpty();
        assertThat(together(aggregate, add(1), keyed(add(1), "a")))
                .containsExactly(accepted(stream, 1, 10, false), accepted(stream, 2, 11, false));
    }

    @Test
    void whenTheJournalDoesNotTakeTheAppendNoneIsRecordedAndAllCanBeSentAgain() {
        open(8);
        counters.journal.next(
                new ScriptedJournal.Step.Lost(new AppendResult.Unavailable("planted: full")));
        var unavailable = answered(new Unavailable<>("planted: full", 1));
        assertThat(together(aggregate, set(8), keyed(add(1), "a"), add(5), keyed(add(6), "b")))
                .containsExactly(
                        accepted(stream, 8, 1, false), unavailable, unavailable, unavailable);
        assertThat(counters.journal.findCommand("a")).isEmpty();
        assertThat(counters.journal.findCommand("b")).isEmpty();
        assertThat(together(aggregate, keyed(add(1), "a"), keyed(add(6), "b")))
                .containsExactly(accepted(stream, 9, 2, false), refused(15, 2, false));
    }

    @Test
    void anUnknownOutcomeIsUnknownForAllThatWereToBeRecordedAndTheirKeysTell() {
        open(8);
        counters.journal.next(new ScriptedJournal.Step.Unheard());
        String reason = "planted: the answer was lost";
        assertThat(
                        together(
                                aggregate,
                                keyed(add(1), "a"),
                                keyed(add(5), "b"),
                                add(5),
                                keyed(add(1), "a")))
                .containsExactly(
                        answered(new Unknown<>(stream, reason)),
                        answered(new Unknown<>(stream, reason)),
                        answered(
                                new Unavailable<>(
                                        "the answer depends on a command with an unknown outcome: "
                                                + reason,
                                        1)),
                        answered(new Unknown<>(stream, reason)));
        assertThat(together(aggregate, keyed(add(1), "a"), keyed(add(5), "b")))
                .containsExactly(accepted(stream, 9, 2, true), refused(14, 2, true));
        counters.journal.next(new ScriptedJournal.Step.Lost(new AppendResult.Unknown("planted")));
        assertThat(together(aggregate, keyed(add(-1), "c"), add(-1)))
                .containsExactly(
                        answered(new Unknown<>(stream, "planted")),
                        answered(new Unknown<>(stream, "planted")));
        assertThat(together(aggregate, keyed(add(-1), "c")))
                .containsExactly(accepted(stream, 8, 3, false));
    }

    @Test
    void oneThatTheDomainWantsByItselfSharesNoAppend() {
        try (CounterFixture selective = new CounterFixture(change -> !change.equals(new Add(2)))) {
            Aggregate<Counter, Change, Counted> apart = selective.aggregate(stream);
            together(apart, Command.beginning(stream, new Open(0)));
            assertThat(together(apart, add(1), add(1), add(2), add(1), set(5), add(2), add(-1)))
                    .extracting(CounterFixture::comparable)
                    .containsExactly(
                            accepted(stream, 1, 2, false),
                            accepted(stream, 2, 3, false),
                            accepted(stream, 4, 4, false),
                            accepted(stream, 5, 5, false),
                            accepted(stream, 5, 5, false),
                            accepted(stream, 7, 6, false),
                            accepted(stream, 6, 7, false));
            assertThat(selective.journal.appends())
                    .extracting(append -> append.parts().size())
                    .containsExactly(1, 2, 1, 1, 1, 1);
        }
    }

    @Test
    void anAppendHasNoMoreCommandsThanItsLimit() {
        open(0);
        int commands = AppendRequest.COMMANDS_MAX + 10;
        assertThat(together(aggregate, Collections.nCopies(commands, add(0))))
                .hasSize(commands)
                .last()
                .isEqualTo(accepted(stream, 0, commands + 1, false));
        assertThat(counters.journal.appends())
                .extracting(append -> append.parts().size())
                .containsExactly(1, AppendRequest.COMMANDS_MAX, 10);
    }

    private void open(int value) {
        assertThat(together(aggregate, Command.beginning(stream, new Open(value))))
                .containsExactly(accepted(stream, value, 1, false));
    }

    private void another(Command<Change> command) {
        assertThat(others.aggregate(stream).handle(command))
                .isInstanceOf(CommandResult.Accepted.class);
    }

    private void assertVersionsAreContiguous(int events) {
        List<RecordedEvent> recorded = counters.journal.read(stream, 0, 1_000);
        assertThat(recorded)
                .extracting(RecordedEvent::version)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, events).boxed().toList());
    }

    private Command<Change> add(int by) {
        return command(new Add(by));
    }

    private Command<Change> set(int value) {
        return command(new SetTo(value));
    }

    private Command<Change> command(Change change) {
        return Command.to(stream, change);
    }

    private static Command<Change> expecting(Command<Change> command, long version) {
        return command.expecting(version);
    }

    private static Command<Change> keyed(Command<Change> command, String key) {
        return command.withKey(new CommandKey(key, "f00d"));
    }

    /// The same key with another content.
    private static Command<Change> otherwise(Command<Change> command, String key) {
        return command.withKey(new CommandKey(key, "beef"));
    }

    @Test
    void theStateOfAStreamWithLargeEventsIsNotKeptBetweenCommands() {
        assertThat(appendsBesideAnotherMember(4_096)).isEqualTo(3); // one lost, on the kept state
        assertThat(appendsBesideAnotherMember(1)).isEqualTo(2);
    }

    /// Appends that a member needs for two commands, when another member appends between them.
    private static int appendsBesideAnotherMember(int keptBytesMax) {
        StreamId stream = StreamId.of("counter", "large-" + keptBytesMax);
        try (CounterFixture one = new CounterFixture(keptBytesMax);
                CounterFixture other = one.sibling()) {
            var aggregate = one.aggregate(stream);
            together(aggregate, Command.beginning(stream, new CounterDecider.Open(1)));
            together(other.aggregate(stream), Command.to(stream, new Add(1)));
            assertThat(together(aggregate, Command.to(stream, new Add(1))))
                    .containsExactly(accepted(stream, 3, 3, false));
            return one.journal.appends().size();
        }
    }
}
