package dev.cobnut.web.answer;

import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.table.TableBuildingException;
import dev.cobnut.framework.view.ViewIncompleteException;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Correlation;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/// Answers the exceptions of the handlers with a [Problem]. It writes the answer itself, so that
/// content negotiation cannot replace the error by another one.
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final int JOURNAL_RETRY_AFTER_SECONDS = 5;

    /// Another version of the service is needed: one that is being rolled out, or the one before.
    private static final int UNREADABLE_RETRY_AFTER_SECONDS = 30;

    /// A view is built in seconds to minutes.
    private static final int INCOMPLETE_RETRY_AFTER_SECONDS = 5;

    @ExceptionHandler
    void problem(ProblemException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemWriter.write(e.problem(), request, response);
    }

    /// The client closed the connection or reads too slowly, so nobody can be answered.
    @ExceptionHandler
    void connection(IOException e, HttpServletRequest request, HttpServletResponse response) {
        boolean _ = StreamedAnswer.cutWhenBegun(request, response);
        LOG.debug("The connection broke while an answer was written.", e);
    }

    @ExceptionHandler
    void journal(JournalException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        unavailable(
                "The journal cannot be read at the moment.",
                JOURNAL_RETRY_AFTER_SECONDS,
                e,
                request,
                response);
    }

    @ExceptionHandler
    void unreadable(
            UnreadableEventException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        unavailable(
                "This version of the service cannot read the recorded events.",
                UNREADABLE_RETRY_AFTER_SECONDS,
                e,
                request,
                response);
    }

    @ExceptionHandler
    void incomplete(
            ViewIncompleteException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        unavailable(
                "This list is being built and would not be complete yet.",
                INCOMPLETE_RETRY_AFTER_SECONDS,
                e,
                request,
                response);
    }

    @ExceptionHandler
    void building(
            TableBuildingException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        unavailable(
                "This table is being built and would not be complete yet.",
                e.retryAfterSeconds(),
                e,
                request,
                response);
    }

    @ExceptionHandler
    void body(
            HttpMessageNotReadableException e,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        ProblemWriter.write(UnreadableBody.of(e.getCause()), request, response);
    }

    /// A name or a value that cannot be decoded, no name, or too many parameters.
    @ExceptionHandler
    void parameters(
            InvalidParameterException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemWriter.write(
                Problem.of(
                        ProblemType.MALFORMED_PARAMETER,
                        "The query has a parameter without a name, one that cannot be decoded, or too many."),
                request,
                response);
    }

    @ExceptionHandler
    void mediaType(
            InvalidMimeTypeException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemWriter.write(
                Problem.of(
                        ProblemType.MALFORMED_HEADER,
                        "Accept or Content-Type is not a media type."),
                request,
                response);
    }

    /// Values that break the constraints of `@Valid`.
    @ExceptionHandler
    void constraints(
            MethodArgumentNotValidException e,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        List<FieldProblem> errors =
                e.getBindingResult().getAllErrors().stream().map(ProblemAdvice::of).toList();
        ProblemWriter.write(
                Problem.ofErrors(
                        ProblemType.VALIDATION,
                        errors.size() == 1
                                ? "One field is wrong."
                                : errors.size() + " fields are wrong.",
                        errors),
                request,
                response);
    }

    /// A variable of the path or a parameter of the query that has no value of the wanted type.
    @ExceptionHandler
    void parameter(
            MethodArgumentTypeMismatchException e,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Class<?> wanted = e.getRequiredType();
        parameter(
                e.getName(),
                wanted == null ? "cannot be read" : "is not a " + wanted.getSimpleName(),
                request,
                response);
    }

    @ExceptionHandler
    void parameter(
            MissingServletRequestParameterException e,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        parameter(e.getParameterName(), "is required", request, response);
    }

    @ExceptionHandler
    void other(Exception e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (e instanceof ErrorResponse known) {
            if (known.getStatusCode().is5xxServerError()) {
                failed(request, response, e);
            }
            ProblemWriter.write(of(known, request), request, response);
            return;
        }
        ResponseStatus status =
                AnnotatedElementUtils.findMergedAnnotation(e.getClass(), ResponseStatus.class);
        if (status != null && status.code().is4xxClientError()) {
            ProblemWriter.write(Problem.ofStatus(status.code().value()), request, response);
            return;
        }
        failed(request, response, e);
        ProblemWriter.write(
                Problem.ofStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR), request, response);
    }

    /// The answer names the correlation id, too.
    private static void failed(
            HttpServletRequest request, HttpServletResponse response, Exception e) {
        LOG.error(
                "{} {} failed (correlation id {})",
                request.getMethod(),
                request.getRequestURI(),
                response.getHeader(Correlation.HEADER),
                e);
    }

    private static void parameter(
            String name, String detail, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemWriter.write(
                Problem.ofErrors(
                        ProblemType.MALFORMED_PARAMETER,
                        "One parameter is wrong.",
                        List.of(FieldProblem.parameter(name, detail))),
                request,
                response);
    }

    /// A field's path in Java, `lines[0].quantity`, as a JSON pointer.
    private static FieldProblem of(ObjectError error) {
        String pointer =
                error instanceof FieldError field
                        ? "/" + field.getField().replace("].", "/").replaceAll("[.\\[]", "/")
                        : "";
        return FieldProblem.pointer(
                pointer.replace("]", ""),
                Objects.requireNonNullElse(error.getDefaultMessage(), "is wrong"));
    }

    /// Logged without a stack trace: while a database is down, every request comes here.
    private static void unavailable(
            String detail,
            int retryAfterSeconds,
            Exception cause,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        LOG.warn(
                "{} for {} (correlation id {})",
                cause.getMessage(),
                request.getRequestURI(),
                response.getHeader(Correlation.HEADER));
        ProblemWriter.write(
                ProblemException.unavailable(detail, retryAfterSeconds).problem(),
                request,
                response);
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
