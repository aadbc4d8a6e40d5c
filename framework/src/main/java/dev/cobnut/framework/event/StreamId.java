package dev.cobnut.framework.event;

/// The name of one stream: a category and an id, written `category-id`.
///
/// Stream ids are keys of maps and rows, and partition keys of Hazelcast. Their alphabet is narrow:
/// letters, digits and `-` `_` `.` `:`. An id starts with a letter, has at least one `-`, and is at
/// most [#LENGTH_MAX] characters long.
public record StreamId(String value) {

    /// Longest stream id, in characters.
    public static final int LENGTH_MAX = 200;

    /// @throws IllegalArgumentException when the value is outside the alphabet or the length above
    public StreamId {
        int dash = value.indexOf('-');
        if (value.length() > LENGTH_MAX
                || dash < 1
                || dash == value.length() - 1
                || !isWellFormed(value)) {
            throw new IllegalArgumentException(
                    "stream id must be category-id of letters, digits and - _ . : and at most "
                            + LENGTH_MAX
                            + " characters, but was '"
                            + value
                            + "'");
        }
    }

    public static StreamId of(String category, String id) {
        return new StreamId(category + "-" + id);
    }

    /// The part before the first `-`.
    public String category() {
        return value.substring(0, value.indexOf('-'));
    }

    /// The part after the first `-`.
    public String id() {
        return value.substring(value.indexOf('-') + 1);
    }

    @Override
    public String toString() {
        return value;
    }

    private static boolean isWellFormed(String value) {
        if (!isLetter(value.charAt(0))) {
            return false;
        }
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isLetter(c)
                    && !(c >= '0' && c <= '9')
                    && c != '-'
                    && c != '_'
                    && c != '.'
                    && c != ':') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
