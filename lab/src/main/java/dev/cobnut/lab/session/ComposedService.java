package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.GeneratorHost;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.machine.Machine;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.service.Container;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.StartContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service and its generator in containers of the compose file, under its limits. Each variant
/// is an image. Each run has a new container with an empty volume.
///
/// The generator reaches the service in the network of the project. Counters, profiler and delivery
/// are reached at a port of this machine's loopback.
final class ComposedService implements Subject, Variants, AutoCloseable {

    private static final Duration BUILD_MAX = Duration.ofMinutes(20);
    private static final Duration COMMAND_MAX = Duration.ofMinutes(2);
    private static final String PLUGINS = "/plugins/";

    private final Subject subject;
    private final VariantBuild build;
    private final Containers containers;
    private final Path home;
    private final Path raw;
    private final String project;
    private final Thread atExit = new Thread(this::removeContainers, "remove-containers");
    private @Nullable String image;

    private ComposedService(
            Subject subject,
            Containers containers,
            VariantBuild build,
            Path home,
            SessionFolder folder) {
        this.subject = subject;
        this.containers = containers;
        this.build = build;
        this.home = home;
        this.raw = folder.raw().toAbsolutePath();
        // Never the project of a stack that somebody uses: its volumes are removed.
        this.project =
                Objects.requireNonNullElse(System.getenv("COMPOSE_PROJECT_NAME"), "cobnut")
                        + "-session-"
                        + folder.name();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /// @throws SessionException when the plan cannot be measured in containers; the message is a
    ///   sentence
    static ComposedService of(
            Subject subject, SessionPlan plan, VariantBuild build, Path home, SessionFolder folder)
            throws IOException {
        @Nullable Containers containers = subject.containers();
        if (containers == null) {
            throw new SessionException("This service has no containers; leave --compose away.");
        }
        if (plan.service() != null) {
            throw new SessionException(
                    "A session in containers measures the service of the compose file; the plan has a service of its own.");
        }
        if (plan.load().command() != null) {
            throw new SessionException(
                    "A session in containers has the load of a simulation; load.command is a program of this machine.");
        }
        if (plan.load().knee() == null
                && plan.windows().stream().anyMatch(window -> window.perSecond() == null)) {
            throw new SessionException(
                    "A session in containers needs the rate of every window, perSecond, or load.knee: the sweep that finds the knee does not run in containers.");
        }
        return new ComposedService(subject, containers, build, home, folder);
    }

    @Override
    public BuiltVariant build(String id, Variant variant, Path jars)
            throws IOException, InterruptedException {
        BuiltVariant built = build.build(id, variant, jars);
        List<Path> files = new ArrayList<>();
        for (String name : built.content().split(" ", -1)) {
            files.add(jars.resolve(name).toAbsolutePath());
        }
        image = image(id, files.get(0), files.get(1));
        List<String> words = new ArrayList<>(compose(Map.of(containers.image(), image), "run"));
        words.addAll(List.of("--rm", "-T", "--no-deps", "--use-aliases"));
        words.addAll(List.of("--name", service().name()));
        words.addAll(List.of("-p", "127.0.0.1:{port}:" + containers.port()));
        StringBuilder classPath = new StringBuilder(containers.jar());
        for (Path plugin : files.subList(2, files.size())) {
            String there = PLUGINS + plugin.getFileName();
            words.addAll(List.of("-v", plugin + ":" + there + ":ro"));
            classPath.append(':').append(there);
        }
        words.addAll(List.of("--entrypoint", "java", containers.service()));
        words.addAll(containers.flags());
        words.addAll(List.of(BuiltVariant.JVM, "-cp", classPath.toString()));
        words.addAll(List.of(subject.artifact().mainClass(), BuiltVariant.ARGUMENTS));
        return new BuiltVariant(
                id,
                variant,
                built.commit(),
                List.copyOf(words),
                built.ownJvmFlags(),
                built.content() + " in containers with " + limits());
    }

    /// Builds the image of a jar in a folder that has what the Dockerfile copies and nothing else.
    private String image(String id, Path jar, Path flags) throws IOException, InterruptedException {
        Path context = raw.resolve("image");
        Folders.remove(context);
        Artifact artifact = subject.artifact();
        copy(jar, context.resolve(artifact.module()).resolve("target/service-exec.jar"));
        copy(flags, context.resolve(artifact.jvmArguments()));
        for (String copied : containers.files()) {
            try (var below = Files.walk(home.resolve(copied))) {
                for (Path each : below.filter(Files::isRegularFile).toList()) {
                    copy(each, context.resolve(home.relativize(each).toString()));
                }
            }
        }
        String name =
                "cobnut-session:%s-%s"
                        .formatted(VariantBuild.digest(jar), VariantBuild.digest(flags));
        String file = context.resolve(containers.files().getFirst()).toString();
        List<String> words = new ArrayList<>(List.of("docker", "build", "-f", file));
        words.addAll(List.of("--target", containers.target(), "-t", name, context.toString()));
        must(words, "image-" + id, BUILD_MAX);
        Folders.remove(context);
        return name;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Override
    public StartContract startContract() {
        return new StartContract(List.of(), subject.startContract().readyPath(), service());
    }

    @Override
    public URI loaded(ServiceProcess service) {
        return URI.create("http://%s:%d".formatted(containers.service(), containers.port()));
    }

    /// The generator writes into the folder of the measurements, as the user of this process.
    @Override
    public GeneratorHost generator() {
        List<String> words = new ArrayList<>(compose(Map.of(containers.user(), user()), "run"));
        words.addAll(List.of("--rm", "-T", "--no-deps", "--name", load().name()));
        words.addAll(List.of("-v", raw + ":" + raw));
        words.addAll(List.of("--entrypoint", "java", containers.load()));
        return new GeneratorHost(words, containers.loadClassPath(), load());
    }

    private String user() {
        try {
            return Files.getAttribute(raw, "unix:uid") + ":" + Files.getAttribute(raw, "unix:gid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Run.Host host(Machine machine) throws IOException, InterruptedException {
        Run.Containers limits = limits();
        return new Run.Host(
                Math.min(machine.cores(), (int) Math.ceil(limits.service().cpus())),
                machine.processor(),
                machine.system(),
                jdk(),
                limits);
    }

    private Run.Containers limits() throws IOException, InterruptedException {
        String said = must(compose(Map.of(), "config", "--format", "json"), "compose", COMMAND_MAX);
        JsonNode services =
                JsonMapper.shared().readTree(said.substring(said.indexOf('{'))).path("services");
        return new Run.Containers(
                limits(services.path(containers.service())),
                limits(services.path(containers.load())));
    }

    private static Run.Limits limits(JsonNode service) {
        return new Run.Limits(
                service.path("cpus").asDouble(),
                Long.parseLong(service.path("mem_limit").asString()));
    }

    private String jdk() throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("docker", "run", "--rm", "--entrypoint", "java"));
        words.add(Objects.requireNonNull(image, "no variant is built"));
        words.addAll(List.of("-XshowSettings:properties", "-version"));
        String said = must(words, "jdk", COMMAND_MAX);
        return property(said, "java.vm.vendor") + " " + property(said, "java.runtime.version");
    }

    private static String property(String said, String name) {
        return said.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(name + " = "))
                .map(line -> line.substring(name.length() + 3))
                .findFirst()
                .orElse("unknown");
    }

    /// Removes the containers and the volumes of the run before.
    @Override
    public void clean() throws IOException, InterruptedException {
        removeContainers();
        must(compose(Map.of(), "down", "--volumes", "--remove-orphans"), "down", COMMAND_MAX);
    }

    private void removeContainers() {
        try {
            service().remove();
            load().remove();
        } catch (IOException e) {
            System.err.println("The session's containers cannot be removed: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            clean();
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SessionException("Interrupted while the containers were removed.", e);
        }
    }

    private Container service() {
        return new Container(project + "-service");
    }

    private Container load() {
        return new Container(project + "-load");
    }

    /// A command of Docker Compose for this session's own project.
    private List<String> compose(Map<String, String> variables, String... words) {
        List<String> all = new ArrayList<>(List.of("env"));
        variables.forEach((name, value) -> all.add(name + "=" + value));
        all.addAll(List.of("docker", "compose", "--project-directory", home.toString()));
        all.addAll(List.of("-f", home.resolve("docker-compose.yml").toString()));
        all.addAll(List.of("-p", project, "--profile", "*"));
        all.addAll(List.of(words));
        return all;
    }

    private String must(List<String> words, String log, Duration max)
            throws IOException, InterruptedException {
        ExternalProgram ended =
                ExternalProgram.run(
                        words, home, Map.of(), raw.resolve("docker-" + log + ".log"), max);
        if (ended.exitCode() != 0) {
            throw new SessionException(
                    "'%s' ended with %d; the end of its output:%n%s"
                            .formatted(String.join(" ", words), ended.exitCode(), ended.tail()));
        }
        return ended.output();
    }

    @Override
    public Artifact artifact() {
        return subject.artifact();
    }

    @Override
    public Path builtJar() throws IOException {
        return subject.builtJar();
    }

    @Override
    public List<String> startArguments(List<String> plugins, @Nullable Duration longestProfile) {
        return subject.startArguments(plugins, longestProfile);
    }

    @Override
    public List<LoadSimulation> simulations() {
        return subject.simulations();
    }

    @Override
    public ServiceCounters count(ServiceProcess service) throws IOException {
        return subject.count(service);
    }

    @Override
    public ProfileRecorder recorder(ServiceProcess service) throws IOException {
        return subject.recorder(service);
    }

    @Override
    public PlanDefaults planDefaults() {
        return subject.planDefaults();
    }

    @Override
    public DeliveryControl delivery(ServiceProcess service) {
        return subject.delivery(service);
    }
}
