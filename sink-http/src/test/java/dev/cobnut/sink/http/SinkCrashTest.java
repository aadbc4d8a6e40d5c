package dev.cobnut.sink.http;

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
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A receiver that fails 30 % of the requests, and a sender that is killed meanwhile.
class SinkCrashTest {

    private static final int KILLS = 5;
    private static final int ARRIVALS_MIN = 60;
    private static final int ARRIVALS_MAX = 200;
    private static final int PAGE = 1_000;
    private static final long SEED = 20_261_123;

    @TempDir Path folder;

    @Test
    void killsAndFailuresLoseNoEventAndKeepTheOrderOfEachStream() throws Exception {
        Random random = new Random(SEED);
        List<Arrival> arrivals;
        try (UnreliableReceiver receiver = new UnreliableReceiver(SEED)) {
            for (int kill = 0; kill < KILLS; kill++) {
                int enough =
                        receiver.arrivals().size() + random.nextInt(ARRIVALS_MIN, ARRIVALS_MAX);
                Process process = start(receiver.url(), "append");
                try {
                    await().atMost(SentEvents.SOON)
                            .until(() -> receiver.arrivals().size() >= enough);
                    assertThat(process.isAlive())
                            .as("the process runs until it is killed")
                            .isTrue();
                } finally {
                    process.destroyForcibly();
                }
                assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            }
            Process last = start(receiver.url(), "finish");
            try {
                assertThat(last.waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(last.exitValue()).isZero();
            } finally {
                last.destroyForcibly();
            }
            arrivals = receiver.arrivals();
            Map<UnreliableReceiver.Fault, Integer> faults = receiver.faults();
            int requests = faults.values().stream().mapToInt(Integer::intValue).sum();
            System.out.printf(
                    "%d arrivals of %d requests: %s%n", arrivals.size(), requests, faults);
            assertThat(faults).hasSize(UnreliableReceiver.Fault.values().length);
            assertThat(faults.get(UnreliableReceiver.Fault.NONE))
                    .as("requests that did not fail, of " + requests)
                    .isBetween(requests * 6 / 10, requests * 8 / 10);
            assertThat(receiver.forged()).isZero();
        }

        List<Arrival> journal = journal();
        assertThat(journal).hasSizeGreaterThan(KILLS * ARRIVALS_MIN / 2);
        assertThat(Arrival.faults(journal, arrivals)).isEmpty();
        assertThat(arrivals.size())
                .as("events that came twice, so that failures and kills were seen")
                .isGreaterThan(new HashSet<>(arrivals).size());
    }

    @Test
    void theSameReceiverSeesTheLossesAndTheWrongOrderOfACarelessSender() throws Exception {
        try (UnreliableReceiver receiver = new UnreliableReceiver(SEED);
                Journal journal = InMemoryJournal.create(InstantSource.system());
                Handlers handlers =
                        new Handlers(
                                List.of(new CarelessSink(KilledSink.to(receiver.url()).build())),
                                journal,
                                SentEvents.PATIENT,
                                new SentEvents.Unobserved(),
                                System::nanoTime)) {
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            for (int i = 0; i < 400; i++) {
                SentEvents.append(journal, SentEvents.card(i % KilledSink.STREAMS));
            }
            await().atMost(SentEvents.SOON)
                    .until(() -> handlers.statuses().getFirst().behind() == 0);
            List<Arrival> sent = new ArrayList<>();
            for (int card = 0; card < KilledSink.STREAMS; card++) {
                sent.addAll(arrivals(journal, card));
            }
            List<String> faults = Arrival.faults(sent, receiver.arrivals());
            assertThat(Arrival.count(faults, "missing")).isPositive();
            assertThat(Arrival.count(faults, "wrong order")).isPositive();
            assertThat(Arrival.count(faults, "unknown")).isZero();
        }
    }

    /// Sends as the real sink does, and repeats what failed once, after the next event of the
    /// stream.
    private record CarelessSink(HttpSink sink, Map<String, RecordedEvent> failed)
            implements EventHandler {

        CarelessSink(HttpSink sink) {
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

    private Process start(URI url, String order) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledSink.class.getName(),
                        folder.toString(),
                        url.toString(),
                        order)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("stderr.txt").toFile())
                .start();
    }

    private List<Arrival> journal() {
        List<Arrival> events = new ArrayList<>();
        try (Journal journal =
                SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system())) {
            journal.start(GroupListener.completing());
            for (int card = 0; card < KilledSink.STREAMS; card++) {
                events.addAll(arrivals(journal, card));
            }
        }
        return events;
    }

    private static List<Arrival> arrivals(Journal journal, int card) {
        List<Arrival> events = new ArrayList<>();
        List<RecordedEvent> page = journal.read(SentEvents.card(card), 0, PAGE);
        while (!page.isEmpty()) {
            for (RecordedEvent event : page) {
                events.add(
                        new Arrival(
                                event.id().toString(), event.stream().value(), event.version()));
            }
            page = journal.read(SentEvents.card(card), page.getLast().version(), PAGE);
        }
        return events;
    }
}
