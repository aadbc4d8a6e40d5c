package dev.cobnut.orders.api;

import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A client that sends what it is told, byte for byte.
final class RawClient implements AutoCloseable {

    /// Far more than an answer takes, also on a slow machine.
    private static final int TIMEOUT_MS = 120_000;

    private final Socket socket;
    private final InputStream in;
    private final RawAnswers answers;

    private RawClient(int port, int receiveBuffer) throws IOException {
        socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        in = socket.getInputStream();
        answers = new RawAnswers(in);
    }

    static RawClient on(int port) throws IOException {
        return new RawClient(port, 0);
    }

    /// Takes few bytes that it has not read.
    static RawClient withSmallWindow(int port) throws IOException {
        return new RawClient(port, 4_096);
    }

    RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    RawAnswer answer() throws IOException {
        return answers.next();
    }

    /// The next bytes, at least one; -1 at the end.
    int read(byte[] into) throws IOException {
        return in.read(into);
    }

    /// True when the service closed the connection.
    boolean isAtEnd() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
