package dev.cobnut.orders.api;

import dev.cobnut.framework.journal.JournalException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/// Answers the exceptions of the handlers with a [Problem]. It writes the answer itself, so that
/// content negotiation cannot replace the error by another one.
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final int JOURNAL_RETRY_AFTER_SECONDS = 5;

    @ExceptionHandler
    void problem(ProblemException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemWriter.write(e.problem(), request, response);
    }

    /// The client closed the connection, so nobody can be answered.
    @ExceptionHandler
    void connection(IOException e) {
        LOG.debug("The connection broke while an answer was written.", e);
    }

    @ExceptionHandler
    void journal(JournalException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        // Without a stack trace: while a database is down, every request comes here.
        LOG.warn("{} for {}", e.getMessage(), request.getRequestURI());
        Problem problem =
                OrderAnswers.unavailable(
                                "The journal cannot be read at the moment.",
                                JOURNAL_RETRY_AFTER_SECONDS)
                        .problem();
        ProblemWriter.write(problem, request, response);
    }

    @ExceptionHandler
    void other(Exception e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (e instanceof ErrorResponse known) {
            if (known.getStatusCode().is5xxServerError()) {
                LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), e);
            }
            ProblemWriter.write(of(known, request), request, response);
            return;
        }
        LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), e);
        ProblemWriter.write(
                Problem.ofStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR), request, response);
    }

    /// Spring's exceptions have a status and headers (`Allow`, `Accept`).
    private static Problem of(ErrorResponse known, HttpServletRequest request) {
        Problem problem = Problem.ofStatus(known.getStatusCode().value());
        if (problem.status() == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            problem = problem.withDetail(request.getMethod() + " is not allowed here.");
        }
        HttpHeaders headers = known.getHeaders();
        for (String name : headers.headerNames()) {
            problem = problem.withHeader(name, String.join(", ", headers.getOrEmpty(name)));
        }
        return problem;
    }
}
