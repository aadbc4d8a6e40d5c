package dev.cobnut.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.cobnut.lab.measurement.Window;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceCountersTest {

    private static final CounterNames NAMES =
            new CounterNames(
                    "the order service",
                    "/orders",
                    "outbox_delivered",
                    "outbox_pending",
                    "outbox_poll_seconds",
                    "outbox_poll_empty",
                    "cobnut_view_lag_seconds");

    /// Lines of a real metrics page.
    private static final String PAGE =
            """
            # HELP http_server_requests_seconds
            http_server_requests_seconds_count{error="none",method="GET",outcome="SUCCESS",status="200",uri="/actuator/prometheus"} 9
            http_server_requests_seconds_count{error="none",method="GET",outcome="SUCCESS",status="200",uri="/orders/{id}"} 30
            http_server_requests_seconds_count{error="none",method="POST",outcome="SUCCESS",status="201",uri="/orders"} %d
            http_server_requests_seconds_count{error="none",method="PUT",outcome="CLIENT_ERROR",status="412",uri="/orders/{id}/lines"} 2
            http_server_requests_seconds_sum{error="none",method="POST",outcome="SUCCESS",status="201",uri="/orders"} 0.37
            jvm_gc_pause_seconds_count{action="end of minor GC",cause="Allocation Failure",gc="PS Scavenge"} 3
            jvm_gc_pause_seconds_count{action="end of major GC",cause="Ergonomics",gc="PS MarkSweep"} 1
            jvm_gc_pause_seconds_sum{action="end of minor GC",cause="Allocation Failure",gc="PS Scavenge"} 0.09
            jvm_gc_pause_seconds_sum{action="end of major GC",cause="Ergonomics",gc="PS MarkSweep"} 0.25
            outbox_delivered_total %d
            outbox_pending 4.0
            outbox_poll_empty_total 7.0
            outbox_poll_seconds{quantile="0.99"} 0.03
            outbox_poll_seconds_count 20
            process_cpu_time_ns_total 1.43E10
            cobnut_view_lag_seconds{quantile="0.5"} 0.001
            cobnut_view_lag_seconds{quantile="0.99"} 0.0125
            """;

    private static final String BUCKETS =
            """
            cobnut_view_lag_seconds_bucket{application="orders",le="0.005"} %d
            cobnut_view_lag_seconds_bucket{application="orders",le="0.01"} %d
            cobnut_view_lag_seconds_bucket{application="orders",le="2.5"} %d
            cobnut_view_lag_seconds_bucket{application="orders",le="+Inf"} %d
            """;

    private String page = "";
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/actuator/prometheus",
                exchange -> {
                    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, bytes.length);
                    try (exchange) {
                        exchange.getResponseBody().write(bytes);
                    }
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void requestsAreThoseOfTheNamedPathsAndGarbageCollectionsAreSummed() throws IOException {
        page = PAGE.formatted(10, 100);

        ServiceCounters counters = ServiceCounters.read(uri(), NAMES);

        assertThat(counters.requests()).isEqualTo(42);
        assertThat(counters.answersByStatus())
                .containsOnly(Map.entry("200", 30L), Map.entry("201", 10L), Map.entry("412", 2L));
        assertThat(counters.cpuSeconds()).isEqualTo(14.3);
        assertThat(counters.gcCount()).isEqualTo(4);
        assertThat(counters.gcSeconds()).isCloseTo(0.34, within(1e-9));
        assertThat(counters.polls()).isEqualTo(20);
        assertThat(counters.emptyPolls()).isEqualTo(7);
        assertThat(counters.pending()).isEqualTo(4);
        assertThat(counters.viewLagP99Ms()).isEqualTo(12.5);
    }

    @Test
    void aWindowIsTheDifferenceOfTwoScrapes() throws IOException {
        page = PAGE.formatted(10, 100);
        ServiceCounters before = ServiceCounters.read(uri(), NAMES);
        page = PAGE.formatted(60, 400);
        ServiceCounters after = ServiceCounters.read(uri(), NAMES);

        Window.Service window = after.since(before);

        assertThat(window)
                .isEqualTo(new Window.Service(50, 300, 0, 0, 0, 0, 0, 4, 4, 12.5, null, null));
    }

    /// The warm-up has 90 lags of 2 s, the window 100 of at most 10 ms.
    @Test
    void theLagOfAWindowIsTheDifferenceOfTheBucketsWithoutTheWarmUp() throws IOException {
        page = PAGE.formatted(10, 100) + BUCKETS.formatted(0, 0, 90, 90);
        ServiceCounters before = ServiceCounters.read(uri(), NAMES);
        page = PAGE.formatted(60, 400) + BUCKETS.formatted(50, 100, 190, 190);
        ServiceCounters after = ServiceCounters.read(uri(), NAMES);

        Window.Service window = after.since(before);

        assertThat(after.viewLagP99Ms()).isGreaterThan(1_000);
        assertThat(window.viewLagP99Ms()).isCloseTo(9.9, within(1e-9));
        assertThat(window.viewLag()).isNotNull();
    }

    @Test
    void theRequestsOfAnyServiceAreOneCounterOverAllItsLabels() throws IOException {
        page =
                """
                http_requests_total{path="/a"} 3
                http_requests_total{path="/b"} 4
                http_requests_total_created 99
                """;
        URI address = uri().resolve("/actuator/prometheus");

        assertThat(ServiceCounters.requests(address, "http_requests_total")).isEqualTo(7);
        assertThatThrownBy(() -> ServiceCounters.requests(address, "requests"))
                .hasMessage(address + " has no counter requests.");
    }

    @Test
    void aTargetWithoutTheCountersIsNotTheService() {
        page = "jvm_info 1\n";

        assertThatThrownBy(() -> ServiceCounters.read(uri(), NAMES))
                .hasMessageContaining("has no counter outbox_")
                .hasMessageEndingWith("it is not the order service.");
    }

    @Test
    void aMissingServiceIsOneSentence() {
        server.stop(0);

        assertThatThrownBy(() -> ServiceCounters.read(uri(), NAMES))
                .hasMessageStartingWith("The counters of the service cannot be read at http");
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }
}
