package dev.cobnut.lab.session;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts variants. Runs and the sweep use the same start.
///
/// @param session the session's folder
record ServiceStart(Subject subject, SessionPlan plan, Path session) {

    /// Flags that let the profiler place frames correctly inside compiled methods.
    private static final List<String> PROFILING_FLAGS =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

    private static final Duration READY_MAX = Duration.ofMinutes(4);
    private static final Duration PROFILE_MARGIN = Duration.ofMinutes(1);

    /// @param folder receives the log and the data
    ServiceProcess start(BuiltVariant variant, Path folder)
            throws IOException, InterruptedException {
        subject.clean();
        Duration longest =
                plan.windows().stream()
                        .map(WindowPlan::length)
                        .max(Duration::compareTo)
                        .orElseThrow();
        List<String> further =
                subject.startArguments(
                        variant.plan().plugins(),
                        isProfiled(variant) ? longest.plus(PROFILE_MARGIN) : null);
        return ServiceProcess.start(
                variant.command(subject.startContract(), jvmFlags(variant), further),
                data(folder),
                folder.resolve("service.log"),
                READY_MAX);
    }

    /// The JVM flags of a variant: those of its sources, then its own, which take precedence.
    ///
    /// When any run is profiled, all runs have the profiling flags. They cost only space for
    /// debugging information, and the variants then do not differ in their flags.
    List<String> jvmFlags(BuiltVariant variant) {
        List<String> flags = new ArrayList<>(variant.ownJvmFlags());
        if (hasEvents()) {
            flags.addAll(PROFILING_FLAGS);
        }
        flags.addAll(variant.plan().jvm());
        return List.copyOf(flags);
    }

    /// The simulation that the plan names.
    LoadSimulation simulation() {
        return subject.simulations().stream()
                .filter(simulation -> simulation.name().equals(plan.load().simulation()))
                .findFirst()
                .orElseThrow();
    }

    /// The command that makes the load of a service; null when a simulation makes it.
    ///
    /// @param seconds that it has to run
    @Nullable List<String> loadCommand(ServiceProcess service, double perSecond, long seconds) {
        @Nullable List<String> command = plan.load().command();
        return command == null
                ? null
                : command.stream()
                        .map(word ->
                                word.replace("{url}", service.uri().toString())
                                        .replace("{port}", "" + service.uri().getPort())
                                        .replace("{session}", session.toString())
                                        .replace(SessionPlan.Load.RATE, rate(perSecond))
                                        .replace(CommandLoad.SECONDS, "" + seconds))
                        .toList();
    }

    private static String rate(double perSecond) {
        return perSecond == Math.rint(perSecond)
                ? Long.toString((long) perSecond)
                : Double.toString(perSecond);
    }

    /// True when the runs of the variant are profiled.
    boolean isProfiled(BuiltVariant variant) {
        return variant.plan().profile() && hasEvents();
    }

    private boolean hasEvents() {
        return plan.windows().stream().anyMatch(window -> !window.events().isEmpty());
    }

    /// Removes the data of a service that was started in the folder.
    static void removeData(Path folder) throws IOException {
        Folders.remove(data(folder));
    }

    private static Path data(Path folder) {
        return folder.resolve("data");
    }
}
