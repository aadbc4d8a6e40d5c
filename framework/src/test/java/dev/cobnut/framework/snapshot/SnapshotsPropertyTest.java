package dev.cobnut.framework.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.StoredSnapshot;
import dev.cobnut.framework.snapshot.AccountDecider.Balance;
import dev.cobnut.framework.snapshot.AccountDecider.Book;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/// Whatever happens to snapshots: the answers are those of a node without snapshots.
class SnapshotsPropertyTest {

    /// What happens to two streams.
    sealed interface Step {

        record Booking(int stream, int amount) implements Step {}

        /// The states are forgotten.
        record Restart(int everyEvents, int schemaVersion) implements Step {}

        /// Somebody destroys a snapshot, and the states are forgotten.
        record Damage(int stream, String state, boolean ofAnotherEvent) implements Step {}
    }

    private static StreamId stream(int number) {
        return StreamId.of("account", "s" + number);
    }

    @Property(tries = 150)
    void theAnswersAreThoseOfANodeWithoutSnapshots(@ForAll("steps") List<Step> steps) {
        Snapshots<Balance> rule = AccountDecider.json().everyEvents(3);
        try (AccountNode node = new AccountNode(rule);
                AccountNode plain = new AccountNode(null)) {
            for (Step step : steps) {
                switch (step) {
                    case Step.Booking(int number, int amount) -> {
                        Command<Book> command = Command.to(stream(number), new Book(amount, ""));
                        CommandResult<Balance> expected = plain.send(command);
                        assertThat(node.send(command)).isEqualTo(expected);
                    }
                    case Step.Restart(int everyEvents, int schemaVersion) -> {
                        rule = rule.everyEvents(everyEvents).schemaVersion(schemaVersion);
                        node.restart(rule);
                    }
                    case Step.Damage(int number, String state, boolean ofAnotherEvent) -> {
                        node.restart(rule);
                        damage(node, stream(number), state, ofAnotherEvent);
                    }
                }
            }
            for (int number = 0; number < 2; number++) {
                assertThat(node.gateway().state(stream(number)))
                        .isEqualTo(plain.gateway().state(stream(number)));
            }
        }
    }

    private static void damage(
            AccountNode node, StreamId stream, String state, boolean ofAnotherEvent) {
        StoredSnapshot snapshot = node.journal().snapshots().find(stream);
        if (snapshot != null) {
            node.journal()
                    .snapshots()
                    .put(
                            new StoredSnapshot(
                                    stream,
                                    snapshot.version(),
                                    ofAnotherEvent ? UUID.randomUUID() : snapshot.eventId(),
                                    snapshot.schemaVersion(),
                                    ofAnotherEvent
                                            ? Payload.ofUtf8("{\"sum\":-1,\"last\":-1}")
                                            : Payload.ofUtf8(state)));
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> streams = Arbitraries.integers().between(0, 1);
        Arbitrary<Step> bookings =
                streams.flatMap(stream ->
                        Arbitraries.integers()
                                .between(-9, 9)
                                .map(amount -> new Step.Booking(stream, amount)));
        Arbitrary<Step> restarts =
                Arbitraries.integers()
                        .between(1, 5)
                        .flatMap(every ->
                                Arbitraries.integers()
                                        .between(1, 2)
                                        .map(schema -> new Step.Restart(every, schema)));
        Arbitrary<Step> damages =
                streams.flatMap(stream ->
                        Arbitraries.of("", "{", "null", "[]", "{\"sum\":\"x\"}")
                                .flatMap(state ->
                                        Arbitraries.of(true, false)
                                                .map(other ->
                                                        new Step.Damage(stream, state, other))));
        return Arbitraries.frequencyOf(
                        Tuple.of(8, bookings), Tuple.of(2, restarts), Tuple.of(1, damages))
                .list()
                .ofMaxSize(60);
    }
}
