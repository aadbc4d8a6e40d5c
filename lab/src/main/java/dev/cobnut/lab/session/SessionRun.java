package dev.cobnut.lab.session;

import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.machine.Machine;
import dev.cobnut.lab.machine.MachineWatch;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.report.SessionReports;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Executes a session from its plan to its report.
final class SessionRun {

    private static final long MACHINE_LOOK_MS = 3_000;

    /// The time of a run besides its load: start of the service and the generator, and reading.
    private static final Duration PER_RUN = Duration.ofSeconds(20);

    private static final int BACKLOG_PER_SECOND = 2_000;

    private final Subject subject;
    private final SessionPlan plan;
    private final SessionFolder folder;
    private final Variants build;
    private final Progress progress;

    SessionRun(
            Subject subject,
            SessionPlan plan,
            SessionFolder folder,
            Variants build,
            Progress progress) {
        this.subject = subject;
        this.plan = plan;
        this.folder = folder;
        this.build = build;
        this.progress = progress;
    }

    /// @param fresh true to remove earlier measurements
    /// @throws IOException when the session could not be finished; the message is a sentence
    void run(boolean fresh, boolean keepRecordings) throws IOException, InterruptedException {
        List<PlannedRun> order = PlannedRun.inOrder(plan.repeats());
        List<Run> runs;
        try (RawRuns raw = RawRuns.open(folder.raw());
                Interruption interruption = new Interruption(progress)) {
            Map<String, BuiltVariant> variants = new LinkedHashMap<>();
            for (String id : SessionPlan.VARIANTS) {
                variants.put(id, build.build(id, plan.variant(id), raw.jars()));
            }
            raw.begin(measured(variants), fresh);
            int before = 0;
            for (PlannedRun run : order) {
                before += raw.find(run.id()).isPresent() ? 1 : 0;
            }
            if (before < order.size()) {
                tellBusyMachine();
            }
            runs = measure(raw, interruption, variants, order, before, keepRecordings);
        }
        progress.step("packs the stacks of %d runs".formatted(runs.size()));
        SessionFiles.pack(folder, runs);
        SessionReports.write(folder, subject.planDefaults());
        progress.step("report: " + folder.report());
    }

    private List<Run> measure(
            RawRuns raw,
            Interruption interruption,
            Map<String, BuiltVariant> variants,
            List<PlannedRun> order,
            int before,
            boolean keepRecordings)
            throws IOException, InterruptedException {
        ServiceStart services = new ServiceStart(subject, plan, folder.folder());
        BuiltVariant kneeOf = Objects.requireNonNull(variants.get(plan.load().kneeSharesOf()));
        @Nullable Double knee = new KneeSearch(services, raw, progress).of(kneeOf);
        Schedule schedule =
                Schedule.of(plan, window -> plan.load().isPlanned() ? perSecond(window, knee) : 1);
        progress.begin(order.size(), before, estimate(schedule));
        RunRecorder recorder =
                new RunRecorder(
                        services, variants, schedule, Machine.current(), keepRecordings, progress);
        return new SessionRuns(raw, recorder, progress, interruption::isRequested).complete(order);
    }

    /// The parts that must be equal for runs to belong together. Texts and thresholds may change,
    /// and repeats may be added.
    private Map<String, String> measured(Map<String, BuiltVariant> variants) {
        Map<String, String> measured = new LinkedHashMap<>();
        measured.put("load", JsonFiles.line(plan.load()));
        if (plan.service() != null) {
            measured.put("service", JsonFiles.line(plan.service()));
        }
        measured.put("windows", JsonFiles.line(plan.windows()));
        measured.put("capture", JsonFiles.line(plan.capture()));
        variants.forEach((id, variant) -> {
            SessionPlan.Variant planned = variant.plan();
            measured.put("build of variant " + id, variant.content());
            measured.put(
                    "start of variant " + id,
                    JsonFiles.line(List.of(planned.arguments(), planned.jvm(), planned.profile())));
        });
        return measured;
    }

    private static double perSecond(WindowPlan window, @Nullable Double knee) {
        @Nullable Double fixed = window.perSecond();
        if (fixed != null) {
            return fixed;
        }
        double share = Objects.requireNonNull(window.kneeShare(), "rate of " + window.name());
        return Math.max(1, Math.rint(share * Objects.requireNonNull(knee, "knee")));
    }

    private Duration estimate(Schedule schedule) {
        long waiting =
                plan.windows().stream()
                        .map(WindowPlan::backlog)
                        .filter(Objects::nonNull)
                        .mapToLong(SessionPlan.Backlog::events)
                        .sum();
        return PER_RUN.plus(schedule.length())
                .plusSeconds(waiting / BACKLOG_PER_SECOND)
                .plusSeconds(5L * schedule.segments().size());
    }

    private void tellBusyMachine() throws IOException, InterruptedException {
        MachineWatch watch = MachineWatch.start(Set.of());
        TimeUnit.MILLISECONDS.sleep(MACHINE_LOOK_MS);
        List<String> busy = watch.stop().contamination();
        if (!busy.isEmpty()) {
            progress.step(
                    "The machine is busy before the session starts; the runs will be doubtful if this continues: "
                            + String.join(" ", busy));
        }
    }
}
