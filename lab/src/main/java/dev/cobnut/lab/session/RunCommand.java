package dev.cobnut.lab.session;

import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.plan.InvalidPlanException;
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

    private final Subject subject;

    RunCommand(Subject subject) {
        this.subject = subject;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            Path home = ServiceCommand.home();
            SessionFolder folder = folder();
            Progress progress = new Progress(System.out, Clock.systemUTC());
            VariantBuild build =
                    new VariantBuild(home, subject, VariantBuild.userCache(), progress);
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
            new SessionRun(subject, plan, folder, build, progress).run(fresh, keepRecordings);
            return 0;
        } catch (InvalidPlanException e) {
            System.err.println(e.getMessage());
            return 2;
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return 1;
        }
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
