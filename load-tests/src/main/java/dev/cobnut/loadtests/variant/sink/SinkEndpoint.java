package dev.cobnut.loadtests.variant.sink;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/// The endpoint `POST /actuator/sink {"perSecond": 100}`; 0 is no limit.
@Endpoint(id = "sink")
public final class SinkEndpoint {

    private final Throttle throttle;

    SinkEndpoint(Throttle throttle) {
        this.throttle = throttle;
    }

    /// @param perSecond limit of events per second; 0 for no limit
    public record Sink(double perSecond) {}

    @ReadOperation
    public Sink sink() {
        return new Sink(throttle.perSecond());
    }

    @WriteOperation
    public Sink limit(double perSecond) {
        throttle.limit(perSecond);
        return sink();
    }
}
