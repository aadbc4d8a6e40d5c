package dev.cobnut.framework.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A TCP proxy on loopback whose connections can be cut, or lose what passes.
///
/// Faults, for all connections that exist or come: [#refuse] closes them, [#loseNextAnswer] lets
/// the next bytes of a client through and cuts the connection in place of their answer,
/// [#loseNextRequest] cuts it in place of the bytes, [#silence] lets nothing through and closes
/// nothing.
public final class CuttableProxy implements AutoCloseable {

    private enum Fault {
        NONE,
        REFUSE,
        LOSE_ANSWER,
        LOSE_REQUEST,
        SILENCE
    }

    private final int target;
    private final ServerSocket server;
    private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;

    /// @param target port on loopback
    public CuttableProxy(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("proxy-accept").start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /// Connections that a fault has cut.
    public int cuts() {
        return cuts.get();
    }

    public void refuse() {
        fault = Fault.REFUSE;
        cut();
    }

    public void loseNextAnswer() {
        fault = Fault.LOSE_ANSWER;
    }

    public void loseNextRequest() {
        fault = Fault.LOSE_REQUEST;
    }

    public void silence() {
        fault = Fault.SILENCE;
    }

    /// No fault any more.
    public void heal() {
        if (fault == Fault.SILENCE) {
            cut(); // what it swallowed is gone
        }
        fault = Fault.NONE;
    }

    /// Closes all connections.
    public void cut() {
        for (Closeable socket : sockets) {
            close(socket);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (fault == Fault.REFUSE) {
                    cuts.incrementAndGet();
                    close(client);
                    continue;
                }
                Socket backend = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                backend.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(backend);
                Thread.ofVirtual().name("proxy-up").start(() -> pump(client, backend, true));
                Thread.ofVirtual().name("proxy-down").start(() -> pump(backend, client, false));
            } catch (IOException e) {
                cuts.incrementAndGet(); // the target is down: the client sees its connection end
            }
        }
    }

    private void pump(Socket from, Socket to, boolean request) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                Fault now = fault;
                if (now == (request ? Fault.LOSE_REQUEST : Fault.LOSE_ANSWER)) {
                    fault = Fault.NONE;
                    cuts.incrementAndGet();
                    return;
                }
                if (now != Fault.SILENCE) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
            }
        } catch (IOException e) {
            System.getLogger(CuttableProxy.class.getName())
                    .log(System.Logger.Level.DEBUG, "a connection of the proxy ended", e);
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            System.getLogger(CuttableProxy.class.getName())
                    .log(System.Logger.Level.DEBUG, "a socket did not close", e);
        }
    }

    @Override
    public void close() {
        close(server);
        cut();
    }
}
