package dev.cobnut.loadtests.load;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.machine.Machine;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.knee.Knee;
import dev.cobnut.loadtests.knee.LoadTarget;
import dev.cobnut.loadtests.knee.Sweep;
import dev.cobnut.loadtests.knee.SweepPlan;
import dev.cobnut.loadtests.knee.WholeSeconds;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import dev.cobnut.loadtests.service.OrderServiceSubject;
import dev.cobnut.loadtests.simulation.OrderWorkload;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `./cobnut load`: loads a service, shows the progress, and reports the measurements.
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Loads a service and measures; ends with a table and result.json.")
public final class LoadCommand implements Callable<Integer> {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    @Option(
            names = "--simulation",
            description = "place, life, mixed, spike, soak, lists or feed (${DEFAULT-VALUE}).")
    private String simulation = OrderWorkload.MIXED.title();

    @Option(
            names = "--rate",
            description =
                    "Requests per second (${DEFAULT-VALUE}); with --sweep, those of the first step.")
    private double rate = 200;

    @Option(
            names = "--duration",
            converter = WholeSeconds.class,
            description = "Length of the measurement, such as 60s, 2m or 1h (60s).")
    private Duration duration = Duration.ofSeconds(60);

    @Option(
            names = "--warm-up",
            converter = WholeSeconds.class,
            description = "Length of the warm-up at the same rate; 0s for none (20s).")
    private Duration warmUp = Duration.ofSeconds(20);

    @Option(names = "--seed", description = "The same seed sends the same data (${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--sweep",
            description = "Find the highest rate that the service keeps up with.")
    private boolean sweep;

    @Option(
            names = "--p99-max",
            description =
                    "With --sweep: p99 in milliseconds above which a step fails (${DEFAULT-VALUE}).")
    private double p99MaxMs = SweepPlan.P99_MAX_MS;

    @Option(
            names = "--target",
            description = "Service to load; without it, one is started in a temporary folder.")
    private @Nullable URI target;

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "<node>",
            description =
                    "With a load balancer as the target: the nodes behind it, for the sum of their counters.")
    private List<URI> nodes = List.of();

    @Option(names = "--allow-remote", description = "Permit a target on another machine.")
    private boolean remoteAllowed;

    @Option(names = "--out", description = "New folder for the results (target/load/<time>).")
    private @Nullable Path out;

    @Spec private @Nullable CommandSpec spec;

    private final @Nullable ServiceCommand ownService;
    private final PrintStream result;
    private final PrintStream progress;

    public LoadCommand() {
        this(null, System.out, System.err);
    }

    /// @param ownService command that starts a service when there is no target; null for the order
    ///   service as it was built
    LoadCommand(@Nullable ServiceCommand ownService, PrintStream result, PrintStream progress) {
        this.ownService = ownService;
        this.result = result;
        this.progress = progress;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            requireEffect();
            return sweep ? sweep() : load();
        } catch (IllegalArgumentException e) {
            progress.println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException e) {
            progress.println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /// @throws IllegalArgumentException when an option was given that another one makes void
    private void requireEffect() {
        if (target == null) {
            refuse("--nodes", "without --target");
            refuse("--allow-remote", "without --target");
        }
        if (sweep) {
            refuse("--duration", "with --sweep");
        } else {
            refuse("--p99-max", "without --sweep");
        }
    }

    private void refuse(String option, String why) {
        if (spec != null && spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new IllegalArgumentException(option + " has no effect " + why + ".");
        }
    }

    private int load() throws IOException, InterruptedException {
        LoadPlan plan = plan();
        int warmUpSeconds = Math.toIntExact(warmUp.toSeconds());
        Path folder = folder();
        try (LoadTarget service = target(folder)) {
            progress.printf(
                    "%s at %s, %s requests/s, warm-up %s, measured %s; in %s%n",
                    simulation,
                    service.uri(),
                    rate,
                    WholeSeconds.text(warmUp),
                    WholeSeconds.text(duration),
                    folder);
            LoadRun.Observation seen =
                    new LoadRun(service, plan, warmUpSeconds, folder, progress).run();
            LoadReport report =
                    LoadReport.of(
                            plan,
                            warmUpSeconds,
                            service.uri(),
                            Machine.current(),
                            seen,
                            LoadLog.read(folder));
            LoadTable.print(report, result);
            write(folder, report);
            result.println(
                    "Gatling's pages: " + LoadLog.gatlingFolder(folder).resolve("index.html"));
            return report.endedEarly() == null
                    ? CommandLine.ExitCode.OK
                    : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private int sweep() throws IOException, InterruptedException {
        OrderWorkload workload = OrderWorkload.named(simulation);
        SweepPlan plan = new SweepPlan(simulation, seed, rate, warmUp, p99MaxMs);
        Path folder = folder();
        try (LoadTarget service = target(folder)) {
            progress.printf(
                    "sweep of %s at %s, first step %s requests/s; in %s%n",
                    simulation, service.uri(), rate, folder);
            Machine machine = Machine.current();
            Instant at = Instant.now();
            Knee knee = new Sweep(service, plan, workload.simulation(), folder, progress).run();
            SweepReport report = new SweepReport(plan, service.uri(), at, machine, knee);
            result.printf("knee: %.0f requests/s. %s%n", knee.perSecond(), knee.limitedBy());
            knee.steps()
                    .forEach(step ->
                            step.contamination()
                                    .forEach(sentence ->
                                            result.printf(
                                                    "contaminated at %.0f/s: %s%n",
                                                    step.perSecond(), sentence)));
            if (knee.endedEarly() != null) {
                result.println("ended early: " + knee.endedEarly());
            }
            write(folder, report);
            return knee.perSecond() > 0 && knee.endedEarly() == null
                    ? CommandLine.ExitCode.OK
                    : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private LoadPlan plan() {
        List<Phase> phases = new ArrayList<>();
        if (!warmUp.isZero()) {
            phases.add(new Phase("warm-up", rate, warmUp));
        }
        phases.addAll(OrderWorkload.named(simulation).phases(rate, duration));
        return new LoadPlan(simulation, seed, phases);
    }

    private LoadTarget target(Path folder) throws IOException, InterruptedException {
        if (target != null) {
            return LoadTarget.running(
                    target,
                    nodes.isEmpty() ? List.of(target) : nodes,
                    OrderServiceSubject.COUNTERS,
                    remoteAllowed);
        }
        progress.println("Starting a service in a temporary folder.");
        return LoadTarget.own(
                ownService == null ? OrderServiceCommand.built() : ownService,
                OrderServiceSubject.COUNTERS,
                folder.resolve("service.log"));
    }

    private Path folder() throws IOException {
        Path folder =
                out == null
                        ? Path.of(System.getProperty(ServiceCommand.HOME_PROPERTY, "."))
                                .resolve("target/load")
                                .resolve(LocalDateTime.now(ZoneId.systemDefault()).format(NAME))
                        : out;
        Files.createDirectories(folder);
        try (Stream<Path> content = Files.list(folder)) {
            if (content.findAny().isPresent()) {
                throw new IllegalArgumentException(
                        "The folder %s is not empty; --out names a new one.".formatted(folder));
            }
        }
        return folder.toAbsolutePath().normalize();
    }

    private void write(Path folder, Object report) {
        Path file = folder.resolve("result.json");
        JSON.writeValue(file, report);
        result.println("result: " + file);
    }
}
