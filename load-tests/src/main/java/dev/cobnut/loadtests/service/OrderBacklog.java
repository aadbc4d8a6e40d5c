package dev.cobnut.loadtests.service;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.http.RequestTemplate;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// Builds a backlog of events that wait for delivery.
///
/// It consists of placements with one event each, which the service takes as fast as it can. The
/// generator is the one that uses little CPU, because this load is not measured.
final class OrderBacklog {

    private static final int CONNECTIONS = 16;

    /// The last placements are sent at this rate per second, so that their number is exact.
    private static final int COUNTED = 200;

    /// Share of the missing events that one chunk sends. The rate may more than double from one
    /// chunk to the next.
    private static final double FILL_SHARE = 0.4;

    private static final long CHUNK_MS_MIN = 20;
    private static final long CHUNK_MS_MAX = 1_000;

    /// A service that takes fewer placements per second than this is considered stuck.
    private static final int FILL_PER_SECOND_MIN = 50;

    private static final Duration LEAST_MAX = Duration.ofMinutes(1);

    private final ServiceProcess service;
    private final OutboxDelivery delivery;

    OrderBacklog(ServiceProcess service, OutboxDelivery delivery) {
        this.service = service;
        this.delivery = delivery;
    }

    /// Holds the delivery and places orders until this number of events wait. The delivery stays
    /// held.
    ///
    /// @param name unique in the run; part of the idempotency keys
    void fill(long events, String name) throws IOException, InterruptedException {
        delivery.hold();
        RequestTemplate placement =
                RequestTemplate.post(
                        "/orders",
                        Map.of(
                                "Idempotency-Key",
                                "backlog-" + name + "-" + RequestTemplate.COUNTER),
                        OrderBodies.placement("backlog", "backlog"));
        Duration max = LEAST_MAX.plusSeconds(events / FILL_PER_SECOND_MIN);
        long deadline = System.nanoTime() + max.toNanos();
        double perSecond = 0;
        try (LoadGenerator generator = new LoadGenerator(service.address(), CONNECTIONS, 1)) {
            for (long missing = missing(events); missing > 0; missing = missing(events)) {
                if (System.nanoTime() > deadline) {
                    throw new IOException(
                            "The backlog of %d events was not there after %d s: %d are missing."
                                    .formatted(events, max.toSeconds(), missing));
                }
                LoadResult sent =
                        missing > COUNTED
                                ? generator.closedLoop(placement, chunk(missing, perSecond))
                                : generator.openLoop(
                                        placement,
                                        COUNTED,
                                        Duration.ofNanos((long) ((missing + 0.5) / COUNTED * 1e9)));
                perSecond = sent.succeededPerSecond();
            }
        }
    }

    private long missing(long events) throws IOException, InterruptedException {
        return events - delivery.undelivered();
    }

    /// Length of the next chunk. At the last rate it sends less than the missing events.
    private static Duration chunk(long missing, double perSecond) {
        double seconds = perSecond > 0 ? FILL_SHARE * missing / perSecond : 0;
        return Duration.ofMillis(Math.clamp((long) (1e3 * seconds), CHUNK_MS_MIN, CHUNK_MS_MAX));
    }
}
