package dev.cobnut.loadtests.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cobnut.lab.capture.Engine;
import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.capture.ProfilerClient;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.http.RequestTemplate;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Profiles the order service under load through its endpoint.
class ProfilerClientIT {

    private static final Duration READY_MAX = RealService.READY_MAX;
    private static final SessionPlan.Capture INTERVALS =
            new SessionPlan.Capture(
                    Duration.ofMillis(5), 512 * 1024, Duration.ofMillis(50), Duration.ofMillis(1));

    private static final int CONNECTIONS = 8;

    /// A client has its answer before the request's thread has counted it. So each end of a
    /// recording may cut off what one request per connection has left to do.
    private static final Offset<Long> BEING_FINISHED = within((long) CONNECTIONS);

    @TempDir Path folder;

    @Test
    void theRecordingHasASpanForEachRequestThatTheServiceAnswered()
            throws IOException, InterruptedException {
        RequestTemplate place =
                RequestTemplate.post("/orders", Map.of(), OrderBodies.placement("c-{n}", "Ada"));
        try (ServiceProcess service =
                        ServiceProcess.start(
                                RealService.command().with("--cobnut.profiling.enabled=true"),
                                folder.resolve("data"),
                                folder.resolve("service.log"),
                                READY_MAX);
                LoadGenerator generator = new LoadGenerator(service.address(), CONNECTIONS, 1)) {
            generator.openLoop(place, 50, Duration.ofSeconds(2));
            ProfilerClient client = new ProfilerClient(service.uri());
            client.begin(INTERVALS, EnumSet.allOf(ProfileEvent.class), Engine.CPU);
            assertThat(client.isRunning()).isTrue();
            LoadResult load = generator.openLoop(place, 100, Duration.ofSeconds(5));
            Path file = folder.resolve("recording.jfr");
            ProfileRecorder.Taken stopped = client.end(file);

            ProfileRecording recording = ProfileRecording.read(file, "01-A");
            assertThat(stopped.endedBy()).isEqualTo("request");
            assertThat(stopped.seconds()).isBetween(5.0, 60.0);
            assertThat(load.succeeded()).isEqualTo(500);
            assertThat(stopped.requests()).isCloseTo(500L, BEING_FINISHED);
            assertThat(recording.spans())
                    .filteredOn(span -> span.tag().equals("POST /orders"))
                    .singleElement()
                    .extracting(Window.Span::count, InstanceOfAssertFactories.LONG)
                    .isCloseTo(500L, BEING_FINISHED);
            assertThat(recording.spans())
                    .extracting(Window.Span::tag)
                    .contains("journal commit", "outbox poll", "pipeline project");
            assertThat(recording.profiles(stopped.cores()))
                    .hasSize(ProfileEvent.values().length)
                    .filteredOn(profile -> profile.event() == ProfileEvent.CPU)
                    .allSatisfy(cpu -> {
                        assertThat(cpu.engine()).isIn("perf_events", "ctimer");
                        assertThat(cpu.coverage()).isBetween(0.3, 1.3);
                        assertThat(cpu.samples()).isPositive();
                    });
        }
    }
}
