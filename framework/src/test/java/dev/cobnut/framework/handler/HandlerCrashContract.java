package dev.cobnut.framework.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.tools.TestRounds;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Handlers of a process that is killed again and again while events arrive. The database of the
/// application is a server, which outlives the process.
///
/// Not covered: a database that ends with the process, or whose power is cut. What such a database
/// keeps of its own transactions is its own promise.
abstract class HandlerCrashContract {

    private static final int KILLS = TestRounds.of(5, 20);
    private static final int HANDLED_MAX = 300;
    private static final int PAGE = 1_000;
    private static final int PROCESS_MINUTES_MAX = 5;
    private static final long SEED = 20_261_123;

    /// JDBC URL of the application's database, with user and password.
    abstract String application();

    abstract KilledHandlers.Store store();

    /// Called after each kill.
    void killed() throws SQLException {}

    @Test
    void killsLoseNoEventAndWithTheHelperEachEffectIsThereOnce() throws Exception {
        try (Connection connection = DriverManager.getConnection(application());
                Statement statement = connection.createStatement()) {
            new ExactlyOnce().createTable(connection);
            statement.execute(
                    "CREATE TABLE effects (handler VARCHAR(20), stream VARCHAR(200), version BIGINT)");
            Random random = new Random(SEED);
            for (int kill = 0; kill < KILLS; kill++) {
                killAfter(1 + random.nextInt(HANDLED_MAX));
                killed();
            }
            handleTheRest();

            List<String> events = events();
            assertThat(events).hasSizeGreaterThan(KILLS);
            assertThat(effects(statement, KilledHandlers.ONCE))
                    .containsExactlyInAnyOrderElementsOf(events);
            List<String> byItself = effects(statement, KilledHandlers.BY_ITSELF);
            assertThat(new HashSet<>(byItself)).containsExactlyInAnyOrderElementsOf(events);
            assertThat(byItself)
                    .as("the kills are seen: without the helper some effects are there twice")
                    .hasSizeGreaterThan(events.size());
        }
    }

    private void killAfter(int handled) throws Exception {
        Process process = start(true);
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < handled; i++) {
                assertThat(lines.readLine()).as("the process ended by itself").isNotNull();
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    private void handleTheRest() throws Exception {
        Process last = start(false);
        try (BufferedReader lines = last.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.lines().count()).as("events that were left").isNotNegative();
            assertThat(last.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(last.exitValue()).isZero();
        } finally {
            last.destroyForcibly();
        }
    }

    private Process start(boolean appends) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx128m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledHandlers.class.getName(),
                                Boolean.toString(appends),
                                application()));
        command.addAll(store().arguments());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        // A process that hangs ends, and with it the test that reads its lines.
        CompletableFuture.delayedExecutor(PROCESS_MINUTES_MAX, TimeUnit.MINUTES)
                .execute(process::destroyForcibly);
        return process;
    }

    private List<String> events() {
        List<String> events = new ArrayList<>();
        try (Journal journal = store().open()) {
            journal.start(GroupListener.completing());
            for (int card = 0; card < KilledHandlers.STREAMS; card++) {
                List<RecordedEvent> page = journal.read(Cards.card(card), 0, PAGE);
                while (!page.isEmpty()) {
                    page.forEach(event -> events.add(described(event)));
                    page = journal.read(Cards.card(card), page.getLast().version(), PAGE);
                }
            }
        }
        return events;
    }

    private static String described(RecordedEvent event) {
        return event.stream().value() + " " + event.version();
    }

    private static List<String> effects(Statement statement, String handler) throws SQLException {
        List<String> effects = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery(
                        "SELECT stream, version FROM effects WHERE handler = '" + handler + "'")) {
            while (rows.next()) {
                effects.add(rows.getString(1) + " " + rows.getLong(2));
            }
        }
        return effects;
    }
}
