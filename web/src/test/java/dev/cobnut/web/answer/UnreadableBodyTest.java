package dev.cobnut.web.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A client learns which field of its body is wrong, what it gave and what is allowed.
class UnreadableBodyTest {

    record Basket(
            int count,
            long cents,
            BigDecimal price,
            boolean gift,
            String name,
            UUID id,
            Instant due,
            Size size,
            List<Line> lines,
            Map<String, Line> byName,
            Even even) {}

    record Line(int quantity) {}

    record Even(int value) {
        Even {
            if (value % 2 != 0) {
                throw new IllegalArgumentException("a bug of ours, with its secrets");
            }
        }
    }

    enum Size {
        SMALL,
        @JsonProperty("huge")
        LARGE
    }

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'count':'many'}  | /count | must be a whole number from -2147483648 to 2147483647, but is \"many\"",
                "{'count':{}}      | /count | must be a whole number from -2147483648 to 2147483647, but is a JSON object",
                "{'count':true}    | /count | must be a whole number from -2147483648 to 2147483647, but is true",
                "{'count':null}    | /count | must be a whole number from -2147483648 to 2147483647, but is null",
                "{'price':'cheap'} | /price | must be a number, but is \"cheap\"",
                "{'gift':'perhaps'} | /gift | must be true or false, but is \"perhaps\"",
                "{'name':{}}       | /name  | must be a string, but is a JSON object",
                "{'name':['a']}    | /name  | must be a string, but is a JSON array",
                "{'id':7}          | /id    | must be a UUID, but is 7",
                "{'size':true}     | /size  | must be one of SMALL, huge, but is true",
                "{'lines':{}}      | /lines | must be a JSON array, but is a JSON object",
                "{'lines':[{'quantity':1},{'quantity':[]}]} | /lines/1/quantity | must be a whole number from -2147483648 to 2147483647, but is a JSON array",
                "{'byName':{'a/b~c':7}} | /byName/a~1b~0c | must be a JSON object, but is a whole number",
                "[]                | ``     | must be a JSON object, but is a JSON array",
                "'x'               | ``     | must be a JSON object, but is a string",
                "{'count':1}      | /cents | must be a whole number from -9223372036854775808 to 9223372036854775807, but is missing",
                "{'count':1,'cents':1,'gift':true,'colour':'red'}  | /colour | is unknown; known are count, cents, price, gift, name, id, due, size, lines, byName, even",
            })
    void aValueOfAWrongJsonTypeIsNamed(String body, String pointer, String detail) {
        assertOneField(body, ProblemType.BODY_SHAPE, pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'id':'seven'}    | /id    | must be a UUID, but is \"seven\"",
                "{'due':'soon'}    | /due   | must be a time such as 2026-01-31T12:00:00Z, but is \"soon\"",
                "{'size':'MEDIUM'} | /size  | must be one of SMALL, huge, but is \"MEDIUM\"",
                "{'count':99999999999} | /count | must be a whole number from -2147483648 to 2147483647",
                "{'even':{'value':3}}  | /even  | is not allowed",
            })
    void aValueThatIsNotAllowedIsNamed(String body, String pointer, String detail) {
        assertOneField(body, ProblemType.VALIDATION, pointer, detail);
    }

    @Test
    void aLongTextIsShownShort() {
        assertOneField(
                "{'id':'" + "x".repeat(41) + "'}",
                ProblemType.VALIDATION,
                "/id",
                "must be a UUID, but is \"" + "x".repeat(40) + "…\"");
    }

    @Test
    void whatIsNotJsonIsShownByLineAndColumn() {
        Problem problem = problem("{'count':\n oops}");

        assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_JSON);
        assertThat(problem.detail()).isEqualTo("The body is not valid JSON near line 2, column 2.");
    }

    @Test
    void aBodyThatIsMissingIsSaidToBe() {
        assertThat(UnreadableBody.of(null).detail())
                .isEqualTo("The body is empty; a JSON object is expected.");
    }

    private static void assertOneField(
            String body, ProblemType type, String pointer, String detail) {
        Problem problem = problem(body);

        assertThat(problem.errors()).containsExactly(FieldProblem.pointer(pointer, detail));
        assertThat(problem.type()).isEqualTo(type);
    }

    /// @param body with ' in the place of "
    private static Problem problem(String body) {
        return UnreadableBody.of(
                catchThrowable(() -> MAPPER.readValue(body.replace('\'', '"'), Basket.class)));
    }
}
