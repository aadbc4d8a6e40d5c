package dev.cobnut.web.request;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/// Limits the memory of all bodies in the service. [RequestAdmission] limits their number, but a
/// body may be a hundred times larger than usual. A body that does not fit is answered 503 with
/// `Retry-After`, and nothing is done.
///
/// While a body is read, the bytes that have arrived count. So a client that announces much and
/// sends little holds little. When it is complete, what is made of it counts as well: texts, an
/// event, and an answer. A request gives back what it holds when it is answered.
final class BodyAdmission extends OncePerRequestFilter implements Ordered {

    /// Share of the heap that bodies and what is made of them may take: one in so many bytes.
    private static final int HEAP_DIVISOR = 6;

    /// Bytes that are made of one byte of a complete body, at most.
    private static final int MADE_OF_A_BYTE = 5;

    private static final String HELD = BodyAdmission.class.getName() + ".held";

    private final HeapRoom room;

    BodyAdmission(MeterRegistry registry) {
        this.room = HeapRoom.ofHeap(HEAP_DIVISOR, registry);
    }

    /// After the filters that count and time requests. The body is read within.
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 11;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Held held = new Held(room);
        request.setAttribute(HELD, held);
        try {
            chain.doFilter(new ReceivedRequest(request), response);
        } finally {
            room.give(held.bytes);
        }
    }

    /// A part of the request's body has arrived.
    ///
    /// @throws ProblemException 503 when there is no room for it
    static void arrived(HttpServletRequest request, int bytes) {
        if (request.getAttribute(HELD) instanceof Held held) {
            held.take(bytes);
        }
    }

    /// The request's body is complete and is going to be parsed.
    ///
    /// @throws ProblemException 503 when there is no room for what is made of it
    static void complete(HttpServletRequest request, int bytes) {
        arrived(request, MADE_OF_A_BYTE * bytes);
    }

    /// What one request holds. Used by its thread only.
    private static final class Held {

        private final HeapRoom room;
        private long bytes;

        Held(HeapRoom room) {
            this.room = room;
        }

        void take(int more) {
            room.take(more);
            bytes += more;
        }
    }
}
