package dev.cobnut.web.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemType;
import java.lang.invoke.MethodType;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/// Says which field of a body Jackson could not bind, what it is, and what is allowed.
///
/// ```text
/// not JSON                             400 malformed-json   line and column
/// wrong JSON type, unknown field       400 body-shape       one pointer
/// right JSON type, value not allowed   422 validation       one pointer
/// ```
///
/// Jackson stops at the first wrong field, so there is one error.
final class UnreadableBody {

    private static final int TEXT_MAX = 40;
    private static final int NAMES_MAX = 30;

    private static final Map<Class<?>, String> ALLOWED =
            Map.ofEntries(
                    Map.entry(Byte.class, whole(Byte.MIN_VALUE, Byte.MAX_VALUE)),
                    Map.entry(Short.class, whole(Short.MIN_VALUE, Short.MAX_VALUE)),
                    Map.entry(Integer.class, whole(Integer.MIN_VALUE, Integer.MAX_VALUE)),
                    Map.entry(Long.class, whole(Long.MIN_VALUE, Long.MAX_VALUE)),
                    Map.entry(BigInteger.class, "a whole number"),
                    Map.entry(Boolean.class, "true or false"),
                    Map.entry(UUID.class, "a UUID"),
                    Map.entry(Instant.class, "a time such as 2026-01-31T12:00:00Z"),
                    Map.entry(OffsetDateTime.class, "a time such as 2026-01-31T12:00:00+01:00"),
                    Map.entry(LocalDateTime.class, "a time such as 2026-01-31T12:00:00"),
                    Map.entry(LocalDate.class, "a date such as 2026-01-31"),
                    Map.entry(Duration.class, "a duration such as PT1H30M"));

    private UnreadableBody() {}

    /// @param cause what the message converter failed with; null when there is no body
    static Problem of(@Nullable Throwable cause) {
        return switch (cause) {
            case UnrecognizedPropertyException e -> unknown(e);
            case MismatchedInputException e -> mismatch(e);
            case InputCoercionException e ->
                    oneField(
                            ProblemType.VALIDATION,
                            e,
                            "must be " + allowed(boxed(e.getTargetType())));
            case DatabindException e -> oneField(ProblemType.VALIDATION, e, "is not allowed");
            case StreamReadException e -> notJson(e);
            case null ->
                    Problem.of(
                            ProblemType.MALFORMED_JSON,
                            "The body is empty; a JSON object is expected.");
            default ->
                    Problem.of(
                            ProblemType.MALFORMED_JSON,
                            "The body is not a JSON object with the expected values.");
        };
    }

    private static Problem unknown(UnrecognizedPropertyException e) {
        Collection<Object> known = Objects.requireNonNullElse(e.getKnownPropertyIds(), List.of());
        return oneField(
                ProblemType.BODY_SHAPE,
                e,
                "is unknown; known are " + names(known.stream().map(Object::toString).toList()));
    }

    private static Problem mismatch(MismatchedInputException e) {
        Class<?> wanted = boxed(e.getTargetType());
        return oneField(
                isOfRightType(e, wanted) ? ProblemType.VALIDATION : ProblemType.BODY_SHAPE,
                e,
                "must be %s, but is %s".formatted(allowed(wanted), given(e)));
    }

    private static Problem notJson(StreamReadException e) {
        TokenStreamLocation at = e.getLocation();
        return Problem.of(
                ProblemType.MALFORMED_JSON,
                at == null
                        ? "The body is not valid JSON."
                        : "The body is not valid JSON near line %d, column %d."
                                .formatted(at.getLineNr(), at.getColumnNr()));
    }

    private static Problem oneField(ProblemType type, JacksonException e, String detail) {
        return Problem.ofErrors(
                type, "One field is wrong.", List.of(FieldProblem.pointer(pointer(e), detail)));
    }

    /// The path of Jackson as a JSON pointer (RFC 6901).
    private static String pointer(JacksonException e) {
        return e.getPath().stream()
                .map(step -> {
                    String name = step.getPropertyName();
                    return name == null
                            ? "/" + step.getIndex()
                            : "/" + name.replace("~", "~0").replace("/", "~1");
                })
                .collect(Collectors.joining());
    }

    private static Class<?> boxed(@Nullable Class<?> type) {
        return type == null ? Object.class : MethodType.methodType(type).wrap().returnType();
    }

    /// True for a text that is not one of the allowed texts: the JSON type is right then.
    private static boolean isOfRightType(MismatchedInputException e, Class<?> wanted) {
        return e instanceof InvalidFormatException
                && e.getCurrentToken() == JsonToken.VALUE_STRING
                && !Number.class.isAssignableFrom(wanted)
                && wanted != Boolean.class;
    }

    private static String allowed(Class<?> wanted) {
        String known = ALLOWED.get(wanted);
        if (known != null) {
            return known;
        }
        if (Number.class.isAssignableFrom(wanted)) {
            return "a number";
        }
        if (wanted.isEnum()) {
            return "one of "
                    + names(
                            Arrays.stream(wanted.getEnumConstants())
                                    .map(constant -> name((Enum<?>) constant))
                                    .toList());
        }
        if (wanted.isArray() || Collection.class.isAssignableFrom(wanted)) {
            return "a JSON array";
        }
        if (wanted == String.class || wanted.getName().startsWith("java.")) {
            return wanted == String.class ? "a string" : "a " + wanted.getSimpleName();
        }
        return "a JSON object";
    }

    /// The constant as Jackson writes it.
    private static String name(Enum<?> constant) {
        try {
            JsonProperty written =
                    constant.getDeclaringClass()
                            .getField(constant.name())
                            .getAnnotation(JsonProperty.class);
            return written == null || written.value().isEmpty()
                    ? constant.toString()
                    : written.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String given(MismatchedInputException e) {
        Object value = e instanceof InvalidFormatException format ? format.getValue() : null;
        if (value != null) {
            String text = value.toString();
            String shown = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text;
            return e.getCurrentToken() == JsonToken.VALUE_STRING ? '"' + shown + '"' : shown;
        }
        return switch (e.getCurrentToken()) {
            case START_OBJECT, PROPERTY_NAME -> "a JSON object";
            case START_ARRAY -> "a JSON array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction";
            case VALUE_TRUE -> "true";
            case VALUE_FALSE -> "false";
            case VALUE_NULL -> "null";
            case null, default -> "missing";
        };
    }

    private static String names(Collection<String> names) {
        return names.stream().limit(NAMES_MAX).collect(Collectors.joining(", "))
                + (names.size() > NAMES_MAX ? ", …" : "");
    }

    private static String whole(long min, long max) {
        return "a whole number from " + min + " to " + max;
    }
}
