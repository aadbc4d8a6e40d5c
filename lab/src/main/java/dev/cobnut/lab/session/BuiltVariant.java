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

/// A variant that can be started.
///
/// @param commit what was built; a `+` at the end says that there were changes beside it
/// @param jar the executable one
/// @param jvmArguments the file of JVM flags of its sources
/// @param plugins jars, by the order of their names in the plan
/// @param content of all of these files: the same text is the same bytes
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

    /// The words that start it. Every variant is started in the same way, with Spring Boot's
    /// launcher that takes further jars, also when it has none.
    ///
    /// @param further arguments, after its own
    /// @param noPlugins an empty folder, which stands for no plugins
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

    /// JVM flags of its sources.
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
