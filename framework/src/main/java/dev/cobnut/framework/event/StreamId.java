package dev.cobnut.framework.event;

/// The name of one stream: a category and an id, written `category-id`.
///
/// Stream ids are keys of maps and rows, and partition keys of Hazelcast. Their alphabet is narrow:
/// letters, digits and `-` `_` `.` `:`. An id starts with a letter, has at least one `-`, and is at
/// most [#LENGTH_MAX] characters long.
public record StreamId(String value) {

    /// Longest stream id, in characters.
    public static final int LENGTH_MAX = 200;

    /// What a category is, for a sentence.
    public static final String CATEGORY_RULE =
            "a category begins with a letter and has letters, digits, _ . and : only, because it ends"
                    + " at the first - of a stream id";

    /// @throws IllegalArgumentException when the value is outside the alphabet or the length above
    public StreamId {
        if (!isValid(value)) {
            throw new IllegalArgumentException(
                    "stream id must be category-id of letters, digits and - _ . : and at most "
                            + LENGTH_MAX
                            + " characters, but was '"
                            + value
                            + "'");
        }
    }

    /// True when the text can be the name of a stream.
    public static boolean isValid(String value) {
        int dash = value.indexOf('-');
        return value.length() <= LENGTH_MAX
                && dash >= 1
                && dash < value.length() - 1
                && isWellFormed(value);
    }

    public static StreamId of(String category, String id) {
        return new StreamId(category + "-" + id);
    }

    /// @return the category
    /// @throws UnusableDomainException when no stream id can carry it: its first `-` would end it
    public static String requireCategory(String category) {
        if (!isCategory(category)) {
            throw new UnusableDomainException(
                    "no stream id can carry the category '" + category + "'; " + CATEGORY_RULE);
        }
        return category;
    }

    /// True when a stream id can carry the category.
    public static boolean isCategory(String category) {
        return category.indexOf('-') < 0
                && !category.isEmpty()
                && category.length() <= LENGTH_MAX - 2
                && isWellFormed(category);
    }

    /// True when the part before the first `-` is this category.
    public boolean isOf(String category) {
        int length = category.length();
        return value.length() > length
                && value.charAt(length) == '-'
                && value.startsWith(category)
                && category.indexOf('-') < 0;
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
