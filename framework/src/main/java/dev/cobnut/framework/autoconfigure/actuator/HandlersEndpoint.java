package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.Handlers;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/// The actuator endpoint of the event handlers, for operators.
///
/// ```text
/// GET  /actuator/handlers                      every handler: how far it is, parked streams with their reasons
/// POST /actuator/handlers/{handler}            tries all parked streams of a handler again
/// POST /actuator/handlers/{handler}/{stream}   tries one parked stream again
/// ```
@Endpoint(id = "handlers")
public final class HandlersEndpoint {

    /// Most parked streams that are listed of each handler.
    static final int LISTED_MAX = 100;

    private final Handlers handlers;
    private final InstantSource clock;

    HandlersEndpoint(Handlers handlers, InstantSource clock) {
        this.handlers = handlers;
        this.clock = clock;
    }

    @ReadOperation
    public Listing handlers() {
        return new Listing(handlers.statuses().stream().map(this::handler).toList());
    }

    private Handler handler(HandlerStatus status) {
        return new Handler(
                status.name(),
                status.position(),
                status.behind(),
                status.runsHere(),
                waiting(status.waiting()),
                status.parked(),
                handlers.parked(status.name(), LISTED_MAX).stream().map(ParkedRow::of).toList());
    }

    private @Nullable Waiting waiting(HandlerStatus.@Nullable Waiting waiting) {
        return waiting == null
                ? null
                : new Waiting(
                        waiting.reason(),
                        clock.instant().plus(waiting.left()).truncatedTo(ChronoUnit.MILLIS));
    }

    /// Tries all parked streams of a handler again, whichever member runs the handler. Streams that
    /// fail again are parked again.
    ///
    /// @throws InvalidEndpointRequestException when there is no such handler, which is answered 400
    @WriteOperation
    public RetriedAll retryAll(@Selector String handler) {
        requireKnown(handler);
        return new RetriedAll(handler, handlers.retryAll(handler));
    }

    /// Tries a parked stream of a handler again, whichever member runs the handler.
    ///
    /// @throws InvalidEndpointRequestException when there is no such handler, or the text cannot be
    ///   the id of a stream, which is answered 400
    @WriteOperation
    public Retried retry(@Selector String handler, @Selector String stream) {
        requireKnown(handler);
        if (!StreamId.isValid(stream)) {
            throw new InvalidEndpointRequestException(
                    "'" + stream + "' is not the id of a stream", "not the id of a stream");
        }
        return new Retried(handler, stream, handlers.retry(handler, new StreamId(stream)));
    }

    private void requireKnown(String handler) {
        if (!handlers.names().contains(handler)) {
            throw new InvalidEndpointRequestException(
                    "'" + handler + "' is not the name of a handler", "not the name of a handler");
        }
    }

    /// @param handlers in the order of their beans
    public record Listing(List<Handler> handlers) {}

    /// @param position everything through it is handled or parked
    /// @param behind number of the journal's events after it
    /// @param runsHere true when this member runs it
    /// @param waiting why and until when it waits, for a pause that it asked for; null when it does
    ///   not, or another member runs it
    /// @param parked the oldest parked streams, at most [HandlersEndpoint#LISTED_MAX]
    public record Handler(
            String name,
            long position,
            long behind,
            boolean runsHere,
            @Nullable Waiting waiting,
            long parkedStreams,
            List<ParkedRow> parked) {}

    /// @param until when the next attempt begins, or now while it runs
    public record Waiting(String reason, Instant until) {}

    /// @param streams number of streams that are tried again, 0 when none was parked
    public record RetriedAll(String handler, int streams) {}

    /// @param retried true when the stream is tried again, false when it was not parked
    public record Retried(String handler, String stream, boolean retried) {}
}
