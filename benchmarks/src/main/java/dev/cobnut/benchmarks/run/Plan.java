package dev.cobnut.benchmarks.run;

import java.time.Duration;

/// How often and how long.
///
/// @param label stands in the record
/// @param targets for what a published target rests on
/// @param others for the rest
/// @param targetsOnly whether the rest is left out
public record Plan(
        String label,
        Effort targets,
        Effort others,
        Duration warmUpTime,
        int iterations,
        Duration iterationTime,
        boolean targetsOnly) {

    /// @param forks processes for each case: the number of rounds
    /// @param warmUps warm-up iterations of each
    record Effort(int forks, int warmUps) {}

    /// A start of the process, the contender and JMH's own hand-shake.
    private static final Duration START = Duration.ofMillis(800);

    /// For the record: everything. Six processes for a target, because of three an interval is more
    /// than twice as wide, and most ratios would stay undecided.
    public static Plan full() {
        return new Plan(
                "full",
                new Effort(6, 8),
                new Effort(3, 3),
                Duration.ofMillis(250),
                3,
                Duration.ofMillis(250),
                false);
    }

    /// For every day: what the targets rest on.
    public static Plan quick() {
        Effort effort = new Effort(3, 6);
        return new Plan(
                "quick", effort, effort, Duration.ofMillis(200), 3, Duration.ofMillis(200), true);
    }

    Plan withForks(int count) {
        return new Plan(
                label,
                new Effort(count, targets.warmUps),
                new Effort(count, others.warmUps),
                warmUpTime,
                iterations,
                iterationTime,
                targetsOnly);
    }

    Plan withLabel(String text) {
        return new Plan(text, targets, others, warmUpTime, iterations, iterationTime, targetsOnly);
    }

    int forks(boolean target) {
        return effort(target).forks;
    }

    int warmUps(boolean target) {
        return effort(target).warmUps;
    }

    private Effort effort(boolean target) {
        return target ? targets : others;
    }

    /// Of one fork.
    Duration length(boolean target) {
        return START.plus(warmUpTime.multipliedBy(warmUps(target)))
                .plus(iterationTime.multipliedBy(iterations));
    }
}
