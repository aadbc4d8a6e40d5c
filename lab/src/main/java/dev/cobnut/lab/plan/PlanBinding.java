package dev.cobnut.lab.plan;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Binds the text of a plan to its records with Jackson and checks every value against the
/// [Allowed] annotation of its component. Every error is one sentence with line, column, key and
/// the allowed values.
final class PlanBinding {

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                    .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                    .addModule(
                            new SimpleModule()
                                    .addDeserializer(
                                            Duration.class,
                                            new AmountReader<>(Duration.class, Amounts::duration)))
                    .build();

    private final PlanText text;

    PlanBinding(PlanText text) {
        this.text = text;
    }

    /// @param tree of the text, including defaults
    <T extends Record> T bind(JsonNode tree, Class<T> type) throws InvalidPlanException {
        T bound;
        try {
            bound = MAPPER.treeToValue(tree, type);
        } catch (UnrecognizedPropertyException e) {
            String path = path(e.getPath());
            String group = path.substring(0, Math.max(0, path.lastIndexOf('.')));
            throw text.complaint(
                    path,
                    "there is no key '%s'%s; allowed are %s"
                            .formatted(
                                    e.getPropertyName(),
                                    group.isEmpty() ? "" : " in " + group,
                                    keys(e.getReferringClass())));
        } catch (JacksonException e) {
            String path = path(e.getPath());
            String allowed = allowed(type, e.getPath());
            throw text.has(path) ? text.wrong(path, allowed) : missing(path, allowed);
        }
        check(bound, "");
        return bound;
    }

    private void check(Record group, String path) throws InvalidPlanException {
        for (RecordComponent component : group.getClass().getRecordComponents()) {
            String key = path.isEmpty() ? component.getName() : path + "." + component.getName();
            Allowed allowed = component.getAnnotation(Allowed.class);
            if (text.has(key)) {
                check(value(component, group), allowed, key);
            } else if (allowed != null && allowed.required()) {
                throw missing(key, allowed.value());
            }
        }
    }

    private void check(@Nullable Object value, @Nullable Allowed allowed, String path)
            throws InvalidPlanException {
        switch (value) {
            case null -> throw text.wrong(path, "a value");
            case Record group -> check(group, path);
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    check(list.get(i), null, path + "[" + i + "]");
                }
            }
            case Map<?, ?> groups -> {
                for (Map.Entry<?, ?> group : groups.entrySet()) {
                    check(group.getValue(), null, path + "." + group.getKey());
                }
            }
            case String word -> {
                if (word.isBlank()
                        || (allowed != null
                                && !allowed.pattern().isEmpty()
                                && !word.matches(allowed.pattern()))) {
                    throw text.wrong(path, allowed == null ? "a text" : allowed.value());
                }
            }
            case Duration length -> range((double) length.toNanos(), allowed, path);
            case Number number -> {
                range(number.doubleValue(), allowed, path);
                if (allowed != null && Double.isFinite(allowed.min()) && !text.isNumber(path)) {
                    throw text.wrong(path, allowed.value());
                }
            }
            default -> {
                // The target is an enum constant or a boolean; Jackson refuses any other text.
            }
        }
    }

    private void range(double value, @Nullable Allowed allowed, String path)
            throws InvalidPlanException {
        if (allowed != null
                && (!(value >= allowed.min() && value <= allowed.max())
                        || (value == allowed.min() && !allowed.minAllowed()))) {
            throw text.wrong(path, allowed.value());
        }
    }

    InvalidPlanException missing(String path, String allowed) {
        return text.complaint(
                path, "the key %s is missing; allowed is %s".formatted(path, allowed));
    }

    static String group(Class<?> type) {
        return "a group with the keys " + keys(type);
    }

    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    private static String keys(Class<?> type) {
        return listed(
                Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList());
    }

    private static @Nullable Object value(RecordComponent component, Record group) {
        try {
            return component.getAccessor().invoke(group);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record has no " + component.getName(), e);
        }
    }

    private static String path(List<JacksonException.Reference> references) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference reference : references) {
            if (reference.getPropertyName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
            }
        }
        return path.toString();
    }

    /// The allowed values in words, for the end of a path below a type.
    private static String allowed(Type root, List<JacksonException.Reference> references) {
        Type type = root;
        @Nullable Allowed allowed = null;
        for (JacksonException.Reference reference : references) {
            if (type instanceof ParameterizedType generic) {
                type =
                        generic.getActualTypeArguments()[
                                generic.getActualTypeArguments().length - 1];
                allowed = null;
            } else if (type instanceof Class<?> group && group.isRecord()) {
                Optional<RecordComponent> component =
                        Arrays.stream(group.getRecordComponents())
                                .filter(c -> c.getName().equals(reference.getPropertyName()))
                                .findFirst();
                if (component.isPresent()) {
                    type = component.get().getGenericType();
                    allowed = component.get().getAnnotation(Allowed.class);
                }
            }
        }
        return allowed == null ? allowed(type) : allowed.value();
    }

    private static String allowed(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type item =
                    generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == List.class
                    ? "a list, each item " + allowed(item)
                    : "a group of groups";
        }
        if (type instanceof Class<?> simple && simple.isRecord()) {
            return group(simple);
        }
        if (type instanceof Class<?> simple && simple.isEnum()) {
            return "one of "
                    + listed(
                            Arrays.stream(simple.getEnumConstants())
                                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                                    .toList());
        }
        return type == boolean.class ? "one of true and false" : "a text";
    }

    /// Parses a text with one method of [Amounts].
    static class AmountReader<T> extends StdDeserializer<T> {

        private final transient Function<String, T> amount;

        AmountReader(Class<T> type, Function<String, T> amount) {
            super(type);
            this.amount = amount;
        }

        @Override
        public @Nullable T deserialize(JsonParser parser, DeserializationContext context) {
            try {
                return amount.apply(parser.getValueAsString(""));
            } catch (IllegalArgumentException _) {
                throw context.weirdStringException(
                        parser.getValueAsString(""), handledType(), "no such amount");
            }
        }
    }

    /// For a component that holds a number of bytes.
    static final class SizeReader extends AmountReader<Long> {
        SizeReader() {
            super(Long.class, Amounts::bytes);
        }
    }
}
