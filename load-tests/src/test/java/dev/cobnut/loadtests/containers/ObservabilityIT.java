package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.loadtests.orders.OrdersClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// Evaluates the dashboards' expressions and the alert rules in a real Prometheus that scrapes the
/// service in its container, with a fault for each alert.
///
/// The rules are the published ones with a shorter `for:`. Prometheus scrapes once per second.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ObservabilityIT {

    /// From a fault to its alert: a scrape, an evaluation, and what the fault itself needs.
    private static final Duration ALERT_MAX = Duration.ofMinutes(5);

    @TempDir static Path folder;

    private static Stack stack;
    private static Prometheus prometheus;
    private static OrdersClient client;
    private static Faults faults;

    @BeforeAll
    static void start() throws Exception {
        Stack.needsServiceImage();
        Stack.needsPrometheus();
        stack = Stack.of("observability", PlantedNode.write(folder));
        stack.compose(Stack.START_MAX, "build", "cobnut");
        stack.compose(Stack.START_MAX, "up", "-d", "--wait", "cobnut", "prometheus");
        prometheus = new Prometheus(stack.prometheus());
        client = stack.client();
        faults = new Faults(stack, client);
    }

    @AfterAll
    static void stop() throws Exception {
        if (client != null) {
            client.close();
            prometheus.close();
        }
        if (stack != null) {
            stack.close();
        }
    }

    @Test
    @Order(1)
    void thePrometheusConfigurationIsValidAndFindsTheNode() throws Exception {
        stack.compose(
                Stack.COMMAND_MAX,
                "exec",
                "-T",
                "prometheus",
                "promtool",
                "check",
                "config",
                "/shipped/prometheus.yml");
        await().atMost(ALERT_MAX)
                .until(() -> prometheus.values("up{job=\"cobnut\"} == 1").size() == 1);
    }

    @Test
    @Order(2)
    void nothingFiresButWhatTheNodeStartedWith() throws Exception {
        faults.ordinaryTraffic();

        fires("CobnutStreamParked", "CobnutOutboxOld");

        // A slow machine fires CobnutSlow without a fault.
        assertThat(prometheus.firingWhenScraped())
                .filteredOn(alert -> !alert.equals("CobnutSlow"))
                .containsExactlyInAnyOrder("CobnutStreamParked", "CobnutOutboxOld");
    }

    @Test
    @Order(3)
    void everyAlertFiresOnItsFaultWhileTheNodeRuns() throws Exception {
        faults.heal();
        faults.commandOnAnUnreadableStream();
        fires("CobnutCommandFailed");

        faults.moreRequestsThanMayBeAtOnce();
        fires("CobnutRequestsRefused");

        faults.deliveryIsHeldBack();
        fires("CobnutOutboxOverflows");
        faults.deliveryGoesOn();

        faults.diskIsFull();
        fires("CobnutJournalClosed", "CobnutErrors");
        faults.diskHasSpace();
        await().atMost(ALERT_MAX).until(() -> !prometheus.firing().contains("CobnutJournalClosed"));
    }

    @Test
    @Order(4)
    void everyExpressionOfTheDashboardsReturnsData() throws Exception {
        faults.heal();
        faults.commandOnAnUnreadableStream();
        faults.moreRequestsThanMayBeAtOnce();
        faults.keepOn();
        List<Expressions> expressions = Expressions.ofDashboards();
        assertThat(expressions).hasSizeGreaterThan(60);
        Set<String> known = prometheus.metricNames();
        for (Expressions expression : expressions) {
            assertThat(expression.metrics()).as(expression.where()).isNotEmpty();
            assertThat(known).as(expression.where()).containsAll(expression.metrics());
        }
        await().atMost(ALERT_MAX)
                .untilAsserted(() -> {
                    faults.ordinaryTraffic();
                    assertThat(withoutData(expressions)).isEmpty();
                });
    }

    @Test
    @Order(5)
    void everyAlertFiresOnItsFaultThatTakesTheNodeAway() throws Exception {
        faults.heal();
        faults.processorIsTaken();
        fires("CobnutSlow");
        faults.processorIsBack();

        faults.diskFails();
        fires("CobnutOutcomeUnknown");

        faults.processIsKilledAndStartedAgain();
        await().atMost(ALERT_MAX).until(() -> starts() == 1);
        faults.processIsKilledAndStartedAgain();
        fires("CobnutRestarts");

        faults.processHangs();
        fires("CobnutDown", "CobnutNodeDown");
    }

    private static void fires(String... alerts) {
        await().atMost(ALERT_MAX)
                .untilAsserted(() -> {
                    faults.keepOn();
                    assertThat(prometheus.firing()).contains(alerts);
                });
    }

    private static double starts() throws Exception {
        List<Double> changes =
                prometheus.values("changes(process_start_time_seconds{job=\"cobnut\"}[15m])");
        return changes.isEmpty() ? 0 : changes.getFirst();
    }

    private static List<String> withoutData(List<Expressions> expressions) throws Exception {
        List<String> without = new ArrayList<>();
        for (Expressions expression : expressions) {
            if (prometheus.values(expression.text()).isEmpty()) {
                without.add(expression.where() + ": " + expression.text());
            }
        }
        return without;
    }
}
