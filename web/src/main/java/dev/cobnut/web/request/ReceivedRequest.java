package dev.cobnut.web.request;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A request whose body was received before its handler reads it. The handler reads what was
/// received, so that Spring's `@RequestBody` works, too.
public final class ReceivedRequest extends HttpServletRequestWrapper {

    private @Nullable Body body;

    /// The body is what [Bodies#receive] receives; until then it is the request's own.
    ReceivedRequest(HttpServletRequest request) {
        super(request);
    }

    /// @param body in the place of the request's own
    public ReceivedRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = new Body(body);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (body == null && Bodies.isReceived(this)) {
            body = new Body(Bodies.of(this));
        }
        return body == null ? super.getInputStream() : body;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    private static final class Body extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Body(byte[] body) {
            bytes = new ByteArrayInputStream(body);
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return bytes.read(into, offset, length);
        }

        @Override
        public int available() {
            return bytes.available();
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("The body is there already.");
        }
    }
}
