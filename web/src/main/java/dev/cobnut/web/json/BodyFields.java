package dev.cobnut.web.json;

import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/// Walks through one JSON body and collects every wrong value with its JSON pointer.
///
/// The methods return null for a wrong value and skip it. So the walk goes on, and one answer
/// reports all problems. A pointer is built only for a wrong value.
public final class BodyFields {

    /// Most wrong fields in one answer; bounds its size.
    public static final int PROBLEMS_MAX = 100;

    private static final int DECIMAL_LENGTH_MAX = 32;

    private final JsonParser json;

    /// Pointer of the value that is read; empty for the whole body.
    private final String base;

    private final List<FieldProblem> problems = new ArrayList<>(0);
    private boolean wrongShape;

    private BodyFields(JsonParser json, String base) {
        this.json = json;
        this.base = base;
    }

    /// Reads one kind of body.
    public interface Content<T> {

        /// @return null only when a problem was noted
        @Nullable T read(BodyFields fields);
    }

    /// @throws ProblemException when the body is not JSON, or a problem was noted
    public static <T> T read(byte[] body, Content<T> content) {
        try {
            return parse(body, content);
        } catch (JacksonException _) {
            throw ProblemException.of(
                    ProblemType.MALFORMED_JSON, "The body is not in UTF-8, UTF-16 or UTF-32.");
        }
    }

    private static <T> T parse(byte[] body, Content<T> content) {
        try (JsonParser json = BoundedJson.parser(body)) {
            try {
                if (json.nextToken() == null) {
                    throw ProblemException.of(
                            ProblemType.MALFORMED_JSON,
                            "The body is empty; a JSON object is expected.");
                }
                var fields = new BodyFields(json, "");
                T result = content.read(fields);
                if (json.nextToken() != null) {
                    throw ProblemException.of(
                            ProblemType.MALFORMED_JSON,
                            "The body goes on after the end of its JSON object.");
                }
                return fields.completed(result);
            } catch (StreamConstraintsException _) {
                throw ProblemException.of(ProblemType.MALFORMED_JSON, beyondLimits());
            } catch (JacksonException _) {
                throw ProblemException.of(ProblemType.MALFORMED_JSON, notJson(json));
            }
        }
    }

    /// Notes a value of the right JSON type that is not allowed.
    public void wrongValue(String pointer, String detail) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(FieldProblem.pointer(pointer, detail));
        }
    }

    /// Notes a value that is not allowed, by its pointer from the value that is read.
    public void wrongWithin(String pointer, String detail) {
        wrongValue(base + pointer, detail);
    }

    /// Reads the current value, which is right or wrong by itself: its problems are no problems of
    /// the body.
    ///
    /// @throws ProblemException when a problem with the value was noted; the walk can go on
    public <T> T readAlone(Content<T> content) {
        var fields = new BodyFields(json, here());
        return fields.completed(content.read(fields));
    }

    /// True when a problem was noted.
    public boolean anythingWrong() {
        return !problems.isEmpty();
    }

    /// The fields of the object that begins at the current token. Anything else is noted, and the
    /// result is null.
    public @Nullable ObjectFields object(FieldNames names) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            wrongShapeHere("must be a JSON object");
            return null;
        }
        return new ObjectFields(this, json, names);
    }

    /// True when the current token begins an array. Anything else is noted.
    public boolean beginsArray() {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            wrongShapeHere("must be a JSON array");
            return false;
        }
        return true;
    }

    /// Moves to the next element of the array; false at its end.
    public boolean nextElement() {
        return json.nextToken() != JsonToken.END_ARRAY;
    }

    /// Skips the current value.
    public void skip() {
        json.skipChildren();
    }

    /// @param rule gives what is wrong with a text, or null
    public @Nullable String text(Function<String, @Nullable String> rule) {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            wrongShapeHere("must be a string");
            return null;
        }
        String text = json.getString();
        return passes(rule.apply(text)) ? text : null;
    }

    /// A whole number, for example 2, 2.0 or 2e0. One that is too large for a long is
    /// [Long#MAX_VALUE].
    ///
    /// @param rule gives what is wrong with a number, or null
    /// @param otherwise the result when the value is wrong
    public long whole(LongFunction<@Nullable String> rule, long otherwise) {
        long value;
        if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            value =
                    switch (json.getNumberType()) {
                        case INT, LONG -> json.getLongValue();
                        case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> Long.MAX_VALUE;
                    };
        } else if (json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
            // 2.0 and 2e0 are whole numbers for JSON.
            BigDecimal number = number();
            if (number == null) {
                return otherwise;
            }
            BigDecimal whole = number.stripTrailingZeros();
            if (whole.scale() > 0) {
                wrongShapeHere("must be a whole number");
                return otherwise;
            }
            value =
                    whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0
                            ? whole.longValue()
                            : Long.MAX_VALUE;
        } else {
            wrongShapeHere("must be a whole number");
            return otherwise;
        }
        return passes(rule.apply(value)) ? value : otherwise;
    }

    /// A decimal with all its digits, from a JSON number or a string like "12.50".
    public @Nullable BigDecimal decimal() {
        return switch (json.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_STRING -> {
                String text = json.getString();
                if (isDecimal(text)) {
                    yield new BigDecimal(text);
                }
                wrongValue(here(), "must be a decimal number, for example \"12.50\"");
                yield null;
            }
            case null, default -> {
                wrongShapeHere("must be a decimal number, as a number or a string");
                yield null;
            }
        };
    }

    /// The current number. An exponent that no decimal can have (1e2147483648) is noted.
    private @Nullable BigDecimal number() {
        try {
            return new BigDecimal(
                    json.getStringCharacters(), json.getStringOffset(), json.getStringLength());
        } catch (NumberFormatException _) {
            wrongValue(here(), "has an exponent beyond all limits");
            return null;
        }
    }

    /// Notes a problem of the current token. True when there is none.
    public boolean passes(@Nullable String problem) {
        if (problem == null) {
            return true;
        }
        wrongValue(here(), problem);
        return false;
    }

    void wrongShapeHere(String detail) {
        wrongShape = true;
        wrongValue(here(), detail);
        json.skipChildren();
    }

    String here() {
        return json.streamReadContext().pathAsPointer().toString();
    }

    private <T> T completed(@Nullable T result) {
        if (result != null && problems.isEmpty()) {
            return result;
        }
        ProblemType type = wrongShape ? ProblemType.BODY_SHAPE : ProblemType.VALIDATION;
        String detail =
                problems.size() == 1
                        ? "One field is wrong."
                        : (problems.size() == PROBLEMS_MAX ? "At least " : "")
                                + problems.size()
                                + " fields are wrong.";
        throw new ProblemException(Problem.ofErrors(type, detail, problems));
    }

    /// Digits, perhaps a sign, perhaps a point and more digits: no exponents, no blanks.
    private static boolean isDecimal(String text) {
        int length = text.length();
        int digits = 0;
        boolean point = false;
        for (int i = text.startsWith("-") ? 1 : 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && !point && digits > 0 && i + 1 < length) {
                point = true;
            } else {
                return false;
            }
        }
        return digits > 0 && length <= DECIMAL_LENGTH_MAX;
    }

    private static String beyondLimits() {
        return "The body nests deeper than %d levels, or has a text of more than %d characters, a number of more than %d or a name of more than %d."
                .formatted(
                        BoundedJson.DEPTH_MAX,
                        BoundedJson.STRING_LENGTH_MAX,
                        BoundedJson.NUMBER_LENGTH_MAX,
                        BoundedJson.NAME_LENGTH_MAX);
    }

    private static String notJson(JsonParser json) {
        var location = json.currentLocation();
        return "The body is not valid JSON near line %d, column %d."
                .formatted(location.getLineNr(), location.getColumnNr());
    }
}
