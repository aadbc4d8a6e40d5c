package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// **Question**: how many appends per second does a journal take on one node, and what does an
/// append cost?
///
/// **Ceiling**: the rate of fsyncs of the disk that both journals use, times the appends that share
/// one. Each append begins a stream with one event of about 450 bytes and a command key. Its writer
/// waits for the answer, so `in-flight` is the largest number of appends that can share a commit.
///
/// **Machine**: the client, SQLite and the PostgreSQL server share the cores. All arms take turns,
/// round by round, each on an empty journal.
@Command(name = "journal", description = "Appends per second: PostgreSQL against SQLite.")
final class JournalBenchmark extends Benchmark {

    private static final int PAYLOAD_BYTES = 300;
    private static final long ANSWER_SECONDS_MAX = 60;

    @Option(
            names = "--in-flight",
            split = ",",
            description = "Appends under way at the same time (${DEFAULT-VALUE}).")
    private List<Integer> inFlight = List.of(1, 64, 256);

    @Option(names = "--rounds", description = "Turns of each arm (${DEFAULT-VALUE}).")
    private int rounds = 7;

    @Option(names = "--seconds", description = "Length of a turn (${DEFAULT-VALUE}).")
    private int seconds = 3;

    @Option(names = "--warm-up", description = "Seconds before a turn (${DEFAULT-VALUE}).")
    private int warmUp = 1;

    /// @param arms all levels of all journals
    record Figures(int payloadBytes, int rounds, int seconds, String postgresql, List<Arm> arms) {}

    /// @param cpuMicrosPerAppend CPU of this process, which contains SQLite and PostgreSQL's client
    /// @param serverCpuMicrosPerAppend CPU of the PostgreSQL server's processes; 0 for SQLite
    record Arm(
            String journal,
            int inFlight,
            Spread appendsPerSecond,
            Spread cpuMicrosPerAppend,
            Spread serverCpuMicrosPerAppend) {}

    /// The result of one turn.
    private record Turn(double perSecond, double cpuMicros, double serverCpuMicros) {}

    /// A kind of journal. Each turn opens a new one.
    private interface Kind {
        Journal open(Path folder);
    }

    private record Contender(String name, int inFlight, Kind kind, List<Turn> turns) {}

    @Override
    String name() {
        return "journal";
    }

    @Override
    String question() {
        return "How many appends per second does a journal take on one node, and what does an append cost?";
    }

    @Override
    Figures measure() throws IOException, InterruptedException {
        String reason = PostgresServer.reasonAgainst().orElse(null);
        if (reason != null) {
            throw new IOException(reason);
        }
        try (PostgresServer server = PostgresServer.start()) {
            List<Contender> contenders = new ArrayList<>();
            for (int level : inFlight) {
                contenders.add(contender("sqlite", level, JournalBenchmark::sqlite));
                for (int writers : new int[] {1, 2, 4}) {
                    contenders.add(
                            contender(
                                    "postgresql, writers " + writers,
                                    level,
                                    _ -> postgres(server, writers)));
                }
            }
            for (int round = 1; round <= rounds; round++) {
                for (Contender contender : contenders) {
                    contender.turns().add(turn(contender, server));
                }
                say("round %d of %d", round, rounds);
            }
            List<Arm> arms = contenders.stream().map(JournalBenchmark::arm).toList();
            arms.forEach(arm ->
                    say(
                            "%-24s %4d in flight: %8.0f appends/s, %5.1f us here, %5.1f us in the server",
                            arm.journal(),
                            arm.inFlight(),
                            arm.appendsPerSecond().median(),
                            arm.cpuMicrosPerAppend().median(),
                            arm.serverCpuMicrosPerAppend().median()));
            return new Figures(PAYLOAD_BYTES, rounds, seconds, server.version(), arms);
        }
    }

    private static Contender contender(String name, int inFlight, Kind kind) {
        return new Contender(name, inFlight, kind, new ArrayList<>());
    }

    private static Journal sqlite(Path folder) {
        return SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
    }

    private static Journal postgres(PostgresServer server, int writers) {
        PostgresSettings.Limits limits = PostgresSettings.Limits.DEFAULT;
        return PostgresJournal.open(
                server.newJournal()
                        .withLimits(
                                new PostgresSettings.Limits(
                                        limits.queueCapacity(),
                                        limits.groupMax(),
                                        writers,
                                        limits.readers())),
                InstantSource.system());
    }

    private Turn turn(Contender contender, PostgresServer server)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("cobnut-bench-journal-");
        try (Journal journal = contender.kind().open(folder)) {
            journal.start(GroupListener.completing());
            append(journal, contender.inFlight(), Duration.ofSeconds(warmUp));
            Duration cpu = ownCpu();
            Duration serverCpu = server.cpuTime();
            long start = System.nanoTime();
            long appended = append(journal, contender.inFlight(), Duration.ofSeconds(seconds));
            double nanos = System.nanoTime() - start;
            return new Turn(
                    appended * 1e9 / nanos,
                    ownCpu().minus(cpu).toNanos() / 1e3 / appended,
                    server.cpuTime().minus(serverCpu).toNanos() / 1e3 / appended);
        } finally {
            delete(folder);
        }
    }

    /// @return appends that were answered
    private static long append(Journal journal, int inFlight, Duration length)
            throws InterruptedException {
        AtomicLong appended = new AtomicLong();
        AtomicLong failed = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(inFlight);
        long deadline = System.nanoTime() + length.toNanos();
        TimeOrderedIds ids = new TimeOrderedIds(InstantSource.system(), new SecureRandom());
        byte[] payload = new byte[PAYLOAD_BYTES];
        for (int i = 0; i < inFlight; i++) {
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            while (System.nanoTime() - deadline < 0) {
                                AppendRequest request = request(ids, payload);
                                journal.append(request);
                                if (request.result().join() instanceof AppendResult.Appended) {
                                    appended.incrementAndGet();
                                } else {
                                    failed.incrementAndGet();
                                }
                            }
                        } finally {
                            ended.countDown();
                        }
                    });
        }
        if (!ended.await(length.toSeconds() + ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                || failed.get() > 0) {
            throw new IllegalStateException(
                    failed + " appends failed, " + ended.getCount() + " were never answered");
        }
        return appended.get();
    }

    private static AppendRequest request(TimeOrderedIds ids, byte[] payload) {
        String id = ids.next().toString();
        return AppendRequest.of(
                StreamId.of("order", id),
                new ExpectedVersion.NoStream(),
                List.of(
                        new NewEvent(
                                ids.next(),
                                "OrderPlaced",
                                1,
                                Payload.of(payload),
                                EventMetadata.at(Instant.now()))),
                new CommandKey(id, "f00d"));
    }

    private static Duration ownCpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static Arm arm(Contender contender) {
        return new Arm(
                contender.name(),
                contender.inFlight(),
                spread(contender, Turn::perSecond),
                spread(contender, Turn::cpuMicros),
                spread(
                        contender,
                        turn -> contender.name().equals("sqlite") ? 0 : turn.serverCpuMicros()));
    }

    private static Spread spread(Contender contender, ToDoubleFunction<Turn> figure) {
        return Spread.of(contender.turns().stream().mapToDouble(figure).toArray());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
