package dev.cobnut.loadtests.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// A TCP proxy in front of an HTTP/1.1 service that drops a share of the *responses*. The service
/// gets the request and executes it; then the proxy closes the client's connection without the
/// answer.
///
/// It decides when the first byte of a response arrives, which proves that the service has executed
/// the request. Clients must not pipeline.
final class ResponseDroppingProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final InetSocketAddress target;
    private final double share;
    private final SplittableRandom random;
    private final ServerSocket listener =
            new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
    private final AtomicLong passed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /// @param share share of the responses that are dropped, 0..1
    public ResponseDroppingProxy(InetSocketAddress target, double share, long seed)
            throws IOException {
        this.target = target;
        this.share = share;
        this.random = new SplittableRandom(seed);
        Thread.ofVirtual().name("proxy-accept").start(this::accept);
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    public long passed() {
        return passed.get();
    }

    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().name("proxy-connection").start(() -> serve(client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new IllegalStateException("The proxy no longer accepts connections", e);
                }
            }
        }
    }

    /// A connection that breaks on one side is closed on both sides.
    private void serve(Socket client) {
        AtomicBoolean answerDue = new AtomicBoolean();
        try (client;
                Socket service = new Socket()) {
            client.setTcpNoDelay(true);
            service.setTcpNoDelay(true);
            service.connect(target);
            Thread.ofVirtual()
                    .name("proxy-requests")
                    .start(() -> forwardRequests(client, service, answerDue));
            forwardResponses(service, client, answerDue);
        } catch (IOException _) {
            // Both sockets are closed here: both peers see the break.
            return;
        }
    }

    private static void forwardRequests(Socket client, Socket service, AtomicBoolean answerDue) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream from = client.getInputStream();
            OutputStream to = service.getOutputStream();
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                answerDue.set(true);
                to.write(buffer, 0, read);
            }
            service.shutdownOutput();
        } catch (IOException _) {
            // One side has closed; the thread that forwards responses also sees this and closes
            // both sides.
            return;
        }
    }

    /// Forwards responses until the service closes the connection or an answer is dropped.
    private void forwardResponses(Socket service, Socket client, AtomicBoolean answerDue)
            throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream from = service.getInputStream();
        OutputStream to = client.getOutputStream();
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            if (answerDue.getAndSet(false) && drops()) {
                return;
            }
            to.write(buffer, 0, read);
        }
    }

    private synchronized boolean drops() {
        boolean drop = random.nextDouble() < share;
        (drop ? dropped : passed).incrementAndGet();
        return drop;
    }
}
