package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.feed.FeedObserver;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.waits.RequestWaits;
import org.jspecify.annotations.Nullable;

/// Puts spans around parts of a node. There is no bean of this type while tracing is off.
public interface Tracing {

    /// The gateway with a span for each command that is sampled.
    <S, C> CommandGateway<S, C> traced(CommandGateway<S, C> gateway);

    /// The handler with a span for each event that is sampled.
    EventHandler traced(EventHandler handler);

    /// Makes spans of deliveries, then calls the next observer with their trace as the current one.
    DeliveryObserver before(DeliveryObserver next);

    /// Makes a span of the way of an event to the clients of the live feed, then calls the next
    /// observer with its trace as the current one.
    FeedObserver before(FeedObserver next);

    /// The id of the trace that this thread works for, sampled or not; null for none.
    @Nullable String traceId();

    /// The context of the span that this thread works for; null when it is not sampled.
    @Nullable String traceparent();

    /// Does work of this thread's span: what it waits for becomes spans below it.
    <T extends @Nullable Object, X extends Exception> T waiting(RequestWaits.Waiting<T, X> work)
            throws X;

    /// True when a trace context says that its trace is sampled: the last bit of the last field.
    ///
    /// @param traceparent see [dev.cobnut.framework.event.EventMetadata]
    static boolean isSampled(@Nullable String traceparent) {
        return traceparent != null
                && traceparent.length() == TraceParents.LENGTH
                && (Character.digit(traceparent.charAt(TraceParents.LENGTH - 1), 16) & 1) == 1;
    }
}
