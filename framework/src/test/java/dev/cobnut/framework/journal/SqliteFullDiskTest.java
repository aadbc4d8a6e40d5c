package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real file system that becomes full at the worst moment of a commit ([FillingDisk]).
class SqliteFullDiskTest {

    @TempDir Path folder;

    /// SQLite reported the commit as failed, the client was told that nothing was written, and
    /// after a crash the event was there.
    @Test
    void aCommitThatMayHaveHappenedIsNeverReportedAsNotWritten() throws Exception {
        assumeTrue(
                run("true").waitFor() == 0,
                "no small file system can be mounted here: it needs Linux with unshare and the right to mount");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Process program =
                run(
                        String.join(
                                " ",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                "'"
                                        + System.getProperty(
                                                "surefire.test.class.path",
                                                System.getProperty("java.class.path"))
                                        + "'",
                                FillingDisk.class.getName(),
                                folder.resolve("disk").toString(),
                                elsewhere.toString()));
        assertThat(program.waitFor(5, TimeUnit.MINUTES)).isTrue();
        Properties told = new Properties();
        try (var reader = Files.newBufferedReader(folder.resolve("out"))) {
            told.load(reader);
        }

        assertThat(told)
                .as(Files.readString(folder.resolve("out")))
                .containsEntry("answered", "Unknown")
                .containsEntry("shown", "false")
                .containsEntry("afterCrash", "true")
                .containsEntry("later", "Appended")
                .containsEntry("finally", "false");
    }

    /// Runs a command where `disk` is a file system of 48 MB.
    private Process run(String command) throws IOException {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        List<String> line =
                new ArrayList<>(
                        "root".equals(System.getProperty("user.name"))
                                ? List.of("unshare", "-m")
                                : List.of("unshare", "-rm"));
        line.addAll(
                List.of(
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=48m tmpfs " + disk + " && exec " + command));
        ProcessBuilder builder =
                new ProcessBuilder(line)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("out").toFile());
        return builder.start();
    }
}
