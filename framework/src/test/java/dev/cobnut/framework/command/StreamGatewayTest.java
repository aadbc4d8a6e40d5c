package dev.cobnut.framework.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Explode;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.CounterDecider.SetTo;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Commands for counters, on a node in memory whose journal can be made slow, full or unreadable.
@TestInstance(Lifecycle.PER_CLASS)
class StreamGatewayTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final FaultyJournal journal =
            new FaultyJournal(InMemoryJournal.create(InstantSource.system()));
    private final TestNode node = TestNode.start(journal);
    private final List<StreamGateway<?, ?, ?>> gateways = new ArrayList<>();
    private final StreamGateway<Counter, Change, ?> gateway = gateway(256, SOON);

    @AfterEach
    void heal() {
        journal.refuse(false);
        journal.unreadable(false);
        journal.release();
    }

    @AfterAll
    void close() {
        gateways.forEach(StreamGateway::close);
        node.close();
    }

    @Test
    void anAcceptedCommandIsAnsweredWithTheStateAndTheVersion() {
        StreamId stream = nextStream();
        assertThat(open(stream, 3)).isEqualTo(accepted(stream, 3, 1, false));
        assertThat(add(stream, 4)).isEqualTo(accepted(stream, 7, 2, false));
        assertThat(gateway.state(stream)).contains(new Versioned<>(new Counter(7), 2));
        assertThat(gateway.events(stream, 0, 10))
                .extracting(RecordedEvent::type)
                .containsExactly("Opened", "Added");
    }

    @Test
    void theStateThatAStreamHadIsTheFoldOfItsFirstEvents() {
        StreamId stream = nextStream();
        open(stream, 3);
        add(stream, 4);
        add(stream, 1);

        assertThat(gateway.past(stream, event -> event.version() <= 2))
                .contains(new Versioned<>(new Counter(7), 2));
        assertThat(gateway.past(stream, _ -> true)).isEqualTo(gateway.state(stream));
        assertThat(gateway.past(stream, event -> event.version() == 2)).isEmpty();
        assertThat(gateway.past(nextStream(), _ -> true)).isEmpty();
    }

    @Test
    void aCommandThatAsksForWhatIsAlreadySoIsAcceptedAndWritesNothing() {
        StreamId stream = nextStream();
        open(stream, 3);
        assertThat(gateway.send(Command.to(stream, new SetTo(3))))
                .isEqualTo(accepted(stream, 3, 1, false));
        assertThat(gateway.events(stream, 0, 10)).hasSize(1);
    }

    @Test
    void aRefusedCommandWritesNothing() {
        StreamId stream = nextStream();
        open(stream, 3);
        assertThat(add(stream, 8)).isEqualTo(refused(11, 1, false));
        assertThat(gateway.events(stream, 0, 10)).hasSize(1);
    }

    @Test
    void aStreamThatDoesNotExistIsMissing() {
        StreamId stream = nextStream();
        assertThat(add(stream, 1)).isEqualTo(new CommandResult.Missing<>());
        assertThat(gateway.state(stream)).isEmpty();
        open(stream, 1);
        assertThat(add(stream, 1)).isEqualTo(accepted(stream, 2, 2, false));
    }

    @Test
    void anExpectedVersionThatIsNotTheStreamsIsAConflict() {
        StreamId stream = nextStream();
        open(stream, 1);
        add(stream, 1);
        assertThat(add(stream, 1, 1L)).isEqualTo(new CommandResult.VersionConflict<>(1, 2));
        assertThat(add(stream, 1, 9L)).isEqualTo(new CommandResult.VersionConflict<>(9, 2));
        assertThat(add(stream, 1, 2L)).isEqualTo(accepted(stream, 3, 3, false));
        assertThat(gateway.events(stream, 0, 10)).hasSize(3);
    }

    @Test
    void aStreamThatDoesNotExistHasTheVersionZero() {
        StreamId stream = nextStream();
        assertThat(gateway.send(Command.beginning(stream, new Open(1)).expecting(3)))
                .isEqualTo(new CommandResult.VersionConflict<>(3, 0));
        assertThat(gateway.send(Command.to(stream, new Open(1)).expecting(3)))
                .isEqualTo(new CommandResult.VersionConflict<>(3, 0));
        assertThat(add(stream, 1, 3L)).isEqualTo(new CommandResult.Missing<>());
        assertThat(gateway.events(stream, 0, 10)).isEmpty();
        assertThat(gateway.send(Command.to(stream, new Open(1)).expecting(0)))
                .isEqualTo(accepted(stream, 1, 1, false));
    }

    @Test
    void oneOfManyCommandsOnTheSameVersionWins() {
        StreamId stream = nextStream();
        open(stream, 0);
        List<CompletableFuture<CommandResult<Counter>>> answers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            CompletableFuture<CommandResult<Counter>> answer = new CompletableFuture<>();
            answers.add(answer);
            Thread.startVirtualThread(() -> answer.complete(add(stream, 1, 1L)));
        }
        List<CommandResult<Counter>> results = answers.stream().map(this::await).toList();
        assertThat(results)
                .filteredOn(CommandResult.Accepted.class::isInstance)
                .containsExactly(accepted(stream, 1, 2, false));
        assertThat(results).filteredOn(CommandResult.VersionConflict.class::isInstance).hasSize(15);
    }

    @Test
    void theSameKeyGetsTheFirstAnswerAlsoAfterFurtherCommands() {
        StreamId stream = nextStream();
        CommandKey key = key("same");
        open(stream, 1);
        assertThat(add(stream, 2, key)).isEqualTo(accepted(stream, 3, 2, false));
        add(stream, 3);
        assertThat(add(stream, 2, key)).isEqualTo(accepted(stream, 3, 2, true));
        // Also when the repetition expects a version that has passed, or would now be refused.
        assertThat(add(stream, 2, 1L, key)).isEqualTo(accepted(stream, 3, 2, true));
        add(stream, 4);
        assertThat(add(stream, 2, key)).isEqualTo(accepted(stream, 3, 2, true));
        assertThat(gateway.events(stream, 0, 10)).hasSize(4);
    }

    @Test
    void theSameKeyGetsTheFirstAnswerOfALongStreamWhoseBeginningIsNotInMemory() {
        StreamId stream = nextStream();
        CommandKey key = key("long");
        open(stream, 1, key);
        for (int i = 0; i < 40; i++) {
            add(stream, i % 2 == 0 ? 1 : -1);
        }
        assertThat(open(nextStream(), 1, key)).isEqualTo(accepted(stream, 1, 1, true));
    }

    @Test
    void aKeyThatBeganAStreamLeadsToThatStreamWhateverIdTheRepetitionHas() {
        StreamId first = nextStream();
        StreamId second = nextStream();
        CommandKey key = key("begin");
        assertThat(open(first, 1, key)).isEqualTo(accepted(first, 1, 1, false));
        assertThat(open(second, 1, key)).isEqualTo(accepted(first, 1, 1, true));
        assertThat(gateway.state(second)).isEmpty();
    }

    @Test
    void causationCorrelationAndTraceAreRecordedWithTheEvents() {
        StreamId stream = nextStream();
        gateway.send(
                Command.beginning(stream, new Open(1))
                        .causedBy("payment-9")
                        .correlatedBy("basket-7")
                        .tracedBy("00-trace"));
        gateway.send(Command.to(stream, new Add(1)));

        assertThat(gateway.events(stream, 0, 10))
                .extracting(event -> event.metadata())
                .extracting("causation", "correlation", "traceparent")
                .containsExactly(
                        tuple("payment-9", "basket-7", "00-trace"), tuple(null, null, null));
    }

    @Test
    void aRefusalIsRememberedInItsWordsEvenIfTheRuleWouldNowAllowIt() {
        StreamId stream = nextStream();
        CommandKey key = key("refused");
        open(stream, 5);
        assertThat(add(stream, 6, key)).isEqualTo(refused(11, 1, false));
        add(stream, -5);
        assertThat(add(stream, 6, key)).isEqualTo(refused(11, 1, true));
        assertThat(add(stream, 6, key("refused-not"))).isEqualTo(accepted(stream, 6, 3, false));
    }

    @Test
    void aBeginningThatWasRefusedIsRememberedToo() {
        CommandKey key = key("refused-begin");
        assertThat(open(nextStream(), 11, key)).isEqualTo(refused(11, 0, false));
        assertThat(open(nextStream(), 11, key)).isEqualTo(refused(11, 0, true));
    }

    @Test
    void aKeyThatWasUsedForAnotherContentIsRefused() {
        StreamId stream = nextStream();
        open(stream, 1);
        add(stream, 1, new CommandKey("reused", "aa"));
        CommandKey other = new CommandKey("reused", "bb");
        CommandResult<Counter> reused = new CommandResult.KeyReused<>("reused", stream);
        assertThat(add(stream, 2, other)).isEqualTo(reused);
        assertThat(add(stream, 2, 1L, other)).isEqualTo(reused);
        assertThat(add(stream, 20, other)).isEqualTo(reused);
        assertThat(gateway.send(Command.to(stream, new SetTo(2)).withKey(other))).isEqualTo(reused);
        assertThat(add(nextStream(), 2, other)).isEqualTo(reused);
        assertThat(open(nextStream(), 2, other)).isEqualTo(reused);
        assertThat(gateway.events(stream, 0, 10)).hasSize(2);
    }

    @Test
    void aCommandThatExpectsNoVersionIsDecidedAgainWhenSomebodyElseWasFirst() {
        StreamId stream = nextStream();
        open(stream, 1);
        appendedBySomebodyElse(stream, 1, 4);
        assertThat(add(stream, 2)).isEqualTo(accepted(stream, 7, 3, false));
        appendedBySomebodyElse(stream, 3, 2);
        assertThat(add(stream, 2)).isEqualTo(refused(11, 4, false));
    }

    /// The state in memory was taken as current. A sender that had read a newer version and
    /// expected it got a version conflict, as long as the old state was in memory.
    @Test
    void theVersionThatSomebodyElseWroteCanBeExpected() {
        StreamId stream = nextStream();
        open(stream, 1);
        appendedBySomebodyElse(stream, 1, 4);
        long read = gateway.state(stream).orElseThrow().version();
        assertThat(read).isEqualTo(2);
        assertThat(add(stream, 2, read)).isEqualTo(accepted(stream, 7, 3, false));
    }

    /// A missing stream was kept in memory like a state.
    @Test
    void aStreamThatSomebodyElseBeganIsNotMissingAnyMore() {
        StreamId stream = nextStream();
        assertThat(add(stream, 1)).isEqualTo(new CommandResult.Missing<>());
        assertThat(node.append(stream, 0, "Opened", "{\"value\":3}"))
                .isInstanceOf(AppendResult.Appended.class);
        assertThat(add(stream, 1)).isEqualTo(accepted(stream, 4, 2, false));
    }

    @Test
    void aFullJournalIsUnavailableAndNothingOfTheCommandStays() {
        StreamId stream = nextStream();
        open(stream, 1);
        journal.refuse(true);
        CommandKey key = key("full");
        CommandResult<Counter> unavailable =
                new CommandResult.Unavailable<>("planted: the queue is full", 1);
        assertThat(add(stream, 1, key)).isEqualTo(unavailable);
        assertThat(add(stream, 20, key)).as("a refusal").isEqualTo(unavailable);
        assertThat(gateway.state(stream).orElseThrow().version()).isEqualTo(1);
        journal.refuse(false);
        appendedBySomebodyElse(stream, 1, 4);
        assertThat(add(stream, 1, 2L, key)).isEqualTo(accepted(stream, 6, 3, false));
    }

    @Test
    void aFullMailboxIsUnavailable() {
        StreamId stream = nextStream();
        StreamGateway<Counter, Change, ?> narrow = gateway(1, SOON);
        open(stream, 0);
        journal.hold();
        CompletableFuture<CommandResult<Counter>> first = sending(narrow, stream);
        Awaitility.await().atMost(SOON).until(() -> journal.held() == 1);
        CompletableFuture<CommandResult<Counter>> second = sending(narrow, stream);
        Awaitility.await().atMost(SOON).until(() -> narrow.aggregates().queued() == 1);
        assertThat(narrow.send(Command.to(stream, new Add(1))))
                .isEqualTo(
                        new CommandResult.Unavailable<>("too many commands wait for " + stream, 1));
        journal.release();
        assertThat(await(first)).isEqualTo(accepted(stream, 1, 2, false));
        assertThat(await(second)).isEqualTo(accepted(stream, 2, 3, false));
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsUnknownAndTheSameKeyTellsLater() {
        StreamId stream = nextStream();
        StreamGateway<Counter, Change, ?> hasty = gateway(256, Duration.ofMillis(50));
        open(stream, 1);
        CommandKey key = key("slow");
        journal.hold();
        assertThat(hasty.send(Command.to(stream, new Add(2)).withKey(key)))
                .isInstanceOfSatisfying(
                        CommandResult.Unknown.class,
                        unknown -> {
                            assertThat(unknown.stream()).isEqualTo(stream);
                            assertThat(unknown.reason()).contains("not answered within PT0.05S");
                        });
        journal.release();
        Awaitility.await()
                .atMost(SOON)
                .until(() -> gateway.state(stream).orElseThrow().version() == 2);
        assertThat(gateway.send(Command.to(stream, new Add(2)).withKey(key)))
                .isEqualTo(accepted(stream, 3, 2, true));
    }

    @Test
    void aStreamThatCannotBeReadIsUnavailable() {
        StreamId stream = nextStream();
        journal.unreadable(true);
        assertThat(add(stream, 1))
                .isEqualTo(
                        new CommandResult.Unavailable<>(
                                "the stream cannot be read: planted: the disk is away", 1));
        journal.unreadable(false);
        assertThat(add(stream, 1)).isEqualTo(new CommandResult.Missing<>());
    }

    @Test
    void aBugInTheDomainIsThrownAndTheStreamGoesOn() {
        StreamId stream = nextStream();
        open(stream, 1);
        assertThatThrownBy(() -> gateway.send(Command.to(stream, new Explode())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the command for " + stream + " failed")
                .hasRootCauseMessage("planted bug");
        assertThat(add(stream, 1)).isEqualTo(accepted(stream, 2, 2, false));
    }

    @Test
    void commandsThatWaitForOneStreamAreOneAppend() {
        assertThat(appendsFor(gateway, 8)).isEqualTo(1);
    }

    /// The control: this test sees what the test before counts.
    @Test
    void whenATurnIsOneCommandEachIsAnAppendOfItsOwn() {
        assertThat(appendsFor(gateway(256, 1, SOON), 8)).isEqualTo(8);
    }

    /// Holds a command at the journal until others wait behind it.
    ///
    /// @return the appends that recorded the waiting commands
    private int appendsFor(StreamGateway<Counter, Change, ?> to, int waiting) {
        StreamId stream = nextStream();
        open(stream, 0);
        journal.hold();
        List<CompletableFuture<CommandResult<Counter>>> answers = new ArrayList<>();
        answers.add(sending(to, stream));
        Awaitility.await().atMost(SOON).until(() -> journal.held() == 1);
        for (int i = 1; i <= waiting; i++) {
            answers.add(sending(to, stream));
        }
        Awaitility.await().atMost(SOON).until(() -> to.aggregates().queued() == waiting);
        int before = journal.appends();
        journal.release();
        List<CommandResult<Counter>> results = answers.stream().map(this::await).toList();
        List<CommandResult<Counter>> expected = new ArrayList<>();
        for (int i = 1; i <= waiting + 1; i++) {
            expected.add(accepted(stream, i, i + 1, false));
        }
        assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(gateway.events(stream, 0, 100)).hasSize(waiting + 2);
        return journal.appends() - before;
    }

    @Test
    void aClosedGatewayIsUnavailable() {
        StreamGateway<Counter, Change, ?> closed = gateway(256, SOON);
        closed.close();
        assertThat(closed.send(Command.beginning(nextStream(), new Open(1))))
                .isEqualTo(new CommandResult.Unavailable<>("the service is shutting down", 1));
    }

    private StreamGateway<Counter, Change, ?> gateway(int mailboxCapacity, Duration deadline) {
        return gateway(mailboxCapacity, 64, deadline);
    }

    private StreamGateway<Counter, Change, ?> gateway(
            int mailboxCapacity, int turnBatchMax, Duration deadline) {
        StreamGateway<Counter, Change, ?> opened =
                new StreamGateway<>(
                        new CounterDecider(),
                        node.streams(),
                        journal,
                        TestNode.IDS,
                        InstantSource.system(),
                        new DispatchSettings(
                                mailboxCapacity,
                                MailboxKind.MPSC,
                                10_000,
                                Duration.ofHours(1),
                                turnBatchMax),
                        DispatchObserver.none(),
                        CommandAdmission.OPEN,
                        deadline,
                        SOON);
        gateways.add(opened);
        return opened;
    }

    private void appendedBySomebodyElse(StreamId stream, long expectedVersion, int by) {
        assertThat(node.append(stream, expectedVersion, "Added", "{\"by\":" + by + "}"))
                .isInstanceOf(AppendResult.Appended.class);
    }

    private CompletableFuture<CommandResult<Counter>> sending(
            StreamGateway<Counter, Change, ?> to, StreamId stream) {
        CompletableFuture<CommandResult<Counter>> answer = new CompletableFuture<>();
        Thread.startVirtualThread(() -> answer.complete(to.send(Command.to(stream, new Add(1)))));
        return answer;
    }

    private CommandResult<Counter> open(StreamId stream, int value) {
        return gateway.send(Command.beginning(stream, new Open(value)));
    }

    private CommandResult<Counter> open(StreamId stream, int value, CommandKey key) {
        return gateway.send(Command.beginning(stream, new Open(value)).withKey(key));
    }

    private CommandResult<Counter> add(StreamId stream, int by) {
        return gateway.send(Command.to(stream, new Add(by)));
    }

    private CommandResult<Counter> add(StreamId stream, int by, CommandKey key) {
        return gateway.send(Command.to(stream, new Add(by)).withKey(key));
    }

    private CommandResult<Counter> add(StreamId stream, int by, long expectedVersion) {
        return gateway.send(Command.to(stream, new Add(by)).expecting(expectedVersion));
    }

    private CommandResult<Counter> add(
            StreamId stream, int by, long expectedVersion, CommandKey key) {
        return gateway.send(
                Command.to(stream, new Add(by)).expecting(expectedVersion).withKey(key));
    }

    private <T> T await(CompletableFuture<T> answer) {
        return answer.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
    }

    private CommandResult<Counter> accepted(
            StreamId stream, int value, long version, boolean repeated) {
        long position = journal.read(stream, version - 1, 1).getFirst().position();
        return new CommandResult.Accepted<>(
                stream, new Counter(value), version, position, repeated);
    }

    private static CommandResult<Counter> refused(int value, long version, boolean repeated) {
        return new CommandResult.Refused<>(CounterDecider.tooLarge(value), version, repeated);
    }

    private static CommandKey key(String key) {
        return new CommandKey(key, "f00d");
    }

    private static StreamId nextStream() {
        return StreamId.of("counter", "gateway-" + NEXT.incrementAndGet());
    }
}
