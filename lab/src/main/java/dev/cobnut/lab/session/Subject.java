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

/// The service that sessions measure: its build, start, load, delivery control and counters. The
/// lab uses a service only through this interface.
public interface Subject {

    /// The files of the service in its repository. All paths are relative to the repository's
    /// folder.
    ///
    /// @param module Maven module whose build leaves one executable jar `*-exec.jar` in its
    ///   `target`
    /// @param mainClass in that jar
    /// @param jvmArguments file of JVM flags, one or more per line; `#` starts a comment
    /// @param plugins folder of the jars that a plan can name as plug-ins
    /// @param sources files and folders; changes elsewhere do not create another variant
    record Artifact(
            String module,
            String mainClass,
            String jvmArguments,
            String plugins,
            List<String> sources) {}

    Artifact artifact();

    /// The executable jar of the working tree.
    ///
    /// @throws IOException when it is not built; the message is a sentence
    Path builtJar() throws IOException;

    StartContract startContract();

    /// The arguments for a start.
    ///
    /// @param plugins of the variant
    /// @param longestProfile the longest profile that the service permits; null for no profiles
    List<String> startArguments(List<String> plugins, @Nullable Duration longestProfile);

    /// The simulations that a plan can name.
    List<LoadSimulation> simulations();

    CounterNames counters();

    /// The defaults of plans for this service.
    PlanDefaults planDefaults();

    DeliveryControl delivery(ServiceProcess service);
}
