package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.lab.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures cases in rounds. Each round starts one process for each case that has not had all of
/// its processes. The contenders of one question are neighbours in time, so a machine that is slow
/// for minutes slows all of them. Their order is reversed with every round.
final class Rounds {

    private static final double STEAL_SHARE_MAX = 0.02;

    /// Limit of the load average per core in the minute before the run.
    private static final double LOAD_PER_CORE_MAX = 0.5;

    private final PrintWriter progress;

    /// True after the first run. When runs follow each other, the load average before a run
    /// includes the previous run.
    private boolean measuredBefore;

    Rounds(PrintWriter progress) {
        this.progress = progress;
    }

    RunRecord measure(List<? extends Case> cases, Plan plan)
            throws IOException, InterruptedException {
        Machine machine = Machine.current();
        Instant at = Instant.now();
        Bystanders before = Bystanders.now();
        Map<String, BenchmarkResult> results = new LinkedHashMap<>();
        Map<String, String> failed = new LinkedHashMap<>();
        List<List<Case>> groups = groups(cases);
        int[] forks = cases.stream().mapToInt(each -> plan.forks(each.target())).toArray();
        int rounds = Arrays.stream(forks).max().orElse(0);
        int total = Arrays.stream(forks).sum();
        int done = 0;
        say("%d processes, about %d minutes", total, minutes(cases, plan));
        for (int round = 0; round < rounds; round++) {
            for (List<Case> group : groups) {
                for (Case next : round % 2 == 0 ? group : group.reversed()) {
                    if (round >= plan.forks(next.target())) {
                        continue;
                    }
                    done++;
                    if (failed.containsKey(next.name())) {
                        continue;
                    }
                    try {
                        for (BenchmarkResult measured : next.fork(plan, round)) {
                            results.merge(measured.key(), measured, BenchmarkResult::with);
                            say(
                                    "%d/%d %s: %s %s",
                                    done,
                                    total,
                                    measured.key(),
                                    String.format(Locale.ROOT, "%.4g", measured.mean()),
                                    measured.unit());
                        }
                    } catch (CaseFailedException e) {
                        failed.put(next.name(), next.name() + " failed: " + e.getMessage());
                        say("%d/%d %s", done, total, failed.get(next.name()));
                    }
                }
            }
        }
        boolean loadIsOthers = !measuredBefore;
        measuredBefore = true;
        return RunRecord.of(
                at,
                machine.commit(),
                plan.label(),
                RunEnvironment.of(machine),
                Flags.OF_FORKS,
                disturbances(before, Bystanders.now(), machine.cores(), loadIsOthers),
                List.copyOf(failed.values()),
                List.copyOf(results.values()));
    }

    static long minutes(List<? extends Case> cases, Plan plan) {
        Duration length = Duration.ZERO;
        for (Case each : cases) {
            length = length.plus(each.length(plan).multipliedBy(plan.forks(each.target())));
        }
        return Math.max(1, Math.round(length.toSeconds() / 60.0));
    }

    private static List<List<Case>> groups(List<? extends Case> cases) {
        Map<String, List<Case>> groups = new LinkedHashMap<>();
        for (Case each : cases) {
            groups.computeIfAbsent(each.group(), _ -> new ArrayList<>()).add(each);
        }
        return List.copyOf(groups.values());
    }

    /// @param loadIsOthers true when the load average before the run is the work of other processes
    static List<String> disturbances(
            Bystanders before, Bystanders after, int cores, boolean loadIsOthers) {
        List<String> disturbances = new ArrayList<>();
        double steal = before.stealShareUntil(after);
        if (steal > STEAL_SHARE_MAX) {
            disturbances.add(
                    String.format(
                            Locale.ROOT, "The hypervisor took %.1f %% of the time.", 100 * steal));
        }
        String load = before.loadAverage();
        if (loadIsOthers
                && !load.isEmpty()
                && Double.parseDouble(load.substring(0, load.indexOf(' ')))
                        > LOAD_PER_CORE_MAX * cores) {
            disturbances.add("The machine was busy before: load average " + load + ".");
        }
        return disturbances;
    }

    private void say(String line, Object... arguments) {
        progress.printf(line + "%n", arguments);
        progress.flush();
    }
}
