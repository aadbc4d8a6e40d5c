package dev.cobnut.framework.journal;

/// The key of a row of the lookups, in the order of SQLite's primary key: name, group and item,
/// each in the order of its UTF-8 bytes.
record LookupKey(String lookup, String group, String item) implements Comparable<LookupKey> {

    static LookupKey of(LookupChange change) {
        return new LookupKey(change.lookup(), change.group(), change.item());
    }

    @Override
    public int compareTo(LookupKey other) {
        int byLookup = compareTexts(lookup, other.lookup);
        if (byLookup != 0) {
            return byLookup;
        }
        int byGroup = compareTexts(group, other.group);
        return byGroup != 0 ? byGroup : compareTexts(item, other.item);
    }

    /// Compares as UTF-8 does: by code points. `String.compareTo` places a surrogate pair, which is
    /// a code point above U+FFFF, before the characters from U+E000.
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
