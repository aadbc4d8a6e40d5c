package dev.cobnut.lab.session;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Prints one line per step with the current step and the remaining time.
///
/// The remaining time is based on the runs so far, and before the first one on the plan.
final class Progress {

    private final PrintStream out;
    private final InstantSource clock;
    private int runs;
    private int done;
    private int measured;
    private Duration perRun = Duration.ZERO;
    private Duration spent = Duration.ZERO;
    private @Nullable Instant began;
    private String current = "";

    Progress(PrintStream out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    /// The stream for components that report their own steps.
    PrintStream out() {
        return out;
    }

    /// @param done runs that were measured before
    /// @param perRun expected time of a run
    void begin(int runs, int done, Duration perRun) {
        this.runs = runs;
        this.done = done;
        this.perRun = perRun;
    }

    void runBegins(String id) {
        began = clock.instant();
        current = "run %d of %d (%s)".formatted(done + 1, runs, id);
        step("starts");
    }

    void runEnds() {
        spent = spent.plus(sinceRunBegan());
        measured++;
        done++;
        perRun = spent.dividedBy(measured);
        began = null;
        current = "";
    }

    /// Reports that a run failed.
    void runFails(String sentence) {
        step("failed: " + sentence);
        began = null;
        current = "";
    }

    void step(String what) {
        out.println(
                current.isEmpty()
                        ? what
                        : "%s: %s; %s left".formatted(current, what, said(left())));
    }

    /// Prints a line.
    void say(String line) {
        out.println(line);
    }

    /// The time from now until the last run ends.
    Duration left() {
        Duration all = perRun.multipliedBy(runs - done);
        Duration left = all.minus(sinceRunBegan());
        Duration least = perRun.multipliedBy(Math.max(0, runs - done - 1));
        return left.compareTo(least) < 0 ? least : left;
    }

    static String said(Duration time) {
        return time.toMinutes() < 2
                ? "about %d s".formatted(time.toSeconds())
                : "about %d min".formatted(time.plusSeconds(30).toMinutes());
    }

    private Duration sinceRunBegan() {
        return began == null ? Duration.ZERO : Duration.between(began, clock.instant());
    }
}
