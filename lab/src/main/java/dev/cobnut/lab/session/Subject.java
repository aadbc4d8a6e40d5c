package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.GeneratorHost;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.machine.Machine;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.StartContract;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
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

    /// The counters of the running service.
    ServiceCounters count(ServiceProcess service) throws IOException;

    /// The highest rate that a service sustains.
    ///
    /// @param perSecond requests per second; 0 when it sustained none
    /// @param limitedBy reason why it sustains no higher rate, a sentence
    record Sustained(double perSecond, String limitedBy) {}

    /// Searches for the highest rate that the running service sustains with the load of a plan. Not
    /// called for plans that name their rates, or the knee.
    ///
    /// @param firstPerSecond the first rate that is tried
    /// @param folder new or empty; receives the logs
    /// @param progress receives a line per rate
    /// @throws IOException when the service or the generator is gone
    default Sustained knee(
            ServiceProcess service,
            SessionPlan.Load load,
            double firstPerSecond,
            Path folder,
            PrintStream progress)
            throws IOException, InterruptedException {
        throw new UnsupportedOperationException("plans for this service name their rates");
    }

    /// Profiles the running service.
    default ProfileRecorder recorder(ServiceProcess service) throws IOException {
        return ProfileRecorder.ofService(service.uri());
    }

    /// The address of the running service, as the generator sees it.
    default URI loaded(ServiceProcess service) {
        return service.uri();
    }

    /// Where the generator runs.
    default GeneratorHost generator() {
        return GeneratorHost.here();
    }

    /// The machine, or the part of it, that a service runs on.
    default Run.Host host(Machine machine) throws IOException, InterruptedException {
        return new Run.Host(
                machine.cores(), machine.processor(), machine.system(), machine.jdk(), null);
    }

    /// Removes what an earlier service left outside of its folder.
    default void clean() throws IOException, InterruptedException {
        // A process of this machine leaves nothing.
    }

    /// The containers of the service; null when it has none.
    default @Nullable Containers containers() {
        return null;
    }

    /// The service and its generator in the compose file of the repository.
    ///
    /// @param files of the repository that the image is built from, beside jar and JVM flags; the
    ///   first is the Dockerfile
    /// @param target of the Dockerfile
    /// @param image variable of the compose file that names the image
    /// @param service of the compose file that may be profiled
    /// @param port that it listens on
    /// @param flags of its JVM in the container, beside those of its sources
    /// @param jar in the container, for the class path
    /// @param load service of the compose file with the generator's image
    /// @param loadClassPath of the generator in its container
    /// @param user variable of the compose file with the user of the generator
    record Containers(
            List<String> files,
            String target,
            String image,
            String service,
            int port,
            List<String> flags,
            String jar,
            String load,
            String loadClassPath,
            String user) {}

    /// The defaults of plans for this service.
    PlanDefaults planDefaults();

    DeliveryControl delivery(ServiceProcess service);
}
