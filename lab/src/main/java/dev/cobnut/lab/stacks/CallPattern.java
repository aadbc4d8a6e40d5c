package dev.cobnut.lab.stacks;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A pattern for a frame, with any caller or directly below a frame of another pattern. In both,
/// `*` stands for any number of characters, including none.
///
/// @param caller null for any caller
record CallPattern(@Nullable Predicate<String> caller, Predicate<String> frame) {

    /// @param text one name, or two with `>` between them, the caller first
    static CallPattern of(String text) {
        String[] names = text.split("\\s+>\\s+", 2);
        return names.length == 1
                ? new CallPattern(null, name(text))
                : new CallPattern(name(names[0]), name(names[1]));
    }

    private static Predicate<String> name(String text) {
        return Pattern.compile(
                        Arrays.stream(text.split("\\*", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")))
                .asMatchPredicate();
    }

    boolean matches(@Nullable String from, String to) {
        return frame.test(to) && (caller == null || (from != null && caller.test(from)));
    }
}
