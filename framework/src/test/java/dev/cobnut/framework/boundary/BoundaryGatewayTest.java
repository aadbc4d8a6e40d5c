package dev.cobnut.framework.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.boundary.BoundaryResult.Accepted;
import dev.cobnut.framework.boundary.BoundaryResult.KeyReused;
import dev.cobnut.framework.boundary.BoundaryResult.Outdated;
import dev.cobnut.framework.boundary.BoundaryResult.Overtaken;
import dev.cobnut.framework.boundary.BoundaryResult.Refused;
import dev.cobnut.framework.boundary.CounterBudget.Raise;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.CounterDecider.SetTo;
import dev.cobnut.framework.node.TestNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundaryGatewayTest {

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final CounterBudget budget = new CounterBudget();
    private final EventStore streams = TestNode.streamsWithoutMaps(journal);
    private final BoundaryGateway<Integer, Raise> gateway = gateway(budget, journal, streams);

    private static BoundaryGateway<Integer, Raise> gateway(
            CounterBudget budget, Journal journal, EventStore streams) {
        return gateway(budget, journal, streams, Duration.ofMinutes(5));
    }

    private static BoundaryGateway<Integer, Raise> gateway(
            CounterBudget budget, Journal journal, EventStore streams, Duration deadline) {
        return new JournalBoundaryGateway<>(
                budget,
                streams,
                journal,
                TestNode.IDS,
                InstantSource.system(),
                CommandAdmission.OPEN,
                deadline,
                (stream, _) -> stream.isOf("counter"));
    }

    @BeforeEach
    void start() {
        journal.start(streams);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private static StreamId counter() {
        return StreamId.of("counter", UUID.randomUUID().toString());
    }

    @Test
    void aDecisionIsRecordedInSeveralStreamsAndCountsForTheNextOne() {
        StreamId one = counter();
        StreamId other = counter();

        assertThat(gateway.send(Raise.of(one, other, one)))
                .isEqualTo(new Accepted<>(3, 3, 3, false));
        assertThat(journal.read(one, 0, 10)).hasSize(2);
        assertThat(journal.read(other, 0, 10)).hasSize(1);
        assertThat(gateway.state(Raise.of()).state()).isEqualTo(3);
        assertThat(gateway.send(new Raise(Collections.nCopies(18, one))))
                .isEqualTo(new Refused<>(new Refusal("budget-spent", "Only 17 are left."), false));
    }

    @Test
    void aDecisionThatWasOvertakenIsMadeAgainOnWhatTheOtherLeft() {
        AtomicInteger decided = new AtomicInteger();
        BoundaryGateway<Integer, Raise> elsewhere =
                gateway(new CounterBudget(), journal, streams); // as another member would
        budget.meanwhile =
                () -> {
                    if (decided.incrementAndGet() == 1) {
                        elsewhere.send(new Raise(Collections.nCopies(19, counter())));
                    }
                };
        StreamId last = counter();
        assertThat(gateway.send(Raise.of(last, last)))
                .isEqualTo(new Refused<>(new Refusal("budget-spent", "Only 1 are left."), false));
        assertThat(decided).hasValue(2);
        assertThat(journal.read(last, 0, 1)).isEmpty();
    }

    @Test
    void aDecisionThatIsOvertakenEveryTimeIsGivenUp() {
        BoundaryGateway<Integer, Raise> elsewhere = gateway(new CounterBudget(), journal, streams);
        budget.meanwhile = () -> elsewhere.send(Raise.of(counter()));
        assertThat(gateway.send(Raise.of(counter())))
                .isEqualTo(new Overtaken<>(JournalBoundaryGateway.ATTEMPTS_MAX));
        assertThat(gateway.state(Raise.of()).state())
                .isEqualTo(JournalBoundaryGateway.ATTEMPTS_MAX);
    }

    @Test
    void manyThreadsOfOneMemberTakeTurnsAndNoneIsOvertaken() {
        List<CompletableFuture<BoundaryResult<Integer>>> results = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            results.add(
                    CompletableFuture.supplyAsync(
                            () -> gateway.send(Raise.of(counter())), Thread::startVirtualThread));
        }
        List<BoundaryResult<Integer>> answers =
                results.stream()
                        .map(result -> result.orTimeout(2, TimeUnit.MINUTES).join())
                        .toList();
        assertThat(answers).filteredOn(Accepted.class::isInstance).hasSize(CounterBudget.LIMIT);
        assertThat(answers).filteredOn(Refused.class::isInstance).hasSize(20);
        assertThat(gateway.state(Raise.of()).state()).isEqualTo(CounterBudget.LIMIT);
    }

    @Test
    void oneCommandMoreThanMayBeDecidedAtOnceIsRefusedAndTheOthersAreDecided() {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        budget.meanwhile = goOn::join;
        List<CompletableFuture<BoundaryResult<Integer>>> results = new ArrayList<>();
        for (int i = 0; i < JournalBoundaryGateway.COMMANDS_MAX + 1; i++) {
            results.add(
                    CompletableFuture.supplyAsync(
                            () -> gateway.send(Raise.of(counter())), Thread::startVirtualThread));
        }
        await().atMost(Duration.ofMinutes(2))
                .until(() -> results.stream().anyMatch(CompletableFuture::isDone));

        goOn.complete(null);

        List<BoundaryResult<Integer>> answers =
                results.stream()
                        .map(result -> result.orTimeout(2, TimeUnit.MINUTES).join())
                        .toList();
        assertThat(answers).filteredOn(Accepted.class::isInstance).hasSize(CounterBudget.LIMIT);
        assertThat(answers)
                .filteredOn(BoundaryResult.Unavailable.class::isInstance)
                .containsExactly(
                        new BoundaryResult.Unavailable<>(
                                "1024 commands are being decided by budget", 1));
    }

    @Test
    void aRepetitionGetsTheFirstAnswerAlsoWhenTheRuleWouldSayAnotherByThen() {
        BoundaryCommand<Raise> first =
                BoundaryCommand.of(new Raise(Collections.nCopies(15, counter())))
                        .withKey(new CommandKey("k1", "f1"));
        assertThat(gateway.send(first)).isEqualTo(new Accepted<>(15, 15, 15, false));
        BoundaryCommand<Raise> tooMuch =
                BoundaryCommand.of(new Raise(Collections.nCopies(6, counter())))
                        .withKey(new CommandKey("k2", "f2"));
        Refusal refusal = new Refusal("budget-spent", "Only 5 are left.");
        assertThat(gateway.send(tooMuch)).isEqualTo(new Refused<>(refusal, false));
        gateway.send(Raise.of(counter()));

        assertThat(gateway.send(first)).isEqualTo(new Accepted<>(15, 15, 15, true));
        assertThat(gateway.send(tooMuch)).isEqualTo(new Refused<>(refusal, true));
        assertThat(gateway.send(first.withKey(new CommandKey("k1", "other"))))
                .isInstanceOf(KeyReused.class);
        assertThat(gateway.state(Raise.of()).state()).isEqualTo(16);
    }

    @Test
    void aCommandThatExpectsAVersionIsTakenAtThisOneOnlyAndARepetitionGetsTheFirstAnswer() {
        gateway.send(Raise.of(counter()));
        try (StreamGateway<Counter, Change, Counted> counters =
                TestNode.gateway(new CounterDecider(), streams, journal)) {
            counters.send(Command.beginning(counter(), new Open(1))); // the query does not find it
        }
        assertThat(gateway.state(Raise.of())).isEqualTo(new Versioned<>(1, 1));

        BoundaryCommand<Raise> second =
                BoundaryCommand.of(Raise.of(counter()))
                        .expecting(1L)
                        .withKey(new CommandKey("k1", "f1"));
        assertThat(gateway.send(second)).isEqualTo(new Accepted<>(2, 3, 3, false));

        assertThat(gateway.send(second.withKey(null))).isEqualTo(new Outdated<>(1, 3));
        assertThat(gateway.send(second.expecting(9L).withKey(new CommandKey("k2", "f1"))))
                .isEqualTo(new Outdated<>(9, 3));
        assertThat(gateway.send(second)).isEqualTo(new Accepted<>(2, 3, 3, true));
        assertThat(gateway.send(BoundaryCommand.of(Raise.of()).expecting(3L)))
                .isEqualTo(new Accepted<>(2, 3, 0, false));
        assertThat(gateway.state(Raise.of())).isEqualTo(new Versioned<>(2, 3));
    }

    @Test
    void aCommandThatExpectsAVersionIsNotDecidedAgainAfterItWasOvertaken() {
        gateway.send(Raise.of(counter()));
        BoundaryGateway<Integer, Raise> elsewhere = gateway(new CounterBudget(), journal, streams);
        budget.meanwhile = () -> elsewhere.send(Raise.of(counter()));

        assertThat(gateway.send(BoundaryCommand.of(Raise.of(counter())).expecting(1L)))
                .isEqualTo(new Outdated<>(1, 2));
        assertThat(journal.lastPosition()).isEqualTo(2);
    }

    @Test
    void theVersionIsThatOfTheLastEventThatTheQueryFinds() {
        budget.endsUnseen = true;
        CommandKey key = new CommandKey("k1", "f1");
        BoundaryCommand<Raise> raise = BoundaryCommand.of(Raise.of(counter())).withKey(key);

        assertThat(gateway.state(Raise.of())).isEqualTo(new Versioned<>(0, 0));
        assertThat(gateway.send(raise)).isEqualTo(new Accepted<>(1, 1, 2, false));
        assertThat(gateway.send(raise)).isEqualTo(new Accepted<>(1, 1, 2, true));
        assertThat(gateway.send(Raise.of())).isEqualTo(new Accepted<>(1, 1, 3, false));
    }

    @Test
    void aRepetitionWhoseFirstAnswerIsNotReadInTimeIsUnavailable() {
        CommandKey key = new CommandKey("k1", "f1");
        gateway.send(BoundaryCommand.of(Raise.of(counter())).withKey(key));
        Duration deadline = Duration.ofMillis(300);
        budget.meanwhile = () -> await().pollDelay(deadline).until(() -> true);

        assertThat(
                        gateway(budget, journal, streams, deadline)
                                .send(BoundaryCommand.of(Raise.of()).withKey(key)))
                .isEqualTo(
                        new BoundaryResult.Unavailable<>(
                                "reading the events took longer than PT0.3S", 1));
    }

    @Test
    void aKeyOfAStreamsCommandIsNoKeyOfABoundary() {
        try (StreamGateway<Counter, Change, Counted> counters =
                TestNode.gateway(new CounterDecider(), streams, journal)) {
            StreamId stream = counter();
            CommandKey key = new CommandKey("k1", "f1");
            counters.send(Command.beginning(stream, new Open(1)).withKey(key));
            assertThat(gateway.send(BoundaryCommand.of(Raise.of(stream)).withKey(key)))
                    .isEqualTo(new KeyReused<>("k1", stream));
            gateway.send(BoundaryCommand.of(Raise.of(stream)).withKey(new CommandKey("k2", "f2")));
            assertThat(
                            counters.send(
                                    Command.to(stream, new CounterDecider.Add(1))
                                            .withKey(new CommandKey("k2", "f2"))))
                    .isEqualTo(new CommandResult.KeyReused<>("k2", stream));
        }
    }

    @Test
    void anEventForAStreamOfAnotherDomainIsABugAndNothingIsWritten() {
        assertThatThrownBy(() -> gateway.send(Raise.of(counter(), StreamId.of("order", "1"))))
                .hasMessageStartingWith("the boundary budget must not write Added to order-1");
        assertThat(journal.lastPosition()).isZero();
    }

    @Test
    void aJournalThatDoesNotWriteMakesTheCommandUnavailable() {
        journal.close();
        assertThat(gateway.send(Raise.of(counter())))
                .isEqualTo(new BoundaryResult.Unavailable<>("the journal is closed", 1));
    }

    /// On a node, a decider keeps its state in memory and believes that nobody else appends.
    @Test
    void aDeciderOfTheSameNodeAnswersOnWhatABoundaryHasAppendedAndViewsGetIt() {
        try (TestNode node = TestNode.start(InMemoryJournal.create(InstantSource.system()));
                StreamGateway<Counter, Change, Counted> counters =
                        TestNode.gateway(new CounterDecider(), node.streams(), node.journal())) {
            BoundaryGateway<Integer, Raise> boundary =
                    gateway(budget, node.journal(), node.streams());
            StreamId one = counter();
            StreamId other = counter();
            counters.send(Command.beginning(one, new Open(1)));
            counters.send(Command.beginning(other, new Open(1)));
            assertThat(counters.send(Command.to(one, new SetTo(1))))
                    .isEqualTo(new CommandResult.Accepted<>(one, new Counter(1), 1, 1, false));

            boundary.send(Raise.of(one, other));

            assertThat(counters.send(Command.to(one, new SetTo(2)))) // so already: no append
                    .isEqualTo(new CommandResult.Accepted<>(one, new Counter(2), 2, 3, false));
            assertThat(counters.state(other).orElseThrow().state()).isEqualTo(new Counter(2));
            assertThat(counters.send(Command.to(other, new CounterDecider.Add(3))))
                    .isEqualTo(new CommandResult.Accepted<>(other, new Counter(5), 3, 5, false));
            assertThat(node.streams().read(one, 0, 10))
                    .extracting(RecordedEvent::version)
                    .containsExactly(1L, 2L);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> node.journal().countUnpublished() == 0);
        }
    }
}
