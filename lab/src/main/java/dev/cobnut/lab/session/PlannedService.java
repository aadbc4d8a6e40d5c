package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.generator.GetSimulation;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Requests;
import dev.cobnut.lab.plan.SessionPlan.Service;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.StartContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Any JVM service, as the plan describes it: started by a command, profiled by attaching, counted
/// by the system and by a counter that the plan names. It is not built and has no delivery.
final class PlannedService implements Subject, Variants {

    private static final String SESSION = "{session}";
    private static final String JAVA = "java";
    private static final String NOT_BUILT = "not built";

    private final SessionPlan plan;
    private final Service service;
    private final PlanDefaults defaults;
    private final String session;

    /// @param session the session's folder
    PlannedService(SessionPlan plan, Path session, PlanDefaults defaults) {
        this.plan = plan;
        this.service = Objects.requireNonNull(plan.service());
        this.defaults = defaults;
        this.session = session.toString();
    }

    /// The digest of the files that the command names shows when one of them changes.
    @Override
    public BuiltVariant build(String id, Variant variant, Path jars) throws IOException {
        List<String> words = new ArrayList<>(service.command());
        words.replaceAll(word -> word.replace(SESSION, session));
        if (words.getFirst().equals(JAVA)) {
            words.set(0, ServiceCommand.java());
        }
        List<String> content = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            if (word.endsWith(".jar")) {
                if (!Files.isRegularFile(Path.of(word))) {
                    throw new SessionException(
                            "service.command names %s, which does not exist.".formatted(word));
                }
                content.add(VariantBuild.digest(Path.of(word)));
            }
        }
        return new BuiltVariant(
                id, variant, NOT_BUILT, List.copyOf(words), List.of(), String.join(" ", content));
    }

    @Override
    public Artifact artifact() {
        throw new UnsupportedOperationException("a service of a plan is not built");
    }

    @Override
    public Path builtJar() {
        throw new UnsupportedOperationException("a service of a plan is not built");
    }

    @Override
    public StartContract startContract() {
        return new StartContract(List.of(), service.ready());
    }

    @Override
    public List<String> startArguments(List<String> plugins, @Nullable Duration longestProfile) {
        return List.of();
    }

    @Override
    public List<LoadSimulation> simulations() {
        String name = plan.load().simulation();
        return List.of(
                new LoadSimulation(
                        name,
                        name.startsWith(GetSimulation.GET) ? GetSimulation.class.getName() : name,
                        1,
                        plan.load().classPath().stream()
                                .map(path -> path.replace(SESSION, session))
                                .toList()));
    }

    @Override
    public ServiceCounters count(ServiceProcess running) throws IOException {
        Requests requests = service.requests();
        return requests == null
                ? ServiceCounters.read(running, null, null)
                : ServiceCounters.read(running, requests.page(), requests.counter());
    }

    @Override
    public ProfileRecorder recorder(ServiceProcess running) throws IOException {
        return ProfileRecorder.attachedTo(running.pid());
    }

    @Override
    public PlanDefaults planDefaults() {
        return defaults;
    }

    @Override
    public DeliveryControl delivery(ServiceProcess running) {
        return new NoDelivery();
    }

    /// A plan with a service has no backlog, so nothing else is called.
    private static final class NoDelivery implements DeliveryControl {

        @Override
        public void fill(long events, String name) {
            throw new UnsupportedOperationException("no delivery");
        }

        @Override
        public void release() {
            throw new UnsupportedOperationException("no delivery");
        }

        @Override
        public void limit(double perSecond) {
            throw new UnsupportedOperationException("no delivery");
        }

        @Override
        public long undelivered() {
            return 0;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
