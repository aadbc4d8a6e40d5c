package dev.cobnut.loadtests.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The words that start a service, without its port and data folder.
///
/// @param words program, JVM flags, main class or jar, further arguments
public record ServiceCommand(List<String> words) {

    /// System property: the folder of the repository; `./cobnut` and the build set it.
    public static final String HOME_PROPERTY = "cobnut.home";

    /// System property: the executable jar, where it is not in its place below the home.
    public static final String JAR_PROPERTY = "cobnut.service.jar";

    private static final String MAIN_CLASS_ENTRY =
            "BOOT-INF/classes/dev/cobnut/orders/OrderServiceApplication.class";

    public ServiceCommand {
        words = List.copyOf(words);
    }

    /// The order service with the flags of `./cobnut run` (the file `cobnut.jvmargs`).
    ///
    /// @throws ServiceUnavailableException when it is not built, with a sentence that says what to
    ///   do
    public static ServiceCommand orderService() throws IOException {
        return new ServiceCommand(
                List.of(
                        java(),
                        "@" + home().resolve("cobnut.jvmargs"),
                        "-jar",
                        orderServiceJar().toString()));
    }

    /// The order service as it was built last.
    ///
    /// @throws ServiceUnavailableException when it is not built, with a sentence that says what to
    ///   do
    public static Path orderServiceJar() throws IOException {
        return jar(home());
    }

    /// The folder of the repository.
    public static Path home() {
        return Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath().normalize();
    }

    /// The `java` that runs us.
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// The same with further arguments at the end.
    public ServiceCommand with(String... arguments) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(arguments));
        return new ServiceCommand(all);
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
