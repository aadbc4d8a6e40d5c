package dev.cobnut.loadtests.flamegraph;

/// What a change means. It is shown by a sign, by words and by a colour.
public enum Tone {
    BETTER("\u25bc", "better"),
    WORSE("\u25b2", "worse"),
    WITHIN_NOISE("\u2248", "within noise"),
    NOT_COMPARABLE("\u2260", "not comparable");

    private final String sign;
    private final String words;

    Tone(String sign, String words) {
        this.sign = sign;
        this.words = words;
    }

    /// A symbol: an arrow for the direction of the cost, or one that says that there is none.
    public String sign() {
        return sign;
    }

    public String words() {
        return words;
    }
}
