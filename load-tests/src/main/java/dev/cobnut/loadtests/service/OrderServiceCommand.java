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

    /// System property with the path of a cache for the start (`order-service/launch.sh`). The jar,
    /// taken apart, is beside it.
    private static final String CACHE_PROPERTY = "cobnut.service.cache";

    /// The start arguments of the order service.
    public static final StartContract CONTRACT = StartContract.springBoot("--cobnut.data=");

    static final String MAIN_CLASS = "dev.cobnut.orders.OrderServiceApplication";

    private static final String MAIN_CLASS_ENTRY =
            "BOOT-INF/classes/" + MAIN_CLASS.replace('.', '/') + ".class";

    private OrderServiceCommand() {}

    /// The command with the flags of `./cobnut run` (the file `cobnut.jvmargs`), and with the cache
    /// of its start that `./cobnut` names.
    ///
    /// @throws ServiceUnavailableException when it is not built, with a sentence that says what to
    ///   do
    public static ServiceCommand built() throws IOException {
        Path jar = jar();
        List<String> words = new ArrayList<>();
        words.add(ServiceCommand.java());
        words.add("@" + ServiceCommand.home().resolve("cobnut.jvmargs"));
        @Nullable String cache = System.getProperty(CACHE_PROPERTY);
        if (cache != null && System.getProperty(JAR_PROPERTY) == null) {
            words.add("-XX:AOTCache=" + cache);
            jar = Path.of(cache).resolveSibling(jar.getFileName());
        }
        words.add("-jar");
        words.add(jar.toString());
        return new ServiceCommand(words, CONTRACT);
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
