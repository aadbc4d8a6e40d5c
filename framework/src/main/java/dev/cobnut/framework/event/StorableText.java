package dev.cobnut.framework.event;

import org.jspecify.annotations.Nullable;

/// The texts that every journal can store: no NUL, which PostgreSQL refuses, and no half of a
/// surrogate pair, which UTF-8 does not have.
public final class StorableText {

    /// Longest text that is looked up by an index, in characters. With 3 bytes each, several fit
    /// into one entry of an index in PostgreSQL (2 704 bytes).
    public static final int KEY_LENGTH_MAX = 255;

    private StorableText() {}

    /// @param what begins the sentence, for example `the type of an event`
    /// @throws IllegalArgumentException when no journal can store the text
    public static void require(String what, @Nullable String text) {
        if (text == null) {
            return;
        }
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == 0) {
                throw new IllegalArgumentException(
                        what + " has the character NUL, which no journal can store");
            }
            if (Character.isSurrogate(c)) {
                boolean pair =
                        Character.isHighSurrogate(c)
                                && i + 1 < length
                                && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw new IllegalArgumentException(
                            what + " has half of a surrogate pair, which no journal can store");
                }
                i++;
            }
        }
    }

    /// @throws IllegalArgumentException when the text is empty or longer than [#KEY_LENGTH_MAX], or
    ///   when no journal can store it
    public static void requireKey(String what, String text) {
        if (text.isEmpty() || text.length() > KEY_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    what + " has 1 to " + KEY_LENGTH_MAX + " characters, not " + text.length());
        }
        require(what, text);
    }
}
