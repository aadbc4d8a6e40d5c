package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.load.LoadMark;
import dev.cobnut.loadtests.Shell;
import dev.cobnut.loadtests.containers.Prometheus.Region;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Loads mark a real Prometheus, and the dashboards' annotation query shows them there. That
/// Grafana draws the regions is not tested.
class LoadMarkIT {

    private static Stack stack;
    private static Prometheus prometheus;

    @BeforeAll
    static void start() throws Exception {
        Stack.needsServiceImage();
        Stack.needsPrometheus();
        stack = Stack.of("marks", null);
        stack.compose(Stack.START_MAX, "up", "-d", "--wait", "prometheus");
        prometheus = new Prometheus(stack.prometheus());
    }

    @AfterAll
    static void stop() throws Exception {
        if (prometheus != null) {
            prometheus.close();
        }
        if (stack != null) {
            stack.close();
        }
    }

    @Test
    void aLoadIsOneRegionFromItsStartToItsEnd() throws Exception {
        Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(600);
        List<Instant> now = new ArrayList<>(List.of(begin));
        InstantSource source = now::getLast;
        Clock clock = source.withZone(ZoneOffset.UTC);
        List<String> complaints = new ArrayList<>();
        Map<String, String> labels = Map.of("of", "a test", "simulation", "mixed", "rate", "200");

        try (LoadMark mark = LoadMark.begin(stack.prometheus(), labels, complaints::add, clock)) {
            for (int second = 1; second <= 400; second++) {
                now.add(begin.plusSeconds(second));
                mark.goesOn();
            }
        }

        assertThat(complaints).isEmpty();
        List<Expressions> annotations = Expressions.ofAnnotations();
        assertThat(annotations).hasSameSizeAs(Expressions.dashboards());
        for (Expressions annotation : annotations) {
            List<Region> regions =
                    prometheus.regions(
                            annotation.text() + "{of=\"a test\"}",
                            begin.minusSeconds(60),
                            begin.plusSeconds(599),
                            Duration.ofSeconds(1));
            assertThat(regions)
                    .as(annotation.where())
                    .containsExactly(new Region("mixed", "200", begin, begin.plusSeconds(400 - 1)));
        }
    }

    @Test
    void theLoadOfAContainerMarksItsMeasuredPart() throws Exception {
        Instant before = Instant.now();
        stack.compose(Stack.START_MAX, "build", "cobnut");
        stack.compose(Stack.START_MAX, "up", "-d", "--wait", "cobnut");

        Shell.Ended load =
                stack.shell()
                        .run(
                                Stack.START_MAX,
                                "./cobnut",
                                "load",
                                "--compose",
                                "--simulation",
                                "place",
                                "--rate",
                                "7",
                                "--warm-up",
                                "2s",
                                "--duration",
                                "6s");

        assertThat(load.code()).as(load.both()).isZero();
        assertThat(load.both()).doesNotContain("not marked");
        List<Region> regions =
                prometheus.regions(
                        "cobnut_load_window{of=\"load\"}",
                        before,
                        Instant.now(),
                        Duration.ofSeconds(1));
        assertThat(regions)
                .singleElement()
                .satisfies(region -> {
                    assertThat(region.simulation()).isEqualTo("place");
                    assertThat(region.rate()).isEqualTo("7");
                    assertThat(Duration.between(region.begin(), region.end()))
                            .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(15));
                });
    }
}
