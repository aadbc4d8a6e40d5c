package dev.cobnut.web.server;

import dev.cobnut.web.answer.ProblemWriter;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Bodies;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.ReceivedRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/// Checks what holds for every request, to the API and to the actuator.
///
/// - **Host**: only [KnownHosts], also when a proxy's header names another one.
/// - **The actuator's writes** come with `application/json`, as those of the API do: a page of
///   another site cannot send that without asking. Their bodies are bounded in size and time.
/// - **The actuator's errors** are problems, also where its handlers answer a status only.
/// - **The body of a request that does not write** is left. The actuator's handlers would parse it.
/// - **TRACE** is routed as every other method, so that it is 404 or 405.
final class RequestGuard extends OncePerRequestFilter implements Ordered {

    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final int ERROR = 400;

    /// Far more than an operation of the actuator takes.
    private static final int BODY_BYTES_MAX = 16_384;

    private static final byte[] NO_BODY = {};

    private final KnownHosts hosts;
    private final String actuator;
    private final Duration bodyTimeMax;

    /// @param actuator base path of the actuator; empty when everything belongs to it
    /// @param bodyTimeMax longest time for the whole body of an actuator's write
    RequestGuard(KnownHosts hosts, String actuator, Duration bodyTimeMax) {
        this.hosts = hosts;
        this.actuator = actuator;
        this.bodyTimeMax = bodyTimeMax;
    }

    /// After the filters that count and time requests.
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 10;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!isForKnownHost(request)) {
            ProblemWriter.write(
                    Problem.ofStatus(ProblemType.MISDIRECTED_REQUEST.status()), request, response);
            return;
        }
        HttpServletRequest routed;
        try {
            routed = routed(request, response);
        } catch (ProblemException e) {
            ProblemWriter.write(e.problem(), request, response);
            return;
        }
        if (!isActuator(request)) {
            chain.doFilter(routed, response);
            return;
        }
        var answer = new Answer(response);
        chain.doFilter(routed, answer);
        answer.complete(request);
    }

    /// The server's name may be one that a header of a proxy says, and any page can send that.
    private boolean isForKnownHost(HttpServletRequest request) {
        String header = request.getHeader("Host");
        return hosts.knows(request.getServerName())
                && (header == null || hosts.knowsHeader(header));
    }

    /// The request for the handlers. The body of a write to the API is theirs to receive.
    private HttpServletRequest routed(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String method = request.getMethod();
        if (!WRITES.contains(method)) {
            HttpServletRequest routed = method.equals("TRACE") ? new Traced(request) : request;
            if (request.getInputStream().isFinished()) {
                return routed;
            }
            Bodies.leave(request, response);
            return new ReceivedRequest(routed, NO_BODY);
        }
        if (!isActuator(request)) {
            return request;
        }
        MediaTypes.requireJsonBody(request);
        Bodies.receive(request, BODY_BYTES_MAX, bodyTimeMax);
        return new ReceivedRequest(request, Bodies.of(request));
    }

    private boolean isActuator(HttpServletRequest request) {
        String path = request.getServletPath();
        return path.startsWith(actuator)
                && (path.length() == actuator.length() || path.charAt(actuator.length()) == '/');
    }

    /// The dispatcher routes a method that it does not know; TRACE itself it would answer.
    private static final class Traced extends HttpServletRequestWrapper {

        Traced(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return "trace";
        }
    }

    /// Keeps an error without a body back, to give it one.
    private static final class Answer extends HttpServletResponseWrapper {

        private boolean begun;

        Answer(HttpServletResponse response) {
            super(response);
        }

        @Override
        public jakarta.servlet.ServletOutputStream getOutputStream() throws IOException {
            begun = true;
            return super.getOutputStream();
        }

        @Override
        public java.io.PrintWriter getWriter() throws IOException {
            begun = true;
            return super.getWriter();
        }

        @Override
        public void flushBuffer() throws IOException {
            if (begun || getStatus() < ERROR) {
                super.flushBuffer();
            }
        }

        void complete(HttpServletRequest request) throws IOException {
            if (!begun && !isCommitted() && getStatus() >= ERROR) {
                ProblemWriter.write(
                        Problem.ofStatus(getStatus()),
                        request,
                        (HttpServletResponse) getResponse());
            }
        }
    }
}
