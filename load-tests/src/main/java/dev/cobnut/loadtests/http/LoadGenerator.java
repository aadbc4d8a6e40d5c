package dev.cobnut.loadtests.http;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// Loads one service through N keep-alive connections from the calling thread.
///
/// **Closed loop**: each connection sends its next request when it has the previous answer. It
/// measures the highest throughput of the service. **Open loop**: requests are due at a fixed rate,
/// even when the service does not keep up. Latency counts from the time at which a request was due,
/// so a stall counts for all requests that it delayed (Gil Tene's coordinated omission). The open
/// loop waits with `epoll_wait`, in steps of a millisecond; [LoadResult#sendDelayNanos] includes
/// the resulting delay.
///
/// Connections stay open between runs. A connection that ends between requests is opened again and
/// not counted. A connection that ends with a request under way counts as broken and is opened
/// again after a pause.
public final class LoadGenerator implements AutoCloseable {

    /// Time that a run waits for answers after its window.
    private static final Duration STRAGGLERS_MAX = Duration.ofSeconds(10);

    /// Pause before the next connection to a target that refuses connections.
    private static final long RECONNECT_PAUSE_NANOS = 10_000_000;

    private static final long SELECT_MS_MAX = 50;
    private static final long LATENCY_NANOS_MAX = 60_000_000_000L;

    private final Selector selector = Selector.open();
    private final List<Connection> connections = new ArrayList<>();
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Deque<Connection> broken = new ArrayDeque<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private long nextNumber;
    private long reconnectAtNanos;

    /// @param firstNumber number of the first request; the numbers increase over all runs
    public LoadGenerator(InetSocketAddress target, int connectionCount, long firstNumber)
            throws IOException {
        this.nextNumber = firstNumber;
        for (int i = 0; i < connectionCount; i++) {
            Connection connection = new Connection(target, selector);
            connections.add(connection);
            idle.add(connection);
        }
    }

    /// Each connection sends at least once. When the first answer comes after the window, the
    /// window lasts until then, so that a slow service has a low throughput and not none.
    public LoadResult closedLoop(RequestTemplate template, Duration window) throws IOException {
        return run(template, window, 0);
    }

    /// The first request is due at once, however low the rate is.
    public LoadResult openLoop(RequestTemplate template, double perSecond, Duration window)
            throws IOException {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("An open loop needs a rate, not " + perSecond);
        }
        return run(template, window, (long) (1e9 / perSecond));
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.close();
        }
        selector.close();
    }

    /// @param intervalNanos time between two due requests; 0 is the closed loop
    private LoadResult run(RequestTemplate template, Duration window, long intervalNanos)
            throws IOException {
        // Created before the clock starts, because creating two histograms takes longer than a
        // short window.
        boolean open = intervalNanos > 0;
        Run run = new Run(open);
        long cpuStart = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long start = System.nanoTime();
        run.endNanos = start + window.toNanos();
        long dueMax = open ? Math.max(1, window.toNanos() / intervalNanos) : Long.MAX_VALUE;
        long sent = 0;
        while (true) {
            long now = System.nanoTime();
            boolean sending = open ? sent < dueMax : sent == 0 || now < run.endNanos;
            boolean finished = !sending && idle.size() + broken.size() == connections.size();
            if (finished || now > run.endNanos + STRAGGLERS_MAX.toNanos()) {
                break;
            }
            reopen(now);
            long waitNanos = Math.max(run.endNanos - now, 1_000_000);
            while (sending && !idle.isEmpty()) {
                long due = open ? start + sent * intervalNanos : now;
                if (due > now) {
                    waitNanos = due - now;
                    break;
                }
                send(idle.removeFirst(), template, due, now, run);
                sent++;
                sending = sent < dueMax;
            }
            long waitMs = Math.clamp(waitNanos / 1_000_000, 1, SELECT_MS_MAX);
            selector.select(key -> onReady(key, run), broken.isEmpty() ? waitMs : 1);
        }
        long elapsed = (open ? System.nanoTime() : run.endNanos) - start;
        long unanswered = abandon();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuStart;
        return run.result(elapsed, unanswered, open ? dueMax - sent : 0, cpu);
    }

    private void send(
            Connection connection, RequestTemplate template, long due, long now, Run run) {
        try {
            if (!connection.isOpen()) {
                connection.open();
            }
            run.sendDelay.recordValue(Math.min(now - due, LATENCY_NANOS_MAX));
            connection.send(template, nextNumber++, due);
        } catch (IOException _) {
            fail(connection, run);
        }
    }

    private void onReady(SelectionKey key, Run run) {
        Connection connection = (Connection) key.attachment();
        boolean wasBusy = connection.isBusy();
        try {
            if (key.isWritable()) {
                connection.flush();
            }
            if (key.isReadable() && connection.receive(buffer)) {
                run.answered(connection.status(), connection.dueNanos());
                idle.addLast(connection);
            }
        } catch (IOException _) {
            if (wasBusy) {
                fail(connection, run);
            } else {
                close(connection, run);
            }
        }
    }

    /// The failure is a result: it is counted as broken.
    private void fail(Connection connection, Run run) {
        run.broken++;
        close(connection, run);
        broken.addLast(connection);
        reconnectAtNanos = System.nanoTime() + RECONNECT_PAUSE_NANOS;
    }

    private static void close(Connection connection, Run run) {
        try {
            connection.close();
        } catch (IOException _) {
            run.broken++;
        }
    }

    private void reopen(long now) {
        if (!broken.isEmpty() && now >= reconnectAtNanos) {
            idle.addAll(broken);
            broken.clear();
        }
    }

    /// @return number of requests without an answer
    private long abandon() throws IOException {
        long unanswered = 0;
        for (Connection connection : connections) {
            if (connection.isBusy()) {
                unanswered++;
                connection.close();
                idle.addLast(connection);
            }
        }
        return unanswered;
    }

    /// The counts of a run so far.
    private static final class Run {

        private final Histogram latency = new Histogram(LATENCY_NANOS_MAX, 3);
        private final Histogram sendDelay = new Histogram(LATENCY_NANOS_MAX, 3);
        private final long[] inWindow = new long[1000];
        private final long[] later = new long[1000];
        private final boolean open;
        private boolean isAnswered;
        private long endNanos;
        private long broken;

        Run(boolean open) {
            this.open = open;
        }

        void answered(int status, long dueNanos) {
            long now = System.nanoTime();
            latency.recordValue(Math.min(now - dueNanos, LATENCY_NANOS_MAX));
            if (!open && !isAnswered) {
                endNanos = Math.max(endNanos, now);
            }
            isAnswered = true;
            (now <= endNanos ? inWindow : later)[status]++;
        }

        LoadResult result(long elapsed, long unanswered, long unsent, long generatorCpu) {
            Map<Integer, Long> byStatus = new TreeMap<>();
            for (int status = 0; status < inWindow.length; status++) {
                long count = inWindow[status] + (open ? later[status] : 0);
                if (count > 0) {
                    byStatus.put(status, count);
                }
            }
            return new LoadResult(
                    elapsed,
                    byStatus,
                    latency,
                    sendDelay,
                    broken,
                    unanswered,
                    unsent,
                    generatorCpu);
        }
    }
}
