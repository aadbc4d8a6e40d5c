package dev.cobnut.framework.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service with a process is killed while events are handled and timers become due.
class ProcessCrashTest {

    private static final int KILLS = 3;
    private static final int REQUESTED_MAX = 150;
    private static final int SERVICE_MINUTES_MAX = 5;
    private static final long SEED = 20_261_123;

    @TempDir Path folder;

    @Test
    void killsLoseNoTimerAndEachIsDueOnceAndNotEarly() throws Exception {
        Random random = new Random(SEED);
        int requested = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            requested = killAfter(requested, 1 + random.nextInt(REQUESTED_MAX)) + 1;
        }
        java.lang.Process last = start(List.of());
        assertThat(last.waitFor(SERVICE_MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
        assertThat(last.exitValue()).isZero();

        int early = 0;
        try (Journal journal =
                SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system())) {
            journal.start(GroupListener.completing());
            for (int booking = 0; booking < requested; booking++) {
                List<RecordedEvent> events = read(journal, "booking", booking);
                assertThat(events)
                        .as("booking %d", booking)
                        .extracting(RecordedEvent::type)
                        .containsExactly("BookingRequested", "BookingExpired");
                assertThat(read(journal, "process.booking", booking))
                        .as("timers of booking %d", booking)
                        .extracting(RecordedEvent::type)
                        .containsExactly("TimerSet", "TimerDue");
                Instant due = events.getFirst().metadata().time().plus(KilledBookings.TIME_TO_PAY);
                early += events.getLast().metadata().time().isBefore(due) ? 1 : 0;
            }
        }
        assertThat(early).as("early ones").isZero();
    }

    private static List<RecordedEvent> read(Journal journal, String category, int booking) {
        return journal.read(StreamId.of(category, Integer.toString(booking)), 0, 9);
    }

    /// @return the last booking that is known to be requested; the next service may request later
    ///   ones again
    private int killAfter(int first, int requests) throws Exception {
        java.lang.Process service = start(List.of(Integer.toString(first)));
        int last = first;
        try (BufferedReader lines = service.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < requests; i++) {
                String line = lines.readLine();
                assertThat(line).as("the service ended by itself").isNotNull();
                last = Integer.parseInt(line);
            }
        } finally {
            service.destroyForcibly();
        }
        assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return last;
    }

    private java.lang.Process start(List<String> arguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx128m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledBookings.class.getName(),
                                folder.toString()));
        command.addAll(arguments);
        java.lang.Process service =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        // A service that hangs ends, and with it the test that reads its lines.
        CompletableFuture.delayedExecutor(SERVICE_MINUTES_MAX, TimeUnit.MINUTES)
                .execute(service::destroyForcibly);
        return service;
    }
}
