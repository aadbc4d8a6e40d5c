package dev.cobnut.framework.sqltable;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process with a table in SQL that is killed again and again while events arrive and the table
/// is rebuilt. H2 runs as a server, which outlives the process.
class SqlTableCrashTest {

    private static final int KILLS = TestRounds.of(5, 20);
    private static final int PAGES_MAX = 120;

    @TempDir Path folder;

    private Server server;

    @BeforeEach
    void startServer() throws SQLException {
        server =
                Server.createTcpServer(
                                "-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                        .start();
    }

    @AfterEach
    void stopServer() {
        server.stop();
    }

    private String application() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./application";
    }

    @Test
    void killsLoseNoEventAndApplyNoneTwice() throws Exception {
        Random random = new Random(20_261_124);
        for (int kill = 0; kill < KILLS; kill++) {
            killAfter(1 + random.nextInt(PAGES_MAX));
        }
        String table = handleTheRest();
        long events;
        try (Journal journal = KilledSqlTable.open(folder.resolve("data"))) {
            journal.start(GroupListener.completing());
            events = journal.lastPosition();
        }
        assertThat(events).isGreaterThan(KILLS);
        assertThat(ask("SELECT count(*) FROM " + table)).isEqualTo(events);
        assertThat(ask("SELECT count(DISTINCT position) FROM " + table)).isEqualTo(events);
        assertThat(ask("SELECT count(*) FROM cobnut_sql_parked")).isZero();
    }

    private void killAfter(int pages) throws Exception {
        Process process = start(true);
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (int applied = 0; applied < pages; ) {
                String line = lines.readLine();
                assertThat(line).as("the process ended by itself").isNotNull();
                applied += line.startsWith(KilledSqlTable.APPLIED) ? 1 : 0;
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    /// @return the table that is read at the end
    private String handleTheRest() throws Exception {
        Process last = start(false);
        try (BufferedReader lines = last.inputReader(StandardCharsets.UTF_8)) {
            String table =
                    lines.lines()
                            .filter(line -> line.startsWith(KilledSqlTable.READ))
                            .findFirst()
                            .orElseThrow()
                            .substring(KilledSqlTable.READ.length());
            assertThat(last.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(last.exitValue()).isZero();
            return table;
        } finally {
            last.destroyForcibly();
        }
    }

    private Process start(boolean appends) throws IOException {
        Process process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "--enable-native-access=ALL-UNNAMED",
                                        "-XX:TieredStopAtLevel=1",
                                        "-Xmx128m",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        KilledSqlTable.class.getName(),
                                        Boolean.toString(appends),
                                        application(),
                                        folder.resolve("data").toString()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        // A process that hangs ends, and with it the test that reads its lines.
        CompletableFuture.delayedExecutor(5, TimeUnit.MINUTES).execute(process::destroyForcibly);
        return process;
    }

    private long ask(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(application());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
