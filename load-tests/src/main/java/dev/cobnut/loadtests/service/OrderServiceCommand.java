package dev.cobnut.loadtests.service;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.lab.service.StartContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The command that starts the last build of the order service.
public final class OrderServiceCommand {

    /// System property with the path of the executable jar, when it is not at its usual place.
    private static final String JAR_PROPERTY = "cobnut.service.jar";

    /// The start arguments of the order service.
    public static final StartContract CONTRACT = StartContract.springBoot("--cobnut.data=");

    static final String MAIN_CLASS = "dev.cobnut.orders.OrderServiceApplication";

    private static final String MAIN_CLASS_ENTRY =
            "BOOT-INF/classes/" + MAIN_CLASS.replace('.', '/') + ".class";

    private OrderServiceCommand() {}

    /// The command with the flags of `./cobnut run` (the file `cobnut.jvmargs`), and with the cache
    /// that a training run has left beside the jar, when it is of this build.
    ///
    /// @throws ServiceUnavailableException when it is not built, with a sentence that says what to
    ///   do
    public static ServiceCommand built() throws IOException {
        Path jar = jar();
        Path cache = jar.resolveSibling("trained").resolve("cobnut.aot");
        List<String> words = new ArrayList<>();
        words.add(ServiceCommand.java());
        words.add("@" + ServiceCommand.home().resolve("cobnut.jvmargs"));
        if (Files.isRegularFile(cache) && isNewer(cache, jar)) {
            words.add("-XX:AOTCache=" + cache);
            words.add("-jar");
            words.add(cache.resolveSibling(jar.getFileName()).toString());
        } else {
            words.add("-jar");
            words.add(jar.toString());
        }
        return new ServiceCommand(words, CONTRACT);
    }

    private static boolean isNewer(Path file, Path than) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) > 0;
    }

    /// The executable jar.
    ///
    /// @throws ServiceUnavailableException when it is not built, with a sentence that says what to
    ///   do
    public static Path jar() throws IOException {
        return jar(ServiceCommand.home());
    }

    private static Path jar(Path home) throws IOException {
        @Nullable String named = System.getProperty(JAR_PROPERTY);
        Path jar = named == null ? newest(home.resolve("order-service/target")) : Path.of(named);
        if (!Files.isRegularFile(jar)) {
            throw new ServiceUnavailableException(
                    "The order service is not built: there is no " + jar.normalize() + ".");
        }
        try (JarFile content = new JarFile(jar.toFile())) {
            if (content.getEntry(MAIN_CLASS_ENTRY) == null) {
                throw new ServiceUnavailableException(
                        "The order service is not built: "
                                + jar.normalize()
                                + " has no OrderServiceApplication.");
            }
        }
        return jar.toAbsolutePath().normalize();
    }

    private static Path newest(Path folder) throws IOException {
        Path none = folder.resolve("cobnut-order-service-exec.jar");
        if (!Files.isDirectory(folder)) {
            return none;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .max((a, b) ->
                            Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
                    .orElse(none);
        }
    }
}
