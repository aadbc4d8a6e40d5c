package dev.cobnut.loadtests.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One keep-alive connection with at most one request under way. Used by the generator's thread
/// only.
final class Connection {

    private final InetSocketAddress target;
    private final Selector selector;
    private final ResponseParser parser = new ResponseParser();
    private ByteBuffer request = ByteBuffer.allocateDirect(1024);
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private boolean busy;
    private long dueNanos;

    Connection(InetSocketAddress target, Selector selector) {
        this.target = target;
        this.selector = selector;
    }

    boolean isOpen() {
        return channel != null;
    }

    boolean isBusy() {
        return busy;
    }

    /// Time at which the request under way was due.
    long dueNanos() {
        return dueNanos;
    }

    int status() {
        return parser.status();
    }

    void open() throws IOException {
        SocketChannel opened = SocketChannel.open(target);
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel = opened;
        key = opened.register(selector, SelectionKey.OP_READ, this);
        parser.reset();
    }

    void send(RequestTemplate template, long number, long due) throws IOException {
        if (request.capacity() < template.length()) {
            request = ByteBuffer.allocateDirect(template.length());
        }
        template.render(number, request);
        dueNanos = due;
        busy = true;
        flush();
    }

    /// Continues a request that did not fit into the socket's buffer.
    void flush() throws IOException {
        SocketChannel to = Objects.requireNonNull(channel);
        SelectionKey interest = Objects.requireNonNull(key);
        to.write(request);
        int wanted = SelectionKey.OP_READ | (request.hasRemaining() ? SelectionKey.OP_WRITE : 0);
        if (interest.interestOps() != wanted) {
            interest.interestOps(wanted);
        }
    }

    /// Reads the available bytes.
    ///
    /// @return true when the request under way is answered
    /// @throws IOException when the connection ended without an answer
    boolean receive(ByteBuffer buffer) throws IOException {
        SocketChannel from = Objects.requireNonNull(channel);
        buffer.clear();
        int read = from.read(buffer);
        buffer.flip();
        boolean complete = read < 0 ? parser.endOfStream() : parser.feed(buffer);
        if (read < 0 && !complete) {
            throw new IOException("The peer closed the connection");
        }
        if (buffer.hasRemaining() || (!busy && read > 0)) {
            throw new IOException("The peer sent bytes without a request");
        }
        if (complete) {
            busy = false;
            if (parser.closes()) {
                close();
            }
        }
        return complete;
    }

    void close() throws IOException {
        busy = false;
        if (channel != null) {
            channel.close();
            channel = null;
            key = null;
        }
    }
}
