package dev.cobnut.web.request;

import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parameters of a query, each at most once. It collects every problem with them.
public final class QueryParameters {

    private static final int DIGITS_MAX = 18;

    private final Map<String, String[]> given;
    private final List<FieldProblem> problems = new ArrayList<>(0);

    /// @param known names of all parameters; any other one is a problem
    public QueryParameters(HttpServletRequest request, String... known) {
        given = request.getParameterMap();
        List<String> names = List.of(known);
        given.forEach((name, values) -> {
            if (!names.contains(name)) {
                wrong(FieldProblem.parameter(name, "is not known; known are " + names));
            } else if (values.length > 1) {
                wrong(FieldProblem.parameter(name, "is given more than once"));
            }
        });
    }

    /// Null when it is not given.
    public @Nullable String text(String name) {
        String[] values = given.get(name);
        return values == null ? null : values[0];
    }

    /// @param otherwise the value of a parameter that is missing or wrong
    public long number(String name, long min, long max, long otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        boolean digits =
                !text.isEmpty()
                        && text.length() <= DIGITS_MAX
                        && text.chars().allMatch(c -> c >= '0' && c <= '9');
        long number = digits ? Long.parseLong(text) : -1;
        if (number < min || number > max) {
            wrong(
                    FieldProblem.parameter(
                            name,
                            max == Long.MAX_VALUE
                                    ? "must be a whole number from " + min
                                    : "must be a whole number from " + min + " to " + max));
            return otherwise;
        }
        return number;
    }

    /// An instant in ISO 8601, with `Z` or an offset. Null when it is missing or wrong.
    public @Nullable Instant instant(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            wrong(FieldProblem.parameter(name, "must be an instant like 2026-11-24T09:30:00Z"));
            return null;
        }
    }

    /// Notes a problem.
    public void wrong(FieldProblem problem) {
        problems.add(problem);
    }

    /// @throws ProblemException 400 when a problem was noted; it names each
    public void requireAllFine() {
        if (!problems.isEmpty()) {
            throw new ProblemException(
                    Problem.ofErrors(
                            ProblemType.MALFORMED_PARAMETER,
                            problems.size() == 1
                                    ? "One parameter is wrong."
                                    : problems.size() + " parameters are wrong.",
                            problems));
        }
    }
}
