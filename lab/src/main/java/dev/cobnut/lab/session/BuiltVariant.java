package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// A variant that is ready to be started.
///
/// @param commit the commit that was built; a `+` at the end marks uncommitted changes
/// @param jar the executable jar
/// @param jvmArguments the file of JVM flags from its sources
/// @param plugins jars in the order of their names in the plan
/// @param content identifies the bytes of all these files: equal texts mean equal bytes
record BuiltVariant(
        String id,
        Variant plan,
        String commit,
        Path jar,
        Path jvmArguments,
        List<Path> plugins,
        String content) {

    private static final String LAUNCHER =
            "org.springframework.boot.loader.launch.PropertiesLauncher";

    /// The command that starts the variant. Every variant is started with Spring Boot's launcher
    /// for additional jars, even without any, so that all start in the same way.
    ///
    /// @param further arguments that follow its own
    /// @param noPlugins an empty folder that stands for "no plug-ins"
    ServiceCommand command(
            Subject subject, List<String> jvmFlags, List<String> further, Path noPlugins) {
        List<String> words = new ArrayList<>();
        words.add(ServiceCommand.java());
        words.addAll(jvmFlags);
        words.add("-Dloader.main=" + subject.artifact().mainClass());
        words.add(
                "-Dloader.path="
                        + (plugins.isEmpty() ? List.of(noPlugins) : plugins)
                                .stream().map(Path::toString).collect(Collectors.joining(",")));
        Collections.addAll(words, "-cp", jar.toString(), LAUNCHER);
        words.addAll(plan.arguments());
        words.addAll(further);
        return new ServiceCommand(words, subject.startContract());
    }

    /// The JVM flags from its sources.
    List<String> ownJvmFlags() throws IOException {
        List<String> flags = new ArrayList<>();
        for (String line : Files.readAllLines(jvmArguments)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                Collections.addAll(flags, line.strip().split(" +", -1));
            }
        }
        return List.copyOf(flags);
    }
}
