package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.request.HeapRoom;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes pages of events and of orders. A page may have many megabytes, and its reader may be
/// slow. So a part of it is read, written, and forgotten before the next part is read. The parts of
/// all readers share a [HeapRoom].
final class OrderPages {

    /// Largest share of the heap that the parts of all readers take: one in so many bytes.
    static final int HEAP_DIVISOR = 10;

    /// Orders of the first part of a list. The size of the next parts follows from the largest
    /// order so far; a part has at most twice as many as the one before.
    private static final int FIRST_ORDERS = 4;

    private static final int PART_ORDERS_MAX = 16;
    private static final int PART_BYTES = 64 * 1_024;

    private final CommandGateway<Order, OrderCommand> gateway;
    private final OrderQueries queries;
    private final HeapRoom room;

    OrderPages(CommandGateway<Order, OrderCommand> gateway, OrderQueries queries, HeapRoom room) {
        this.gateway = gateway;
        this.queries = queries;
        this.room = room;
    }

    /// `{"events":[…],"next":<version>}`; `next` is the last version of the page when more events
    /// follow.
    ///
    /// @throws ProblemException 404 when there is no such order
    void events(StreamId stream, long after, int limit, HttpServletResponse response)
            throws IOException {
        List<RecordedEvent> part = gateway.events(stream, after, limit);
        if (part.isEmpty() && (after == 0 || gateway.state(stream).isEmpty())) {
            throw OrderAnswers.missing();
        }
        long held = hold(0, EventPage.bytes(part));
        try {
            StreamedAnswer answer = new StreamedAnswer(response);
            answer.write("{\"events\":[");
            long version = after;
            int left = limit;
            while (!part.isEmpty()) {
                for (RecordedEvent event : part) {
                    if (version > after) {
                        answer.write(",");
                    }
                    answer.write(OrderJson.eventHead(event));
                    answer.write(event.payload().bytes());
                    answer.write("}");
                    version = event.version();
                }
                boolean more = EventPage.isFull(part, left);
                left -= part.size();
                part =
                        more && left > 0
                                ? gateway.events(stream, version, left)
                                : List.<RecordedEvent>of();
                held = hold(held, EventPage.bytes(part));
            }
            boolean more = left == 0 && !gateway.events(stream, version, 1).isEmpty();
            answer.write(more ? "],\"next\":" + version + "}" : "]}");
        } finally {
            room.give(held);
        }
    }

    /// `{"orders":[…],"next":<order id or null>}`
    void ofCustomer(
            String customerId, @Nullable String before, int limit, HttpServletResponse response)
            throws IOException {
        List<String> found = queries.idsOfCustomer(customerId, before, limit + 1);
        List<String> ids = found.subList(0, Math.min(limit, found.size()));
        List<byte[]> part = encoded(ids.subList(0, Math.min(FIRST_ORDERS, ids.size())));
        long held = hold(0, bytes(part));
        try {
            StreamedAnswer answer = new StreamedAnswer(response);
            answer.write("{\"orders\":[");
            int done = Math.min(FIRST_ORDERS, ids.size());
            int largest = 1;
            String separator = "";
            while (true) {
                for (byte[] order : part) {
                    answer.write(separator);
                    answer.write(order);
                    separator = ",";
                    largest = Math.max(largest, order.length);
                }
                if (done == ids.size()) {
                    break;
                }
                // An order that cannot be read is left out, so a part may be empty.
                int most = Math.clamp(2L * part.size(), 1, PART_ORDERS_MAX);
                int count = Math.clamp(PART_BYTES / largest, 1, most);
                int end = Math.min(done + count, ids.size());
                part = encoded(ids.subList(done, end));
                held = hold(held, bytes(part));
                done = end;
            }
            answer.write(
                    found.size() > limit
                            ? "],\"next\":\"" + ids.getLast() + "\"}"
                            : "],\"next\":null}");
        } finally {
            room.give(held);
        }
    }

    /// Takes what a part needs beyond the largest one before it.
    ///
    /// @param held what is taken so far
    /// @return what is taken now
    /// @throws ProblemException 503 when it does not fit
    private long hold(long held, long part) {
        if (part <= held) {
            return held;
        }
        room.take(part - held);
        return part;
    }

    private static long bytes(List<byte[]> part) {
        return part.stream().mapToLong(order -> order.length).sum();
    }

    private List<byte[]> encoded(List<String> ids) {
        List<byte[]> orders = new ArrayList<>(ids.size());
        for (OrderQueries.Found order : queries.find(ids)) {
            orders.add(OrderJson.order(order.order(), order.version(), order.behind()));
        }
        return orders;
    }
}
