package dev.cobnut.lab.session;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Says what is being done and how much time is left, a line per step.
///
/// The time left is that of the runs measured so far, before the first one that of the plan.
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

    /// For what reports its own steps.
    PrintStream out() {
        return out;
    }

    /// @param done of the runs, before
    /// @param perRun what a run should take
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

    /// The run has to be tried again or given up.
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

    /// A line of its own.
    void say(String line) {
        out.println(line);
    }

    /// From now until the last run is over.
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
