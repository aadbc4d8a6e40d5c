package dev.cobnut.test.scenario;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the smallest parts of two values that are not equal. It looks into records, lists and
/// maps; all other values are compared as a whole.
final class Differences {

    /// Differences that a message names. More do not help a reader.
    private static final int NAMED_MAX = 20;

    /// Characters of a value in a message.
    private static final int TEXT_MAX = 300;

    private static final String NOTHING = "nothing";

    private final List<Difference> found = new ArrayList<>();

    private Differences() {}

    /// @return empty when the values are equal
    static List<Difference> between(@Nullable Object expected, @Nullable Object actual) {
        Differences differences = new Differences();
        differences.compare("", expected, actual);
        return differences.found;
    }

    /// The differences of two lists of events, each named by its number and type.
    static List<Difference> ofEvents(List<?> expected, List<?> actual) {
        return of("event", expected, actual);
    }

    /// The differences of two lists, each named by its number and type.
    ///
    /// @param noun what the lists have, in the singular
    static List<Difference> of(String noun, List<?> expected, List<?> actual) {
        Differences differences = new Differences();
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String place = noun + " " + (i + 1);
            Object one = i < expected.size() ? expected.get(i) : null;
            Object other = i < actual.size() ? actual.get(i) : null;
            if (one != null && other != null && one.getClass() == other.getClass()) {
                differences.compare(place + ", " + typeOf(one), one, other);
            } else {
                differences.found.add(
                        new Difference(
                                place,
                                one == null ? NOTHING : text(one),
                                other == null ? NOTHING : text(other)));
            }
        }
        return differences.found;
    }

    /// The differences, each in a line of its own.
    static String text(List<Difference> differences) {
        return text(differences, "expected", "was");
    }

    /// @param one names the first value, as `expected` does
    /// @param other names the second value, as `was` does
    static String text(List<Difference> differences, String one, String other) {
        String named =
                differences.stream()
                        .limit(NAMED_MAX)
                        .map(difference -> "\n  " + difference.sentence(one, other))
                        .collect(Collectors.joining());
        int more = differences.size() - NAMED_MAX;
        return more > 0 ? named + "\n  and " + more + " more" : named;
    }

    /// The simple name of the value's class.
    static String typeOf(Object value) {
        return value.getClass().getSimpleName();
    }

    /// The value in a message.
    static String text(@Nullable Object value) {
        String text =
                value instanceof CharSequence chars ? "\"" + chars + "\"" : String.valueOf(value);
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "…";
    }

    private void compare(String path, @Nullable Object expected, @Nullable Object actual) {
        if (Objects.equals(expected, actual)) {
            return;
        }
        int before = found.size();
        if (expected instanceof List<?> one && actual instanceof List<?> other) {
            compareLists(path, one, other);
        } else if (expected instanceof Map<?, ?> one && actual instanceof Map<?, ?> other) {
            compareMaps(path, one, other);
        } else if (expected instanceof Record one
                && actual instanceof Record other
                && one.getClass() == other.getClass()) {
            compareRecords(path, one, other);
        }
        if (found.size() == before) {
            addWhole(path, expected, actual);
        }
    }

    private void compareLists(String path, List<?> expected, List<?> actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String place = path + "[" + i + "]";
            if (i >= actual.size()) {
                found.add(new Difference(place, text(expected.get(i)), NOTHING));
            } else if (i >= expected.size()) {
                found.add(new Difference(place, NOTHING, text(actual.get(i))));
            } else {
                compare(place, expected.get(i), actual.get(i));
            }
        }
    }

    private void compareMaps(String path, Map<?, ?> expected, Map<?, ?> actual) {
        Set<Object> keys = new LinkedHashSet<>(expected.keySet());
        keys.addAll(actual.keySet());
        for (Object key : keys) {
            String place = path + "[" + key + "]";
            if (!actual.containsKey(key)) {
                found.add(new Difference(place, text(expected.get(key)), NOTHING));
            } else if (!expected.containsKey(key)) {
                found.add(new Difference(place, NOTHING, text(actual.get(key))));
            } else {
                compare(place, expected.get(key), actual.get(key));
            }
        }
    }

    private void compareRecords(String path, Record expected, Record actual) {
        String prefix = path.isEmpty() ? "" : path + ".";
        for (RecordComponent component : expected.getClass().getRecordComponents()) {
            Method accessor = component.getAccessor();
            // Records of tests are often package-private. A module may keep them closed.
            if (accessor.trySetAccessible()) {
                compare(
                        prefix + component.getName(),
                        read(accessor, expected),
                        read(accessor, actual));
            }
        }
    }

    private static @Nullable Object read(Method accessor, Record of) {
        try {
            return accessor.invoke(of);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + accessor, e);
        }
    }

    /// Two values may look the same and be of different types.
    private void addWhole(String path, @Nullable Object expected, @Nullable Object actual) {
        String one = text(expected);
        String other = text(actual);
        if (one.equals(other) && expected != null && actual != null) {
            one += " (" + expected.getClass().getName() + ")";
            other += " (" + actual.getClass().getName() + ")";
        }
        found.add(new Difference(path, one, other));
    }
}
