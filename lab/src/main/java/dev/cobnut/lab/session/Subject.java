package dev.cobnut.lab.session;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.CounterNames;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.StartContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The service that sessions measure: how it is built and started, what loads it, how its delivery
/// is held, and what its counters are called. The lab knows nothing else of it.
public interface Subject {

    /// Where the service is in its repository. All paths are relative to the repository's folder.
    ///
    /// @param module of Maven, whose build leaves one executable jar `*-exec.jar` in its `target`
    /// @param mainClass in that jar
    /// @param jvmArguments file of JVM flags, one or more a line, `#` begins a comment
    /// @param plugins folder of the jars that a plan can name as plug-ins
    /// @param sources files and folders: a change elsewhere makes no other variant
    record Artifact(
            String module,
            String mainClass,
            String jvmArguments,
            String plugins,
            List<String> sources) {}

    Artifact artifact();

    /// The executable jar of the working tree.
    ///
    /// @throws IOException when it is not built: a sentence
    Path builtJar() throws IOException;

    StartContract startContract();

    /// Arguments for a start.
    ///
    /// @param plugins of the variant
    /// @param longestProfile the service is to permit profiles that long; null for no profiles
    List<String> startArguments(List<String> plugins, @Nullable Duration longestProfile);

    /// The simulations that a plan can name.
    List<LoadSimulation> simulations();

    CounterNames counters();

    /// What plans for this service need not say.
    PlanDefaults planDefaults();

    DeliveryControl delivery(ServiceProcess service);
}
