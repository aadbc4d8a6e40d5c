package dev.cobnut.orders.api;

import dev.cobnut.orders.view.OrderFilter;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.orders.view.OrderQueries.Ids;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.HeapRoom;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes pages of lists of orders. A page may have many megabytes, and its reader may be slow. So
/// a part of it is read, written, and forgotten before the next part is read. The parts of all
/// readers share a [HeapRoom].
final class OrderPages {

    /// Largest share of the heap that the parts of all readers take: one in so many bytes.
    static final int HEAP_DIVISOR = 10;

    /// Orders of the first part of a list. The size of the next parts follows from the largest
    /// order so far; a part has at most twice as many as the one before.
    private static final int FIRST_ORDERS = 4;

    private static final int PART_ORDERS_MAX = 16;
    private static final int PART_BYTES = 64 * 1_024;

    /// Hint to a client whose writes are not in the list yet, in seconds.
    private static final int RETRY_AFTER_SECONDS = 1;

    private final OrderQueries queries;
    private final HeapRoom room;

    OrderPages(OrderQueries queries, HeapRoom room) {
        this.queries = queries;
        this.room = room;
    }

    /// `{"orders":[…],"next":<the next page, or null>}`, and a `Link` when there is a next page.
    ///
    /// @param writes the list contains what follows from the events at these positions
    /// @throws ProblemException 503 when it does not contain them in time
    void list(OrderListRequest list, List<Long> writes, HttpServletResponse response)
            throws IOException {
        if (!writes.isEmpty() && !queries.await(writes)) {
            throw ProblemException.unavailable(
                    "The list does not contain the writes of Cobnut-Consistency yet: their delivery is late, or their orders are parked.",
                    RETRY_AFTER_SECONDS);
        }
        Ids found = queries.ids(list.filter(), text(list.behind()), list.limit());
        UUID last = found.next() == null ? null : UUID.fromString(found.next());
        if (last != null) {
            response.setHeader("Link", list.link(last));
        }
        List<String> ids = found.ids();
        List<byte[]> part =
                encoded(list.filter(), ids.subList(0, Math.min(FIRST_ORDERS, ids.size())));
        long held = room.grow(0, bytes(part));
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
                part = encoded(list.filter(), ids.subList(done, end));
                held = room.grow(held, bytes(part));
                done = end;
            }
            answer.write(
                    last == null ? "],\"next\":null}" : "],\"next\":\"" + list.next(last) + "\"}");
        } finally {
            room.give(held);
        }
    }

    private static @Nullable String text(@Nullable UUID id) {
        return id == null ? null : id.toString();
    }

    private static long bytes(List<byte[]> part) {
        return part.stream().mapToLong(order -> order.length).sum();
    }

    private List<byte[]> encoded(OrderFilter filter, List<String> ids) {
        List<byte[]> orders = new ArrayList<>(ids.size());
        for (OrderQueries.Found order : queries.find(filter, ids)) {
            orders.add(OrderJson.order(order.order(), order.version(), order.behind()));
        }
        return orders;
    }
}
