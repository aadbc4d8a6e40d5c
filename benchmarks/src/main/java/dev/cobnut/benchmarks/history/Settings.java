package dev.cobnut.benchmarks.history;

/// The warm-up and the measurement of a fork. Two results are comparable only when these are equal.
///
/// @param warmUpTime JMH's notation, such as `400 ms`
/// @param iterationTime likewise
public record Settings(
        int warmUps, String warmUpTime, int iterations, String iterationTime, int threads) {

    @Override
    public String toString() {
        return "%d × %s + %d × %s, %d thread%s"
                .formatted(
                        warmUps,
                        warmUpTime,
                        iterations,
                        iterationTime,
                        threads,
                        threads == 1 ? "" : "s");
    }
}
