package dev.cobnut.framework.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Handlers of a process that is killed again and again while events arrive.
class HandlerCrashTest {

    private static final int KILLS = 20;
    private static final int HANDLED_MAX = 300;
    private static final int PAGE = 1_000;
    private static final long SEED = 20_261_123;

    @TempDir Path folder;

    @Test
    void killsLoseNoEventAndWithTheHelperEachEffectIsThereOnce() throws Exception {
        Random random = new Random(SEED);
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = start(-1);
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                int handled = 0;
                int enough = 1 + random.nextInt(HANDLED_MAX);
                while (handled < enough) {
                    assertThat(lines.readLine()).as("the process ended by itself").isNotNull();
                    handled++;
                }
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        Process last = start(0);
        try (BufferedReader lines = last.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.lines().count()).as("what was left to handle").isNotNegative();
            assertThat(last.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(last.exitValue()).isZero();
        } finally {
            last.destroyForcibly();
        }

        List<String> events = events();
        assertThat(events).hasSizeGreaterThan(KILLS);
        assertThat(effects(KilledHandlers.ONCE)).containsExactlyInAnyOrderElementsOf(events);
        List<String> byItself = effects(KilledHandlers.BY_ITSELF);
        assertThat(new HashSet<>(byItself)).containsExactlyInAnyOrderElementsOf(events);
        assertThat(byItself.size())
                .as("effects that came twice without the helper, so that the kills were seen")
                .isGreaterThan(events.size());
    }

    private Process start(int events) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledHandlers.class.getName(),
                        folder.toString(),
                        Integer.toString(events))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private List<String> events() {
        List<String> events = new ArrayList<>();
        try (Journal journal =
                SqliteJournal.open(
                        SqliteSettings.in(folder.resolve("data")), InstantSource.system())) {
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

    private List<String> effects(String handler) throws SQLException {
        List<String> effects = new ArrayList<>();
        try (Connection connection = KilledHandlers.application(folder);
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT stream, version FROM effects WHERE handler = '"
                                        + handler
                                        + "'")) {
            while (rows.next()) {
                effects.add(rows.getString(1) + " " + rows.getLong(2));
            }
        }
        return effects;
    }
}
