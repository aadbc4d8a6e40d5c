package dev.cobnut.web.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/// Tomcat's protocol with a deadline for the whole head of a request. Tomcat's own time-out is for
/// each read: a client that sends one byte now and then would keep its connection for hours.
///
/// Tomcat reads a head without blocking, and calls the handler for each part that arrives. The
/// first call that finds the deadline passed closes the connection. A client that sends nothing
/// more meets Tomcat's time-out. So a head takes at most the deadline and one time-out.
public final class DeadlineProtocol extends Http11NioProtocol {

    private final HeadDeadline deadline;

    /// For Tomcat, which knows the class by its name.
    public DeadlineProtocol() {
        deadline = new HeadDeadline(getEndpoint().getHandler());
        getEndpoint().setHandler(deadline);
    }

    void headTimeMax(Duration max) {
        deadline.maxNanos = max.toNanos();
    }

    private static final class HeadDeadline implements AbstractEndpoint.Handler<NioChannel> {

        private final AbstractEndpoint.Handler<NioChannel> next;

        /// Connections with a part of a head, and when it began. A head that arrives whole is never
        /// in it.
        private final Map<SocketWrapperBase<NioChannel>, Long> begun = new ConcurrentHashMap<>();

        private volatile long maxNanos = Long.MAX_VALUE;

        HeadDeadline(AbstractEndpoint.Handler<NioChannel> next) {
            this.next = next;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            long now = System.nanoTime();
            Long begin = begun.isEmpty() ? null : begun.remove(socket);
            if (begin != null && now - begin > maxNanos) {
                return SocketState.CLOSED;
            }
            SocketState state = next.process(socket, event);
            if (state == SocketState.LONG) {
                begun.put(socket, begin == null ? now : begin);
            }
            return state;
        }

        @Override
        public Object getGlobal() {
            return next.getGlobal();
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> socket) {
            begun.remove(socket);
            next.release(socket);
        }

        @Override
        public void pause() {
            next.pause();
        }

        @Override
        public void recycle() {
            next.recycle();
        }
    }
}
