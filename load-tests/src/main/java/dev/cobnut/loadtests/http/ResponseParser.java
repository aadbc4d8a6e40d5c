package dev.cobnut.loadtests.http;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Finds the end and the status of an HTTP/1.1 response (RFC 9112, sections 4 to 7), for any
/// fragmentation of the bytes. It does not keep the body.
///
/// Each connection has one parser. After a complete response, the next byte starts the next
/// response.
final class ResponseParser {

    /// Number of bytes of a header line that are examined; the rest of a longer line is ignored.
    private static final int LINE_BYTES_KEPT = 256;

    private static final byte[] CONTENT_LENGTH = ascii("content-length:");
    private static final byte[] CHUNKED = ascii("transfer-encoding: chunked");
    private static final byte[] CLOSE = ascii("connection: close");

    private enum State {
        STATUS_LINE,
        HEADER_LINE,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        UNTIL_CLOSE
    }

    private final byte[] line = new byte[LINE_BYTES_KEPT];
    private int lineLength;
    private State state = State.STATUS_LINE;
    private boolean begun;
    private int status;
    private long remaining;
    private boolean lengthKnown;
    private boolean chunked;
    private boolean close;

    /// Takes bytes until a response is complete or the buffer is empty. Bytes after the response
    /// stay in the buffer.
    ///
    /// @return true when a response is complete
    boolean feed(ByteBuffer in) throws ProtocolException {
        while (in.hasRemaining()) {
            switch (state) {
                case BODY, CHUNK -> {
                    int taken = (int) Math.min(remaining, in.remaining());
                    in.position(in.position() + taken);
                    remaining -= taken;
                    if (remaining == 0) {
                        if (state == State.BODY) {
                            return complete();
                        }
                        state = State.CHUNK_END;
                    }
                }
                case UNTIL_CLOSE -> in.position(in.limit());
                case STATUS_LINE, HEADER_LINE, CHUNK_SIZE, CHUNK_END, TRAILER -> {
                    if (takeLine(in) && lineComplete()) {
                        return complete();
                    }
                }
            }
        }
        return false;
    }

    /// The peer closed the connection.
    ///
    /// @return true when this completed a response that the close delimits
    boolean endOfStream() {
        return state == State.UNTIL_CLOSE && complete();
    }

    /// True when bytes of an incomplete response have arrived.
    boolean begun() {
        return begun;
    }

    /// Status of the last complete response.
    int status() {
        return status;
    }

    /// True when the last complete response ends the connection.
    boolean closes() {
        return close;
    }

    void reset() {
        state = State.STATUS_LINE;
        begun = false;
        lineLength = 0;
    }

    private boolean complete() {
        reset();
        return true;
    }

    private boolean takeLine(ByteBuffer in) {
        begun = true;
        while (in.hasRemaining()) {
            byte next = in.get();
            if (next == '\n') {
                if (lineLength > 0 && line[lineLength - 1] == '\r') {
                    lineLength--;
                }
                return true;
            }
            if (lineLength < LINE_BYTES_KEPT) {
                line[lineLength++] = next;
            }
        }
        return false;
    }

    /// @return true when this line completes the response
    private boolean lineComplete() throws ProtocolException {
        boolean ends = false;
        switch (state) {
            case STATUS_LINE -> statusLine();
            case HEADER_LINE -> ends = headerLine();
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> state = State.CHUNK_SIZE;
            case TRAILER -> ends = lineLength == 0;
            case BODY, CHUNK, UNTIL_CLOSE -> throw new AssertionError(state);
        }
        lineLength = 0;
        return ends;
    }

    private void statusLine() throws ProtocolException {
        if (lineLength < 12 || line[0] != 'H' || line[8] != ' ') {
            throw new ProtocolException("Not a status line: " + text());
        }
        status = (int) number(9, 12, 10);
        lengthKnown = false;
        chunked = false;
        close = line[7] == '0';
        remaining = 0;
        state = State.HEADER_LINE;
    }

    private boolean headerLine() throws ProtocolException {
        if (lineLength > 0) {
            if (startsWith(CONTENT_LENGTH)) {
                remaining = number(CONTENT_LENGTH.length, lineLength, 10);
                lengthKnown = true;
            } else if (startsWith(CHUNKED)) {
                chunked = true;
            } else if (startsWith(CLOSE)) {
                close = true;
            }
            return false;
        }
        if (status < 200) {
            state = State.STATUS_LINE;
            return false;
        }
        if (status == 204 || status == 304 || (lengthKnown && remaining == 0)) {
            return true;
        }
        if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (lengthKnown) {
            state = State.BODY;
        } else {
            state = State.UNTIL_CLOSE;
            close = true;
        }
        return false;
    }

    private void chunkSize() throws ProtocolException {
        int end = 0;
        while (end < lineLength && line[end] != ';') {
            end++;
        }
        remaining = number(0, end, 16);
        state = remaining == 0 ? State.TRAILER : State.CHUNK;
    }

    private long number(int from, int to, int radix) throws ProtocolException {
        long value = 0;
        int digits = 0;
        for (int i = from; i < to; i++) {
            if (line[i] == ' ') {
                continue;
            }
            int digit = Character.digit(line[i], radix);
            if (digit < 0 || ++digits > 15) {
                throw new ProtocolException("Not a number: " + text());
            }
            value = value * radix + digit;
        }
        if (digits == 0) {
            throw new ProtocolException("Not a number: " + text());
        }
        return value;
    }

    private boolean startsWith(byte[] lowerCase) {
        if (lineLength < lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            if (Character.toLowerCase(line[i]) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private String text() {
        return new String(line, 0, lineLength, StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
