package dev.cobnut.lab.flamegraph;

/// The meaning of a change. A sign, words and a colour show it.
public enum Tone {
    BETTER("\u25bc", "better", 0x1B7A3D),
    WORSE("\u25b2", "worse", 0xB3261E),
    WITHIN_NOISE("\u2248", "within noise", 0x5F6368),
    /// The data neither shows nor excludes a change that matters.
    INCONCLUSIVE("?", "inconclusive", 0x5F6368),
    /// Nothing was tested.
    UNTESTED("\u2013", "untested", 0x5F6368),
    NOT_COMPARABLE("\u2260", "not comparable", 0x33343A);

    private final String sign;
    private final String words;

    private final int colour;

    Tone(String sign, String words, int colour) {
        this.sign = sign;
        this.words = words;
        this.colour = colour;
    }

    /// The background colour for white text.
    int colour() {
        return colour;
    }

    /// A symbol: an arrow for the direction of the cost, or a sign for "no direction".
    public String sign() {
        return sign;
    }

    public String words() {
        return words;
    }
}
