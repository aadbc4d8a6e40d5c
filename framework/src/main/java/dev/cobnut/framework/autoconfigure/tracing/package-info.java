/// Traces, when `cobnut.tracing.enabled` is true: spans of commands, of what they wait for, of
/// deliveries, of the live feed and of handlers.
///
/// ```text
/// http post /orders                   Spring, for each sampled request
///   command PlaceOrder                TracedGateway; its context is stored with the events
///     commit of an earlier group      WaitSpans, from times that are measured anyway (RequestWaits)
///     group commit
///     write to the maps
///     delivery OrderPlaced            TracedDelivery, later: from the commit until the views have it
///       projection
///     feed OrderPlaced              TracedFeed, later: from the commit until the first client has it
///     handle unpaid-orders            TracedHandler, later
///       command ExpireOrder
/// ```
///
/// In: a [dev.cobnut.framework.command.Command] or an event with a `traceparent`. One that is not
/// sampled costs a look at its flags. Out: spans of Micrometer's `Tracer`.
@NullMarked
package dev.cobnut.framework.autoconfigure.tracing;

import org.jspecify.annotations.NullMarked;
