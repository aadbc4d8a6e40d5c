package dev.cobnut.framework.tools;

/// How often a test repeats what it does. `./cobnut test --thorough` sets the environment variable
/// `COBNUT_TEST_THOROUGH` to `yes`, and each test repeats as often as its promise says.
public final class TestRounds {

    static final String VARIABLE = "COBNUT_TEST_THOROUGH";
    static final String YES = "yes";

    private TestRounds() {}

    /// @param usually the number in `./cobnut test`
    /// @param thorough the number in `./cobnut test --thorough`
    public static int of(int usually, int thorough) {
        return areThorough() ? thorough : usually;
    }

    /// Whether the thorough tests run.
    public static boolean areThorough() {
        return YES.equals(System.getenv(VARIABLE));
    }
}
