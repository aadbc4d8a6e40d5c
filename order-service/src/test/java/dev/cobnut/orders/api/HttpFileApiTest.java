package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sends the requests of docs/orders.http, from the top.
class HttpFileApiTest extends ApiTest {

    private static final Path FILE = Path.of("../docs/orders.http");
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{([^}]+)}}");
    private static final Pattern OF_AN_ANSWER =
            Pattern.compile("(\\w+)\\.response\\.headers\\.([\\w-]+)");

    /// @param name for requests that follow; null when it has none
    private record Request(
            @Nullable String name,
            int expected,
            String method,
            String target,
            List<String> headers,
            @Nullable String body) {}

    @Test
    void everyRequestGetsTheStatusThatTheFileExpects() throws IOException {
        String text = Files.readString(FILE);
        String[] parts = text.split("(?m)^###.*\n", -1);
        Map<String, String> variables = variables(parts[0]);
        variables.put("host", "");
        Map<String, Answer> answers = new HashMap<>();
        List<Integer> statuses = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            Request request = parsed(parts[i]);
            Answer answer =
                    api.send(
                            request.method(),
                            filled(request.target(), variables, answers),
                            request.body() == null
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofString(
                                            filled(request.body(), variables, answers)),
                            request.headers().toArray(String[]::new));

            assertThat(answer.status())
                    .as(request + " " + answer.body())
                    .isEqualTo(request.expected());
            statuses.add(answer.status());
            if (request.name() != null) {
                answers.put(request.name(), answer);
            }
        }

        assertThat(statuses).hasSizeGreaterThan(15).contains(201, 200, 409, 412, 422);
    }

    private static Map<String, String> variables(String head) {
        Map<String, String> variables = new HashMap<>();
        head.lines()
                .filter(line -> line.startsWith("@"))
                .forEach(line -> {
                    String[] named = line.substring(1).split("=", 2);
                    variables.put(named[0].strip(), named[1].strip());
                });
        return variables;
    }

    private static Request parsed(String part) {
        String name = null;
        int expected = 0;
        List<String> lines = new ArrayList<>(part.strip().lines().toList());
        while (lines.getFirst().startsWith("#")) {
            String comment = lines.removeFirst().substring(1).strip();
            if (comment.startsWith("@name ")) {
                name = comment.substring("@name ".length());
            } else if (comment.startsWith("Expect: ")) {
                expected = Integer.parseInt(comment.substring("Expect: ".length()));
            }
        }
        String[] line = lines.removeFirst().split(" ", 2);
        List<String> headers = new ArrayList<>();
        while (!lines.isEmpty() && !lines.getFirst().isBlank()) {
            String[] header = lines.removeFirst().split(": ", 2);
            headers.addAll(List.of(header));
        }
        String body = String.join("\n", lines).strip();
        return new Request(name, expected, line[0], line[1], headers, body.isEmpty() ? null : body);
    }

    /// Replaces `{{variable}}` and `{{name.response.headers.Header}}`.
    private static String filled(
            String text, Map<String, String> variables, Map<String, Answer> answers) {
        return VARIABLE.matcher(text)
                .replaceAll((MatchResult found) -> {
                    var reference = OF_AN_ANSWER.matcher(found.group(1));
                    if (reference.matches()) {
                        return known(found, answers.get(reference.group(1)))
                                .header(reference.group(2));
                    }
                    String value = known(found, variables.get(found.group(1)));
                    return filled(value, variables, answers);
                });
    }

    private static <T> T known(MatchResult variable, @Nullable T value) {
        return Objects.requireNonNull(value, () -> "nothing is known as " + variable.group());
    }
}
