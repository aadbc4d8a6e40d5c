package dev.cobnut.lab.flamegraph;

/// What a change means. It is shown by a sign, by words and by a colour.
public enum Tone {
    BETTER("\u25bc", "better", 0x1B7A3D),
    WORSE("\u25b2", "worse", 0xB3261E),
    WITHIN_NOISE("\u2248", "within noise", 0x5F6368),
    /// A change that matters can be neither shown nor excluded.
    INCONCLUSIVE("?", "inconclusive", 0x5F6368),
    NOT_COMPARABLE("\u2260", "not comparable", 0x33343A);

    private final String sign;
    private final String words;

    private final int colour;

    Tone(String sign, String words, int colour) {
        this.sign = sign;
        this.words = words;
        this.colour = colour;
    }

    /// Behind white text.
    int colour() {
        return colour;
    }

    /// A symbol: an arrow for the direction of the cost, or one that says that there is none.
    public String sign() {
        return sign;
    }

    public String words() {
        return words;
    }
}
