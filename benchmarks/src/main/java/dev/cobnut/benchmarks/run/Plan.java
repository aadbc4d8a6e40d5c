package dev.cobnut.benchmarks.run;

import java.time.Duration;

/// How often and how long.
///
/// @param label stands in the record
/// @param forks processes for each case: the number of rounds
/// @param targetWarmUps warm-up iterations of what a published target rests on
/// @param targetsOnly whether the rest is left out
public record Plan(
        String label,
        int forks,
        int warmUps,
        int targetWarmUps,
        Duration warmUpTime,
        int iterations,
        Duration iterationTime,
        boolean targetsOnly) {

    /// A start of the process, the contender and JMH's own hand-shake.
    private static final Duration START = Duration.ofMillis(1_300);

    /// For the record: everything.
    public static Plan full() {
        return new Plan("full", 3, 3, 8, Duration.ofMillis(250), 3, Duration.ofMillis(250), false);
    }

    /// For every day: what the targets rest on.
    public static Plan quick() {
        return new Plan("quick", 3, 6, 6, Duration.ofMillis(200), 3, Duration.ofMillis(200), true);
    }

    Plan withForks(int count) {
        return new Plan(
                label,
                count,
                warmUps,
                targetWarmUps,
                warmUpTime,
                iterations,
                iterationTime,
                targetsOnly);
    }

    Plan withLabel(String text) {
        return new Plan(
                text,
                forks,
                warmUps,
                targetWarmUps,
                warmUpTime,
                iterations,
                iterationTime,
                targetsOnly);
    }

    int warmUps(boolean target) {
        return target ? targetWarmUps : warmUps;
    }

    /// Of one fork.
    Duration length(boolean target) {
        return START.plus(warmUpTime.multipliedBy(warmUps(target)))
                .plus(iterationTime.multipliedBy(iterations));
    }
}
