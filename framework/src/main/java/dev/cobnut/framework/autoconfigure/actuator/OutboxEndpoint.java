package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.event.StreamId;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/// The operator's door to the outbox.
///
/// ```text
/// GET  /actuator/outbox                        what waits, what is parked and why
/// POST /actuator/outbox           {"paused":true|false}   holds the delivery back, or lets it go on
/// POST /actuator/outbox/{stream}               delivers a parked stream again
/// ```
@Endpoint(id = "outbox")
public final class OutboxEndpoint {

    /// Most parked events that are listed.
    static final int LISTED_MAX = 100;

    private static final long RETRY_SECONDS_MAX = 10;

    private final DeliveryRuntime delivery;

    OutboxEndpoint(DeliveryRuntime delivery) {
        this.delivery = delivery;
    }

    @ReadOperation
    public Listing outbox() {
        return new Listing(
                delivery.undelivered(),
                delivery.isPaused(),
                delivery.parked(LISTED_MAX).stream()
                        .map(entry ->
                                new Parked(
                                        entry.event().stream().value(),
                                        entry.event().version(),
                                        entry.event().type(),
                                        entry.event().id().toString(),
                                        entry.attempts(),
                                        entry.failure()))
                        .toList());
    }

    /// Holds the delivery on this member back, or lets it go on. Commands are accepted all the
    /// while; their events wait.
    @WriteOperation
    public Listing pause(boolean paused) {
        if (paused) {
            delivery.pause();
        } else {
            delivery.resume();
        }
        return outbox();
    }

    /// @throws TimeoutException when the publisher does not answer; nothing is known to have
    ///   changed
    @WriteOperation
    public Retried retry(@Selector String stream)
            throws InterruptedException, ExecutionException, TimeoutException {
        return new Retried(
                stream,
                delivery.retry(new StreamId(stream)).get(RETRY_SECONDS_MAX, TimeUnit.SECONDS));
    }

    /// @param undelivered committed events that are not delivered yet, in the map and in the
    ///   journal
    /// @param paused whether the delivery is held back
    /// @param parked the oldest parked events, at most [OutboxEndpoint#LISTED_MAX]
    public record Listing(long undelivered, boolean paused, List<Parked> parked) {}

    /// @param failure why it was parked
    public record Parked(
            String stream,
            long version,
            String type,
            String eventId,
            int attempts,
            @Nullable String failure) {}

    /// @param events that are delivered again, 0 when nothing of the stream was parked
    public record Retried(String stream, int events) {}
}
