package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.snapshot.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/// **Question**: does the time of a command depend on the length of its stream, when no state is in
/// memory?
///
/// **Ceiling**: with snapshots, a ratio of 1: a command reads the snapshot and the events after it.
/// Without them, a command applies the whole stream.
///
/// **Machine**: a command ends with an fsync, so its time has a part that is the disk's. All arms
/// take turns, round by round, in one process over one journal in SQLite. Each command is the first
/// of its stream after a start.
@CommandLine.Command(
        name = "long-streams",
        description = "Time of a command against the length of its stream.")
final class LongStreamBenchmark extends Benchmark {

    private static final JsonMapper MAPPER = new JsonMapper();

    /// Entries of one command while the streams are built.
    private static final int ENTRIES_PER_COMMAND = 500;

    @Option(
            names = "--lengths",
            split = ",",
            description = "Events of the streams (${DEFAULT-VALUE}).")
    private List<Integer> lengths = List.of(100, 10_000, 100_000);

    @Option(names = "--rounds", description = "Commands of each arm (${DEFAULT-VALUE}).")
    private int rounds = 30;

    @Option(names = "--warm-up", description = "Rounds before the measurement (${DEFAULT-VALUE}).")
    private int warmUp = 10;

    /// @param lastToFirst median time at the longest stream divided by that at the shortest, with
    ///   snapshots
    record Figures(int rounds, List<Arm> arms, double lastToFirst) {}

    record Arm(int events, boolean snapshots, Spread micros) {}

    record Balance(long sum) {}

    record Book(int entries) {}

    sealed interface Booked {}

    record Entry(long amount, String text) implements Booked {}

    private record Ledger(boolean keeps, EventCodec<Booked> codec)
            implements Decider<Balance, Book, Booked> {

        @Override
        public String category() {
            return keeps ? "kept" : "folded";
        }

        @Override
        public Decision<Booked> decide(@Nullable Balance state, Book command, Instant now) {
            return new Decision.Accepted<>(
                    Stream.<Booked>generate(() -> new Entry(1, "an entry of some length"))
                            .limit(command.entries())
                            .toList());
        }

        @Override
        public Balance evolve(@Nullable Balance state, Booked event) {
            return new Balance((state == null ? 0 : state.sum()) + ((Entry) event).amount());
        }

        @Override
        public Optional<Snapshots<Balance>> snapshots() {
            return keeps ? Optional.of(Snapshots.json(Balance.class, MAPPER)) : Optional.empty();
        }
    }

    private record Contender(Ledger ledger, StreamId stream, int events, List<Double> micros) {}

    @Override
    String name() {
        return "long-streams";
    }

    @Override
    String question() {
        return "Does the time of a command depend on the length of its stream, when no state is in memory?";
    }

    @Override
    Figures measure() throws IOException {
        Path folder = Files.createTempDirectory("cobnut-bench-long-streams-");
        try (Journal journal =
                SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system())) {
            EventStore streams = TestNode.streamsWithoutMaps(journal);
            journal.start(streams);
            List<Contender> contenders = build(journal, streams);
            for (int round = 1 - warmUp; round <= rounds; round++) {
                for (Contender contender : contenders) {
                    double micros = firstCommand(contender, journal, streams);
                    if (round > 0) {
                        contender.micros().add(micros);
                    }
                }
            }
            List<Arm> arms = contenders.stream().map(LongStreamBenchmark::arm).toList();
            arms.forEach(arm ->
                    say(
                            "%7d events, snapshots %-5s: %9.0f us (median)",
                            arm.events(), arm.snapshots(), arm.micros().median()));
            List<Arm> kept = arms.stream().filter(Arm::snapshots).toList();
            return new Figures(
                    rounds,
                    arms,
                    kept.getLast().micros().median() / kept.getFirst().micros().median());
        } finally {
            OwnService.delete(folder);
        }
    }

    private List<Contender> build(Journal journal, EventStore streams) {
        EventCodec<Booked> codec = JsonEventCodec.of(Booked.class, MAPPER);
        List<Contender> contenders = new ArrayList<>();
        for (int length : lengths) {
            for (boolean keeps : new boolean[] {true, false}) {
                Ledger ledger = new Ledger(keeps, codec);
                StreamId stream = ledger.stream(String.valueOf(length));
                try (StreamGateway<Balance, Book, Booked> gateway =
                        TestNode.gateway(ledger, streams, journal)) {
                    for (int left = length; left > 0; left -= ENTRIES_PER_COMMAND) {
                        send(gateway, stream, Math.min(left, ENTRIES_PER_COMMAND));
                    }
                }
                contenders.add(new Contender(ledger, stream, length, new ArrayList<>()));
            }
            say("built streams of %d events", length);
        }
        return contenders;
    }

    private static double firstCommand(Contender contender, Journal journal, EventStore streams) {
        try (StreamGateway<Balance, Book, Booked> gateway =
                TestNode.gateway(contender.ledger(), streams, journal)) {
            long start = System.nanoTime();
            send(gateway, contender.stream(), 1);
            return (System.nanoTime() - start) / 1e3;
        }
    }

    private static void send(
            StreamGateway<Balance, Book, Booked> gateway, StreamId stream, int entries) {
        CommandResult<Balance> result = gateway.send(Command.to(stream, new Book(entries)));
        if (!(result instanceof CommandResult.Accepted<Balance>)) {
            throw new IllegalStateException("a command was not accepted: " + result);
        }
    }

    private static Arm arm(Contender contender) {
        return new Arm(
                contender.events(),
                contender.ledger().keeps(),
                Spread.of(contender.micros().stream().mapToDouble(Double::doubleValue).toArray()));
    }
}
