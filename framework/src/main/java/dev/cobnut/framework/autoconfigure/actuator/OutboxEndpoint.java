package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.event.StreamId;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/// The actuator endpoint of the outbox, for operators.
///
/// ```text
/// GET  /actuator/outbox                        number of undelivered events; parked streams with their reasons
/// POST /actuator/outbox           {"paused":true|false}   pauses or resumes the delivery
/// POST /actuator/outbox/{stream}               delivers a parked stream again
/// ```
@Endpoint(id = "outbox")
public final class OutboxEndpoint {

    /// Most parked streams that are listed.
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
                delivery.parked(LISTED_MAX).stream().map(ParkedRow::of).toList(),
                delivery.countParked());
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

    /// Delivers a parked stream again, whichever member owns it.
    ///
    /// @throws InvalidEndpointRequestException when the text cannot be the id of a stream, which is
    ///   answered 400
    /// @throws TimeoutException when the publisher does not answer in time; the outcome is unknown
    ///   then
    @WriteOperation
    public Retried retry(@Selector String stream)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!StreamId.isValid(stream)) {
            throw new InvalidEndpointRequestException(
                    "'" + stream + "' is not the id of a stream", "not the id of a stream");
        }
        return new Retried(
                stream,
                delivery.retry(new StreamId(stream)).get(RETRY_SECONDS_MAX, TimeUnit.SECONDS));
    }

    /// @param undelivered number of committed events that are not delivered yet, in the map and in
    ///   the journal
    /// @param paused true while the delivery is paused
    /// @param parked the oldest parked streams of all members, at most [OutboxEndpoint#LISTED_MAX]
    /// @param parkedStreams number of parked streams of all members
    public record Listing(
            long undelivered, boolean paused, List<ParkedRow> parked, long parkedStreams) {}

    /// @param events number of events that are delivered again, 0 when the stream was not parked
    public record Retried(String stream, long events) {}
}
