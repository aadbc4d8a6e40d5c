package dev.cobnut.lab.session;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SampleDefaults;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.StartContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A described service that cannot be started.
public final class SampleSubject implements Subject {

    @Override
    public Artifact artifact() {
        return new Artifact(
                "shop", "shop.Main", "shop.jvmargs", "plugins", List.of("pom.xml", "shop"));
    }

    @Override
    public Path builtJar() throws IOException {
        throw new IOException("The shop is not built.");
    }

    @Override
    public Containers containers() {
        return new Containers(
                List.of("Dockerfile"),
                "shop",
                "SHOP_IMAGE",
                "shop",
                8080,
                List.of(),
                "/shop.jar",
                "load",
                "/load.jar",
                "SHOP_USER");
    }

    @Override
    public StartContract startContract() {
        return StartContract.springBoot("--shop.data=");
    }

    @Override
    public List<String> startArguments(List<String> plugins, @Nullable Duration longestProfile) {
        return List.of();
    }

    @Override
    public List<LoadSimulation> simulations() {
        return List.of(new LoadSimulation("place", "shop.PlaceSimulation", 1));
    }

    @Override
    public ServiceCounters count(ServiceProcess service) {
        throw new IllegalStateException("the shop has no counters");
    }

    @Override
    public PlanDefaults planDefaults() {
        return SampleDefaults.DEFAULTS;
    }

    @Override
    public DeliveryControl delivery(ServiceProcess service) {
        throw new IllegalStateException("the shop has no delivery");
    }
}
