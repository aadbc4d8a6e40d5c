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

/// The actuator endpoint of the outbox, for operators.
///
/// ```text
/// GET  /actuator/outbox                        number of undelivered events; the parked ones with their reasons
/// POST /actuator/outbox           {"paused":true|false}   pauses or resumes the delivery
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

    /// Pauses or resumes the delivery on this member. Commands are accepted during a pause; their
    /// events wait.
    @WriteOperation
    public Listing pause(boolean paused) {
        if (paused) {
            delivery.pause();
        } else {
            delivery.resume();
        }
        return outbox();
    }

    /// Delivers a parked stream again.
    ///
    /// @throws TimeoutException when the publisher does not answer in time; the outcome is unknown
    ///   then
    @WriteOperation
    public Retried retry(@Selector String stream)
            throws InterruptedException, ExecutionException, TimeoutException {
        return new Retried(
                stream,
                delivery.retry(new StreamId(stream)).get(RETRY_SECONDS_MAX, TimeUnit.SECONDS));
    }

    /// @param undelivered number of committed events that are not delivered yet, in the map and in
    ///   the journal
    /// @param paused true while the delivery is paused
    /// @param parked the oldest parked events, at most [OutboxEndpoint#LISTED_MAX]
    public record Listing(long undelivered, boolean paused, List<Parked> parked) {}

    /// @param failure the reason why it is parked
    public record Parked(
            String stream,
            long version,
            String type,
            String eventId,
            int attempts,
            @Nullable String failure) {}

    /// @param events number of events that are delivered again, 0 when the stream was not parked
    public record Retried(String stream, int events) {}
}
