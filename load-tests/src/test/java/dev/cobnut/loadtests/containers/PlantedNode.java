package dev.cobnut.loadtests.containers;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A node for planted faults. Its journal is on a small disk of its own, has a limit of size, and
/// begins with an event of an hour ago that this version cannot read.
final class PlantedNode {

    /// A stream whose only event a later version wrote.
    static final String UNREADABLE_ORDER = "01a1f874-3e4b-7000-9f10-2b7d3c9e4a55";

    private static final int LATER_SCHEMA = 99;

    static final int IN_FLIGHT_MAX = 4;
    static final int OUTBOX_MAX = 50;

    private static final int DISK_MB = 64;
    private static final long FILE_BYTES_MAX = 10L << 20;
    private static final int ANSWER_SECONDS_MAX = 120;

    private PlantedNode() {}

    /// @return a compose file that is merged into the project's own
    static Path write(Path folder) throws Exception {
        Path seed = Files.createDirectories(folder.resolve("seed"));
        seed(seed);
        open(folder);
        open(seed);
        Path prometheus = hurriedPrometheus(folder);
        return Files.writeString(
                folder.resolve("planted.yml"),
                """
                services:
                  cobnut:
                    entrypoint: ["bash", "-c", "cp /seed/journal.db /data/ && exec /opt/cobnut/start"]
                    environment:
                      COBNUT_HTTP_INFLIGHTMAX: "%d"
                      COBNUT_OUTBOX_ENTRIESMAX: "%d"
                      COBNUT_OUTBOX_ATTEMPTSMAX: "3"
                    volumes: !override ["%s:/seed:ro"]
                    tmpfs: ["/data:size=%dm,uid=10001,gid=10001,mode=0750"]
                    ulimits: {fsize: {soft: %d, hard: %d}}
                  prometheus:
                    volumes: !override
                      - "%s:/etc/prometheus:ro"
                      - "%s:/shipped:ro"
                      - metrics:/prometheus
                """
                        .formatted(
                                IN_FLIGHT_MAX,
                                OUTBOX_MAX,
                                seed,
                                DISK_MB,
                                FILE_BYTES_MAX,
                                FILE_BYTES_MAX,
                                prometheus,
                                shipped()));
    }

    private static Path shipped() {
        return ServiceCommand.home().resolve("docker/prometheus");
    }

    /// The configuration and the rules that are shipped, with scrapes once a second and without
    /// `for:`, in a folder that containers may read.
    static Path hurriedPrometheus(Path parent) throws IOException {
        open(parent);
        Path folder = Files.createDirectories(parent.resolve("prometheus"));
        open(folder);
        Files.writeString(
                folder.resolve("prometheus.yml"),
                Files.readString(shipped().resolve("prometheus.yml"))
                        .replaceAll(
                                "(scrape_interval|scrape_timeout|evaluation_interval): \\d+s",
                                "$1: 1s")
                        .replaceAll("refresh_interval: \\d+s", "refresh_interval: 1s"));
        Files.writeString(
                folder.resolve("alerts.yml"),
                Files.readString(shipped().resolve("alerts.yml"))
                        .replaceAll("for: \\d+[sm]", "for: 0s"));
        return folder;
    }

    private static void open(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void seed(Path folder) throws Exception {
        Instant anHourAgo = Instant.now().minus(Duration.ofHours(1));
        SqliteSettings settings = new SqliteSettings(folder, 16, 1, 1, 4_000, 32_000);
        AppendRequest request =
                AppendRequest.of(
                        StreamId.of("order", UNREADABLE_ORDER),
                        ExpectedVersion.of(0),
                        List.of(
                                new NewEvent(
                                        UUID.randomUUID(),
                                        "OrderPlaced",
                                        LATER_SCHEMA,
                                        Payload.of("{}".getBytes(StandardCharsets.UTF_8)),
                                        EventMetadata.at(anHourAgo))),
                        null);
        try (SqliteJournal journal = SqliteJournal.open(settings, () -> anHourAgo)) {
            journal.start(GroupListener.completing());
            journal.append(request);
            AppendResult result = request.result().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            if (!(result instanceof AppendResult.Appended)) {
                throw new IllegalStateException("the seed was not written: " + result);
            }
        }
        Files.setPosixFilePermissions(
                folder.resolve("journal.db"), PosixFilePermissions.fromString("rw-r--r--"));
    }
}
