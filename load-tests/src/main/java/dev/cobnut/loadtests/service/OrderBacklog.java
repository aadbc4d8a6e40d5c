package dev.cobnut.loadtests.service;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.http.RequestTemplate;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// Makes events wait for their delivery.
///
/// A backlog is made of placements, one event each, as fast as the service takes them: the
/// generator is the cheap one, for what is sent here is not measured.
final class OrderBacklog {

    private static final int CONNECTIONS = 16;

    /// The last ones are sent at a rate per second, because that counts them.
    private static final int COUNTED = 200;

    /// Of what is missing: the rate may more than double from one chunk to the next.
    private static final double FILL_SHARE = 0.4;

    private static final long CHUNK_MS_MIN = 20;
    private static final long CHUNK_MS_MAX = 1_000;

    /// A service that takes fewer placements than this is not filled but stuck.
    private static final int FILL_PER_SECOND_MIN = 50;

    private static final Duration LEAST_MAX = Duration.ofMinutes(1);

    private final ServiceProcess service;
    private final OutboxDelivery delivery;

    OrderBacklog(ServiceProcess service, OutboxDelivery delivery) {
        this.service = service;
        this.delivery = delivery;
    }

    /// Holds the delivery and places orders until so many events wait; it stays held.
    ///
    /// @param name unique in the run, part of the idempotency keys
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

    /// Always less than what is missing, at the last rate.
    private static Duration chunk(long missing, double perSecond) {
        double seconds = perSecond > 0 ? FILL_SHARE * missing / perSecond : 0;
        return Duration.ofMillis(Math.clamp((long) (1e3 * seconds), CHUNK_MS_MIN, CHUNK_MS_MAX));
    }
}
