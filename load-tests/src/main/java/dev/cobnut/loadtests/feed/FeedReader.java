package dev.cobnut.loadtests.feed;

import dev.cobnut.loadtests.feed.FeedLedger.Seen;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One client of the feed. It connects again, with the last id that it has, until it is closed.
final class FeedReader implements AutoCloseable {

    private static final int CONNECT_MS_MAX = 5_000;

    /// Longer than a heartbeat.
    private static final int SILENCE_MS_MAX = 30_000;

    private static final long RETRY_MS = 100;
    private static final int OK = 200;

    private final Supplier<InetSocketAddress> service;
    private final String path;
    private final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final AtomicLong connections = new AtomicLong();
    private final Thread thread = Thread.ofVirtual().unstarted(this::run);
    private volatile String lastId = "";
    private volatile @Nullable Socket socket;
    private volatile boolean closed;

    FeedReader(Supplier<InetSocketAddress> service, String path) {
        this.service = service;
        this.path = path;
    }

    void start() {
        thread.start();
    }

    /// True when it has a position, and so misses nothing from here on.
    boolean hasBegun() {
        return !lastId.isEmpty();
    }

    long connections() {
        return connections.get();
    }

    ConcurrentLinkedQueue<Seen> seen() {
        return seen;
    }

    /// Breaks the connection, as a crash of the client does.
    void fall() {
        Socket open = socket;
        if (open != null) {
            try {
                open.setSoLinger(true, 0);
                open.close();
            } catch (IOException _) {
                // It is broken already.
            }
        }
    }

    private void run() {
        while (!closed) {
            try (Socket own = new Socket()) {
                socket = own;
                own.setSoTimeout(SILENCE_MS_MAX);
                own.connect(service.get(), CONNECT_MS_MAX);
                follow(own);
            } catch (IOException _) {
                // It connects again.
            }
            try {
                TimeUnit.MILLISECONDS.sleep(RETRY_MS);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private void follow(Socket own) throws IOException {
        String resume = lastId.isEmpty() ? "" : "Last-Event-ID: " + lastId + "\r\n";
        own.getOutputStream()
                .write(
                        ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + resume + "\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        InputStream in = new BufferedInputStream(own.getInputStream(), 16_384);
        if (status(in) != OK) {
            return;
        }
        connections.incrementAndGet();
        StringBuilder line = new StringBuilder();
        String id = lastId;
        String data = "";
        for (int left = chunk(in); left > 0; left = chunk(in)) {
            byte[] bytes = in.readNBytes(left);
            if (bytes.length < left) {
                throw new EOFException();
            }
            long now = System.nanoTime();
            for (byte b : bytes) {
                if (b != '\n') {
                    line.append((char) (b & 0xff));
                    continue;
                }
                String text = line.toString();
                line.setLength(0);
                if (text.startsWith("id: ")) {
                    id = text.substring(4);
                } else if (text.startsWith("data: ")) {
                    data = text;
                } else if (text.isEmpty()) {
                    if (data.contains("\"subject\"")) {
                        seen.add(seen(id, data, now));
                    }
                    lastId = id;
                    data = "";
                }
            }
            line(in);
        }
    }

    private static Seen seen(String id, String data, long nanos) {
        return new Seen(
                Long.parseLong(id),
                value(data, "\"subject\":\"order-"),
                Long.parseLong(value(data, "\"streamversion\":\"")),
                nanos);
    }

    private static String value(String json, String before) {
        int begin = json.indexOf(before) + before.length();
        return json.substring(begin, json.indexOf('"', begin));
    }

    private static int status(InputStream in) throws IOException {
        String first = line(in);
        while (!line(in).isEmpty()) {
            // The headers say nothing that is not known.
        }
        return Integer.parseInt(first.substring(9, 12));
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    /// A line of a head or of a chunk.
    static String line(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            if (b != '\r') {
                text.append((char) b);
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        fall();
    }
}
