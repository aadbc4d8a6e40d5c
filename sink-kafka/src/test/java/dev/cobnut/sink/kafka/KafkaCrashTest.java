package dev.cobnut.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A producer of which 30 % of the records fail, and a broker and a service that are killed
/// meanwhile.
class KafkaCrashTest {

    private static final int KILLS = 5;

    /// Records that are sent, or fail, before the next kill.
    private static final int SENDS = 40;

    /// For a careless sender a pause is over soon.
    private static final long HURRY = 1_000;

    private static final long SEED = 20_261_123;

    private static final LocalBroker BROKER = LocalBroker.shared();

    @TempDir Path folder;

    @Test
    void killsOfBrokerAndServiceLoseNoEventAndKeepTheOrderOfEachStream() throws Exception {
        BROKER.createTopic(KilledKafkaSink.TOPIC);
        for (int kill = 0; kill < KILLS; kill++) {
            Process service = start(SEED + kill, "append");
            try {
                awaitSends(service);
                BROKER.kill();
                BROKER.start();
                awaitSends(service);
            } finally {
                service.destroyForcibly();
            }
            assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        Process last = start(SEED + KILLS, "finish");
        try {
            assertThat(last.waitFor(2, TimeUnit.MINUTES)).as("all events are sent").isTrue();
            assertThat(last.exitValue()).isZero();
        } finally {
            last.destroyForcibly();
        }

        Map<UnreliableProducer.Fault, Integer> draws =
                UnreliableProducer.draws(folder.resolve("draws"));
        int sends = draws.values().stream().mapToInt(Integer::intValue).sum();
        List<TopicEvent> journal;
        try (Journal read = SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system())) {
            read.start(GroupListener.completing());
            journal = TopicEvent.of(read, KilledKafkaSink.STREAMS);
        }
        List<TopicEvent> topic = TopicEvent.of(BROKER.records(KilledKafkaSink.TOPIC));
        System.out.printf(
                "%d records for %d events in %d sends: %s%n",
                topic.size(), journal.size(), sends, draws);
        assertThat(draws).hasSize(UnreliableProducer.Fault.values().length);
        assertThat(draws.get(UnreliableProducer.Fault.NONE))
                .as("sends that did not fail, of " + sends)
                .isBetween(sends * 6 / 10, sends * 8 / 10);
        assertThat(journal).hasSizeGreaterThan(KILLS * SENDS / 2);
        assertThat(TopicEvent.faults(journal, topic)).isEmpty();
        assertThat(topic.size())
                .as("events that came twice, so that failures and kills were seen")
                .isGreaterThan(new HashSet<>(topic).size());
    }

    private void awaitSends(Process service) throws IOException {
        Path draws = folder.resolve("draws");
        int enough = SENDS + sends(draws);
        await().atMost(CardEvents.SOON).until(() -> sends(draws) >= enough);
        assertThat(service.isAlive()).as("the process runs until it is killed").isTrue();
    }

    private static int sends(Path draws) throws IOException {
        return Files.exists(draws) ? Files.readAllLines(draws).size() : 0;
    }

    @Test
    void theSameCheckSeesTheLossesAndTheWrongOrderOfACarelessSender() throws Exception {
        BROKER.createTopic("careless");
        UnreliableProducer unreliable = new UnreliableProducer(SEED, folder.resolve("draws"));
        try (Journal journal = InMemoryJournal.create(InstantSource.system());
                KafkaSink sink =
                        KilledKafkaSink.to(BROKER.address(), "careless", unreliable)
                                .nanoTime(() -> HURRY * System.nanoTime())
                                .build();
                Handlers handlers = CardEvents.handlers(journal, new Careless(sink))) {
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            for (int i = 0; i < 200; i++) {
                CardEvents.append(journal, CardEvents.card(i % KilledKafkaSink.STREAMS));
            }
            await().atMost(CardEvents.SOON)
                    .until(() -> handlers.statuses().getFirst().behind() == 0);
            List<String> faults =
                    TopicEvent.faults(
                            TopicEvent.of(journal, KilledKafkaSink.STREAMS),
                            TopicEvent.of(BROKER.records("careless")));
            assertThat(TopicEvent.count(faults, "missing")).isPositive();
            assertThat(TopicEvent.count(faults, "wrong order")).isPositive();
            assertThat(TopicEvent.count(faults, "unknown")).isZero();
        }
    }

    @Test
    void theCheckSeesOneEventThatIsMissingOrUnknown() {
        TopicEvent first = new TopicEvent("a", "card-1", 1);
        TopicEvent second = new TopicEvent("b", "card-1", 2);
        TopicEvent third = new TopicEvent("c", "card-1", 3);
        List<TopicEvent> journal = List.of(first, second, third);
        assertThat(TopicEvent.faults(journal, List.of(first, first, second, first, third, second)))
                .isEmpty();
        assertThat(TopicEvent.faults(journal, List.of(first, second)))
                .containsExactly("missing: " + third);
        assertThat(TopicEvent.faults(journal, List.of(first, third, second)))
                .containsExactly(
                        "wrong order: " + third + " after 1",
                        "wrong order: " + second + " after 3");
        assertThat(TopicEvent.faults(List.of(first), List.of(first, second)))
                .containsExactly("unknown: " + second);
    }

    /// Sends as the real sink does, and repeats what failed once, after the next event of the
    /// stream.
    private record Careless(KafkaSink sink, Map<String, RecordedEvent> failed)
            implements EventHandler {

        Careless(KafkaSink sink) {
            this(sink, new ConcurrentHashMap<>());
        }

        @Override
        public String name() {
            return sink.name();
        }

        @Override
        public Set<String> categories() {
            return sink.categories();
        }

        @Override
        public void handle(RecordedEvent event) throws InterruptedException {
            RecordedEvent before = failed.remove(event.stream().value());
            if (!isSent(event)) {
                failed.put(event.stream().value(), event);
            }
            if (before != null) {
                boolean _ = isSent(before);
            }
        }

        private boolean isSent(RecordedEvent event) throws InterruptedException {
            try {
                sink.handle(event);
                return true;
            } catch (IOException | RetryLaterException | ParkStreamException _) {
                return false; // careless on purpose
            }
        }
    }

    private Process start(long seed, String order) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledKafkaSink.class.getName(),
                        folder.toString(),
                        BROKER.address(),
                        Long.toString(seed),
                        order)
                .redirectOutput(folder.resolve("stdout.txt").toFile())
                .redirectError(folder.resolve("stderr.txt").toFile())
                .start();
    }
}
