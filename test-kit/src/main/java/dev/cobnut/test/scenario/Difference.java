package dev.cobnut.test.scenario;

/// Two values that are not equal.
///
/// @param path where they are, for example `lines[1].unitPrice`; empty for the whole
/// @param expected as text
/// @param actual as text
record Difference(String path, String expected, String actual) {

    @Override
    public String toString() {
        return sentence("expected", "was");
    }

    /// @param one names the first value, as `expected` does
    /// @param other names the second value, as `was` does
    String sentence(String one, String other) {
        return (path.isEmpty() ? "" : path + ": ")
                + one
                + " "
                + expected
                + ", "
                + other
                + " "
                + actual;
    }
}
