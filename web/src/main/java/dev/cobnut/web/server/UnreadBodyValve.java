package dev.cobnut.web.server;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.CoyoteInputStream;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a request whose body was not read to its end. `Bodies.leave` decided before the answer
/// whether the connection stays open. When it does not, what the client still sends is discarded,
/// within limits, so that it can read the answer. Tomcat by itself would discard up to a megabyte,
/// however slowly it comes.
final class UnreadBodyValve extends ValveBase {

    private static final Logger LOG = LoggerFactory.getLogger(UnreadBodyValve.class);
    private static final int DISCARDED_MAX = 1_048_576;
    private static final long DISCARD_NANOS_MAX = Duration.ofSeconds(5).toNanos();
    private static final int CHUNK_BYTES = 8_192;

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (!(request.getStream() instanceof CoyoteInputStream body) || body.isFinished()) {
            return;
        }
        boolean closes = response.containsHeader("Connection");
        if (!closes && !response.isCommitted()) {
            response.setHeader("Connection", "close");
            closes = true;
        }
        try {
            response.finishResponse();
            // Who expects to be asked for the body may never send it.
            if (!request.getCoyoteRequest().hasExpectation()) {
                discard(body);
            }
        } catch (IOException e) {
            LOG.debug("The rest of a body could not be read.", e);
        }
        if (!body.isFinished()) {
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
            if (!closes) {
                response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
            }
        }
    }

    private static void discard(CoyoteInputStream body) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        long begin = System.nanoTime();
        long discarded = 0;
        int read = 0;
        while (read >= 0
                && discarded < DISCARDED_MAX
                && System.nanoTime() - begin < DISCARD_NANOS_MAX) {
            read = body.read(chunk);
            discarded += read;
        }
    }
}
