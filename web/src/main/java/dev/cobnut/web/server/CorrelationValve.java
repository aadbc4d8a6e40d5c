package dev.cobnut.web.server;

import dev.cobnut.web.request.Correlation;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/// Gives every answer its correlation id, also the refusals of the valves behind it and of the
/// server itself.
final class CorrelationValve extends ValveBase {

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        give(request, response);
        getNext().invoke(request, response);
    }

    /// Does nothing when the answer has one.
    static void give(Request request, Response response) {
        if (!response.containsHeader(Correlation.HEADER)) {
            String given = Correlation.of(request);
            response.setHeader(Correlation.HEADER, given == null ? Correlation.fresh() : given);
        }
    }
}
