package dev.cobnut.framework.journal;

/// The order of SQLite's primary key of the lookups: name, group and item, each in the order of its
/// UTF-8 bytes.
final class LookupOrder {

    private LookupOrder() {}

    static int compare(LookupChange one, LookupChange other) {
        return compare(one, other.lookup(), other.group(), other.item());
    }

    static int compare(LookupChange change, String lookup, String group, String item) {
        int byLookup = compareTexts(change.lookup(), lookup);
        if (byLookup != 0) {
            return byLookup;
        }
        int byGroup = compareTexts(change.group(), group);
        return byGroup != 0 ? byGroup : compareTexts(change.item(), item);
    }

    /// UTF-8 sorts by code points. `String.compareTo` places a surrogate pair, which is a code
    /// point above U+FFFF, before the characters from U+E000.
    @SuppressWarnings("ReferenceEquality") // names are often the same object
    static int compareTexts(String one, String other) {
        if (one == other) {
            return 0;
        }
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                boolean pairOfOne = Character.isSurrogate(a);
                return pairOfOne == Character.isSurrogate(b) ? a - b : pairOfOne ? 1 : -1;
            }
        }
        return one.length() - other.length();
    }
}
