package dev.cobnut.orders.api;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers what never reaches the application, for example a broken request line, in the place of
/// Tomcat's HTML page.
public final class ProblemReportValve extends ErrorReportValve {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemReportValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        if (failure != null && status >= 500) {
            LOG.error("a request failed outside the application", failure);
        }
        Problem problem = Problem.ofStatus(status);
        String path = request.getRequestURI();
        try {
            response.setContentType(ProblemWriter.MEDIA_TYPE);
            response.getOutputStream()
                    .write(ProblemWriter.bytes(problem, path == null ? "" : path));
            response.finishResponse();
        } catch (IOException e) {
            LOG.debug("the connection broke while an error was reported", e);
        }
    }
}
