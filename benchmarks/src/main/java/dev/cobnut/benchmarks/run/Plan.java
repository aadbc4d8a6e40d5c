package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.results.ResultsSection;
import java.time.Duration;

/// The number and the length of measurements.
///
/// @param label label of the record
/// @param targets effort for cases that a published target depends on
/// @param others effort for the other cases
/// @param targetsOnly true when the other cases are left out
public record Plan(
        String label,
        Effort targets,
        Effort others,
        Duration warmUpTime,
        int iterations,
        Duration iterationTime,
        boolean targetsOnly) {

    /// @param forks processes per case, which is the number of rounds
    /// @param warmUps warm-up iterations per process
    record Effort(int forks, int warmUps) {}

    /// Time to start the process and the contender, and for JMH's hand-shake.
    private static final Duration START = Duration.ofMillis(800);

    /// The plan for a recorded run: all cases, in as many processes as a published row needs.
    public static Plan full() {
        return new Plan(
                "full",
                new Effort(ResultsSection.PROCESSES_MIN, 8),
                new Effort(ResultsSection.PROCESSES_MIN, 3),
                Duration.ofMillis(250),
                3,
                Duration.ofMillis(250),
                false);
    }

    /// The plan for everyday use: the cases of the targets.
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

    /// The length of one fork.
    Duration length(boolean target) {
        return START.plus(warmUpTime.multipliedBy(warmUps(target)))
                .plus(iterationTime.multipliedBy(iterations));
    }
}
