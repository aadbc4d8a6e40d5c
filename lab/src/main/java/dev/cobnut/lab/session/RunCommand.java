package dev.cobnut.lab.session;

import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlans;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./cobnut session run`: measures a session by its plan and writes the report.
@Command(
        name = "run",
        description = {
            "Measures the two variants of a session and writes its report.",
            "Measured runs are kept: after an interruption the same command continues."
        })
final class RunCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "SESSION_YAML",
            description = "docs/sessions/<name>/session.yaml; docs/sessions.md describes it.")
    private Path sessionYaml = Path.of("");

    @Option(
            names = "--root",
            description = "Folder with docs/sessions and flamegraphs (derived from the file).")
    private @Nullable Path root;

    @Option(names = "--fresh", description = "Removes the runs that were measured before.")
    private boolean fresh;

    @Option(
            names = "--keep-recordings",
            description = "Keeps the profiler's recordings, some MB per run and window.")
    private boolean keepRecordings;

    @Option(
            names = "--compose",
            description = "Runs both variants and the load in containers of the compose file.")
    private boolean compose;

    private final Subject subject;

    RunCommand(Subject subject) {
        this.subject = subject;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        SessionFolder folder = folder();
        Progress progress = new Progress(System.out, Clock.systemUTC());
        VariantBuild build =
                new VariantBuild(
                        ServiceCommand.home(), subject, VariantBuild.userCache(), progress);
        SessionPlan plan =
                SessionPlans.read(
                        sessionYaml,
                        subject.planDefaults(),
                        new SessionPlans.Known(
                                subject.simulations().stream()
                                        .map(LoadSimulation::name)
                                        .collect(Collectors.toSet()),
                                build.plugins()));
        folder.subsystems(plan, subject.planDefaults());
        if (compose) {
            try (ComposedService composed =
                    ComposedService.of(subject, plan, build, ServiceCommand.home(), folder)) {
                new SessionRun(composed, plan, folder, composed, progress)
                        .run(fresh, keepRecordings);
            }
            return 0;
        }
        SessionRun session;
        if (plan.service() == null) {
            session = new SessionRun(subject, plan, folder, build, progress);
        } else {
            PlannedService any = new PlannedService(plan, folder.folder(), subject.planDefaults());
            session = new SessionRun(any, plan, folder, any, progress);
        }
        session.run(fresh, keepRecordings);
        return 0;
    }

    /// The folder of the session. The session is identified by its place, so the file must be in
    /// that place.
    private SessionFolder folder() throws IOException {
        @Nullable Path parent = sessionYaml.toAbsolutePath().normalize().getParent();
        SessionFolder folder = new SessionFolder(parent == null ? Path.of("/") : parent);
        Path above = root == null ? folder.root() : root.toAbsolutePath().normalize();
        if (!folder.folder().equals(above.resolve("docs/sessions").resolve(folder.name()))) {
            throw new SessionException(
                    "%s is in the wrong place; a session is %s/docs/sessions/<name>/session.yaml."
                            .formatted(sessionYaml, root == null ? "<root>" : root));
        }
        return folder;
    }
}
