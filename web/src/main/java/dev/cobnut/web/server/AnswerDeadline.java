package dev.cobnut.web.server;

import dev.cobnut.web.answer.StreamedAnswer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import org.apache.coyote.CloseNowException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/// Closes the connection of a client that reads its answer too slowly. Tomcat's time-out is for
/// each write: a client that reads a little now and then would keep its place in the service for
/// hours. An answer without an end has a rule of its own.
final class AnswerDeadline extends OncePerRequestFilter implements Ordered {

    /// Bytes that are written before the time is looked at.
    private static final int SLICE_BYTES = 16_384;

    /// The least rate beyond the first seconds: that of a slow mobile network.
    private static final long BYTES_PER_SECOND_MIN = 16_384;

    private final long graceNanos;

    /// @param grace time in which an answer of any size need not reach the least rate
    AnswerDeadline(Duration grace) {
        graceNanos = grace.toNanos();
    }

    /// After the filters that count and time requests.
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 5;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var answer = new Answer(request, response);
        chain.doFilter(request, answer);
        // A handler may have caught the exception of the write. Half an answer must not look whole.
        if (answer.body != null && answer.body.tooSlow) {
            throw new CloseNowException("The client read its answer too slowly.");
        }
    }

    private final class Answer extends HttpServletResponseWrapper {

        private final HttpServletRequest request;
        private @Nullable Body body;

        Answer(HttpServletRequest request, HttpServletResponse response) {
            super(response);
            this.request = request;
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            if (body == null) {
                body = new Body(super.getOutputStream(), StreamedAnswer.isEndless(request));
            }
            return body;
        }
    }

    private final class Body extends ServletOutputStream {

        private final ServletOutputStream out;
        private final boolean endless;
        private long begin;
        private long written;
        private boolean tooSlow;

        Body(ServletOutputStream out, boolean endless) {
            this.out = out;
            this.endless = endless;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (written == 0) {
                begin = System.nanoTime();
            }
            int at = 0;
            while (at < length) {
                int slice = Math.min(SLICE_BYTES, length - at);
                out.write(bytes, offset + at, slice);
                at += slice;
                written += slice;
                if (written > SLICE_BYTES && !endless) {
                    check();
                }
            }
        }

        private void check() throws IOException {
            long due = graceNanos + written * 1_000_000_000L / BYTES_PER_SECOND_MIN;
            if (System.nanoTime() - begin > due) {
                tooSlow = true;
                throw new CloseNowException("The client reads its answer too slowly.");
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
