package dev.cobnut.loadtests.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.RealService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers of the feed lose nothing when they fall, and when the service is killed. `./cobnut test`
/// runs some, and `./cobnut test --thorough` runs what the figures of docs/feed.md are of.
class FeedIT {

    private static final int READERS = TestRounds.of(40, 500);
    private static final int FOLLOWERS = TestRounds.of(2, 5);
    private static final int ORDERS_PER_SECOND = TestRounds.of(40, 500);
    private static final int FALLING = TestRounds.of(10, 50);
    private static final int IDLE = TestRounds.of(200, 5_000);
    private static final int SECONDS = TestRounds.of(3, 30);

    /// So few events do not fill the buffers of the kernel and of a reader that does not read.
    private static final int SILENT = TestRounds.of(0, 10);

    @TempDir Path folder;

    /// As docs/feed.md says for thousands of feeds.
    private static ServiceCommand command() throws IOException {
        ServiceCommand shipped = Needs.service();
        List<String> words = new ArrayList<>(shipped.words());
        words.add(words.indexOf("-jar"), "-Xmx1g");
        return new ServiceCommand(words, shipped.contract())
                .with("--cobnut.feed.connections-max=5600")
                .with("--server.tomcat.max-connections=7000");
    }

    @Test
    void everyReaderHasEveryVersionOnceAndInOrder() throws Exception {
        FeedRun.Report report =
                FeedRun.run(
                        new FeedRun.Settings(
                                command(),
                                folder,
                                READERS,
                                FOLLOWERS,
                                ORDERS_PER_SECOND,
                                FALLING,
                                SILENT,
                                IDLE,
                                Duration.ofSeconds(SECONDS),
                                RealService.READY_MAX));
        String figures =
                report.figures().entrySet().stream()
                        .map(figure -> figure.getKey() + ": " + figure.getValue())
                        .collect(Collectors.joining("\n"));
        Files.writeString(Path.of("target/feed-report.txt"), figures + "\n");

        assertThat(report.findings()).as(figures).isEmpty();
        assertThat(report.number("answers"))
                .as(figures)
                .isGreaterThan((long) ORDERS_PER_SECOND * SECONDS);
        assertThat(report.number("alone events")).as(figures).isPositive();
        assertThat(report.number("cut off")).as(figures).isGreaterThanOrEqualTo(SILENT);
        assertThat(report.number("connections"))
                .as("each connects again after the kill; %s", figures)
                .isGreaterThanOrEqualTo(2L * READERS + FALLING);
        assertThat(report.number("idle readers")).as(figures).isEqualTo(IDLE);
    }
}
