package dev.cobnut.web.answer;

import dev.cobnut.web.problem.Problem;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Where the servlet container brings errors that no handler saw, for example of a filter. In the
/// place of Spring Boot's, whose answers are no problem details. When a part of the answer was
/// sent, the connection is cut instead.
@RestController
final class ProblemErrorController implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (StreamedAnswer.cutWhenBegun(request, response)) {
            return;
        }
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        Problem problem =
                Problem.ofStatus(
                        status instanceof Integer code ? code : HttpServletResponse.SC_NOT_FOUND);
        response.resetBuffer();
        response.setStatus(problem.status());
        Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String instance = path instanceof String uri ? uri : request.getRequestURI();
        Answers.send(response, ProblemWriter.MEDIA_TYPE, ProblemWriter.bytes(problem, instance));
    }
}
