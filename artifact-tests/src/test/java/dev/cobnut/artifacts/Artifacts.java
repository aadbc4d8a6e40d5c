package dev.cobnut.artifacts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The artifacts that `./cobnut install` and `./cobnut release` publish, as this build packaged
/// them.
final class Artifacts {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /// A published module.
    ///
    /// @param folder its folder; empty for the parent of all
    record Artifact(String folder, String name, boolean hasJar) {

        Path pom() {
            return ROOT.resolve(folder).resolve("pom.xml");
        }

        Path jar() {
            return ROOT.resolve(folder).resolve("target").resolve(name + "-" + version() + ".jar");
        }
    }

    static final List<Artifact> ALL =
            List.of(
                    new Artifact("", "cobnut", false),
                    new Artifact("bom", "cobnut-bom", false),
                    new Artifact("runtime", "cobnut-runtime", true),
                    new Artifact("framework", "cobnut-framework", true),
                    new Artifact("test-kit", "cobnut-test", true),
                    new Artifact("web", "cobnut-web", true),
                    new Artifact("sink-http", "cobnut-sink-http", true),
                    new Artifact("sink-kafka", "cobnut-sink-kafka", true),
                    new Artifact("starter", "cobnut-spring-boot-starter", true),
                    new Artifact(
                            "starter-postgresql", "cobnut-spring-boot-starter-postgresql", true));

    private static final Pattern VERSION = Pattern.compile("(?m)^  <version>(.*)</version>$");

    /// The order service with all that it needs.
    static final Path ORDER_SERVICE =
            ROOT.resolve("order-service/target/cobnut-order-service-" + version() + "-exec.jar");

    private Artifacts() {}

    static String version() {
        Matcher version = VERSION.matcher(text(ROOT.resolve("pom.xml")));
        if (!version.find()) {
            throw new IllegalStateException("the parent's POM has no version");
        }
        return version.group(1);
    }

    static boolean arePackaged() {
        return ALL.stream().filter(Artifact::hasJar).allMatch(one -> Files.exists(one.jar()));
    }

    /// Puts the artifacts into a folder, in the layout of a Maven repository.
    static void stage(Path repository) throws IOException {
        for (Artifact artifact : ALL) {
            Path folder =
                    Files.createDirectories(
                            repository
                                    .resolve("dev/cobnut")
                                    .resolve(artifact.name())
                                    .resolve(version()));
            String file = artifact.name() + "-" + version();
            Files.copy(artifact.pom(), folder.resolve(file + ".pom"));
            if (artifact.hasJar()) {
                Files.copy(artifact.jar(), folder.resolve(file + ".jar"));
            }
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
