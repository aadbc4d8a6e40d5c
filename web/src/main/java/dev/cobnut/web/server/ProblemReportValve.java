package dev.cobnut.web.server;

import dev.cobnut.web.answer.ProblemWriter;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.problem.Problem;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers what never reaches the application, for example a broken request line, in the place of
/// Tomcat's HTML page.
public final class ProblemReportValve extends ErrorReportValve {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemReportValve.class);

    /// Closes the connection of an answer that was begun and cannot be completed.
    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        super.invoke(request, response);
        if (StreamedAnswer.isCut(request)) {
            response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
        }
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        // A coding (501) or a version (505) that does not exist is the client's mistake.
        if (failure != null && status == HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
            LOG.error("a request failed outside the application", failure);
        }
        write(request, response);
    }

    /// Answers the response's status with a problem.
    static void write(Request request, Response response) {
        Problem problem = Problem.ofStatus(response.getStatus());
        String path = request.getRequestURI();
        try {
            CorrelationValve.give(request, response);
            response.setContentType(ProblemWriter.MEDIA_TYPE);
            response.getOutputStream()
                    .write(ProblemWriter.bytes(problem, path == null ? "" : path));
            response.finishResponse();
        } catch (IOException e) {
            LOG.debug("the connection broke while an error was reported", e);
        }
    }
}
