package dev.cobnut.lab.compare;

/// The conclusion about a row.
///
/// [#IMPROVED] and [#REGRESSED] need all of these: the window is comparable, the confidence
/// interval excludes zero, the adjusted p is at most the false discovery rate, and the change is
/// larger than both the row's practical threshold and the floor, which is what the session's own
/// runs show against themselves.
public enum Verdict {
    IMPROVED("improved"),
    REGRESSED("regressed"),
    /// No change was found, and the interval excludes a change that matters.
    WITHIN_NOISE("within noise"),
    /// No change was found, and a change that matters cannot be excluded.
    INCONCLUSIVE("inconclusive"),
    /// The window's gate failed, the compiler had too much of its samples, or a side has no value.
    NOT_COMPARABLE("not comparable");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /// The words for tables and badges.
    public String words() {
        return words;
    }

    /// True for verdicts that state a change.
    public boolean isFinding() {
        return this == IMPROVED || this == REGRESSED;
    }
}
