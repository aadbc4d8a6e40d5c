package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.HeapRoom;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/// Writes pages of an order's events. A page may have many megabytes, and its reader may be slow.
/// So a part of it is read, written, and forgotten before the next part is read.
final class EventPages {

    /// Most events of one page. It may have 40 megabytes and is written event by event.
    static final int EVENTS_MAX = 1_000;

    /// Media type of a page as an array of CloudEvents.
    static final String CLOUD_EVENTS = "application/cloudevents-batch+json";

    private static final CloudEventFormat CLOUD_EVENT =
            new CloudEventFormat(URI.create("/orders"), CloudEventFormat.JSON);

    private final CommandGateway<Order, OrderCommand> gateway;
    private final HeapRoom room;

    /// @param room that all readers share
    EventPages(CommandGateway<Order, OrderCommand> gateway, HeapRoom room) {
        this.gateway = gateway;
        this.room = room;
    }

    /// `{"events":[…],"next":<version>}`, or an array of CloudEvents. `next` is the last version of
    /// the page when more events follow; then there is a `Link`, too.
    ///
    /// @throws ProblemException 404 when there is no such order
    void send(
            StreamId stream,
            long after,
            int limit,
            boolean cloudEvents,
            HttpServletResponse response)
            throws IOException {
        List<RecordedEvent> part = gateway.events(stream, after, limit);
        if (part.isEmpty() && (after == 0 || gateway.state(stream).isEmpty())) {
            throw OrderAnswers.missing();
        }
        long held = room.grow(0, EventPage.bytes(part));
        try {
            // Versions have no gap, so the last one of a full page is known.
            long last = after + limit;
            boolean more =
                    EventPage.isFull(part, limit) && !gateway.events(stream, last, 1).isEmpty();
            if (more) {
                response.setHeader(
                        "Link",
                        "</orders/%s/events?after=%d&limit=%d>; rel=\"next\""
                                .formatted(stream.id(), last, limit));
            }
            StreamedAnswer answer =
                    cloudEvents
                            ? new StreamedAnswer(response, CLOUD_EVENTS)
                            : new StreamedAnswer(response);
            answer.write(cloudEvents ? "[" : "{\"events\":[");
            long version = after;
            int left = limit;
            while (!part.isEmpty()) {
                for (RecordedEvent event : part) {
                    if (version > after) {
                        answer.write(",");
                    }
                    write(event, cloudEvents, answer);
                    version = event.version();
                }
                boolean goesOn = EventPage.isFull(part, left);
                left -= part.size();
                part =
                        goesOn && left > 0
                                ? gateway.events(stream, version, left)
                                : List.<RecordedEvent>of();
                held = room.grow(held, EventPage.bytes(part));
            }
            answer.write(cloudEvents ? "]" : more ? "],\"next\":" + version + "}" : "]}");
        } finally {
            room.give(held);
        }
    }

    private static void write(RecordedEvent event, boolean cloudEvents, StreamedAnswer answer)
            throws IOException {
        if (cloudEvents) {
            answer.write(CLOUD_EVENT.encode(event));
        } else {
            answer.write(OrderJson.eventHead(event));
            answer.write(event.payload().bytes());
            answer.write("}");
        }
    }
}
