package dev.cobnut.loadtests.service;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.CounterNames;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.StartContract;
import dev.cobnut.lab.session.DeliveryControl;
import dev.cobnut.lab.session.Subject;
import dev.cobnut.lab.stacks.Subsystems;
import dev.cobnut.loadtests.knee.Knee;
import dev.cobnut.loadtests.knee.SweepPlan;
import dev.cobnut.loadtests.simulation.OrderWorkload;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The order service as a subject of the lab.
public final class OrderServiceSubject implements Subject {

    /// The names of the service's counters.
    public static final CounterNames COUNTERS =
            new CounterNames(
                    "the order service",
                    "/orders",
                    "outbox_delivered",
                    "outbox_pending",
                    "outbox_poll_seconds",
                    "outbox_poll_empty",
                    "cobnut_view_lag_seconds");

    private static final String FRAMES = "subsystems.txt";

    /// The endpoints of the service. The setting that adds an endpoint must name all of them.
    private static final String ENDPOINTS = "health,info,prometheus,metrics,outbox,profiler";

    @Override
    public Artifact artifact() {
        return new Artifact(
                "order-service",
                OrderServiceCommand.MAIN_CLASS,
                "cobnut.jvmargs",
                "load-tests/target/plugins",
                List.of(
                        "pom.xml",
                        "cobnut.jvmargs",
                        "runtime",
                        "framework",
                        "web",
                        "order-service"));
    }

    @Override
    public Containers containers() {
        return new Containers(
                List.of(
                        "docker/Dockerfile",
                        "docker/Dockerfile.dockerignore",
                        "docker/image",
                        "order-service/train"),
                "orders",
                "COBNUT_IMAGE",
                "cobnut-profiled",
                8080,
                List.of("-XX:AOTCache=/opt/cobnut/cobnut.aot"),
                "/opt/cobnut/app.jar",
                "load",
                "/opt/cobnut-load/classes:/opt/cobnut-load/lib/*",
                "COBNUT_USER");
    }

    @Override
    public Path builtJar() throws IOException {
        return OrderServiceCommand.jar();
    }

    @Override
    public StartContract startContract() {
        return OrderServiceCommand.CONTRACT;
    }

    @Override
    public List<String> startArguments(List<String> plugins, @Nullable Duration longestProfile) {
        List<String> arguments = new ArrayList<>();
        if (longestProfile != null) {
            arguments.add("--cobnut.profiling.enabled=true");
            arguments.add(
                    "--cobnut.profiling.length-max=%ds".formatted(longestProfile.toSeconds()));
        }
        if (plugins.contains(OutboxDelivery.SINK_PLUGIN)) {
            arguments.add("--management.endpoints.web.exposure.include=" + ENDPOINTS + ",sink");
        }
        return arguments;
    }

    @Override
    public List<LoadSimulation> simulations() {
        return Arrays.stream(OrderWorkload.values()).map(OrderWorkload::simulation).toList();
    }

    @Override
    public ServiceCounters count(ServiceProcess service) throws IOException {
        return ServiceCounters.read(service.uri(), COUNTERS);
    }

    @Override
    public Sustained knee(
            ServiceProcess service,
            SessionPlan.Load load,
            double firstPerSecond,
            Path folder,
            PrintStream progress)
            throws IOException, InterruptedException {
        Knee knee =
                Knee.find(
                        service.uri(),
                        COUNTERS,
                        new SweepPlan(
                                load.simulation(),
                                load.seed(),
                                firstPerSecond,
                                Collections.min(List.of(load.warmUp(), SweepPlan.WARM_UP_MAX)),
                                SweepPlan.P99_MAX_MS),
                        OrderWorkload.named(load.simulation()).simulation(),
                        folder,
                        progress);
        JsonMapper.shared().writeValue(folder.resolve("sweep.json"), knee);
        return new Sustained(knee.perSecond(), knee.limitedBy());
    }

    @Override
    public PlanDefaults planDefaults() {
        return new PlanDefaults(
                subsystems(), "outbox", OrderWorkload.PLACE.title(), OutboxDelivery.SINK_PLUGIN);
    }

    @Override
    public DeliveryControl delivery(ServiceProcess service) {
        return new OutboxDelivery(service);
    }

    /// The parts of the order service by their frames, from `subsystems.txt` beside this class.
    private static Subsystems subsystems() {
        try (InputStream in =
                Objects.requireNonNull(
                        OrderServiceSubject.class.getResourceAsStream(FRAMES), FRAMES)) {
            return Subsystems.parse(FRAMES, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
