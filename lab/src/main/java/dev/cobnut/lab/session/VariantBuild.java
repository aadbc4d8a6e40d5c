package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Provides the jars of the variants. Jars of the working tree are used as they are. Jars of a
/// commit are built in a separate checkout, once per commit.
///
/// All jars are copied, so that a build during the session has no effect.
///
/// ```text
/// <cache>/<commit>.jar, <commit>.jvmargs     earlier builds, kept permanently
/// <cache>/build-<commit>/                    checkout during the build
/// ```
final class VariantBuild implements Variants {

    private static final String LAUNCHER =
            "org.springframework.boot.loader.launch.PropertiesLauncher";

    private static final Duration BUILD_MAX = Duration.ofMinutes(20);
    private static final int DIGEST_SHOWN = 16;

    private final Path home;
    private final Subject subject;
    private final Path cache;
    private final SourceRepository sources;
    private final Progress progress;

    /// @param home the repository
    /// @param cache folder outside the repository that outlives a session
    VariantBuild(Path home, Subject subject, Path cache, Progress progress) {
        this.home = home;
        this.subject = subject;
        this.cache = cache;
        this.sources = new SourceRepository(home, subject.artifact().sources());
        this.progress = progress;
    }

    /// The user's cache, by the rule of freedesktop.org.
    static Path userCache() {
        @Nullable String named = System.getenv("XDG_CACHE_HOME");
        Path cache =
                named == null || named.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(named);
        return cache.resolve("cobnut").resolve("variants");
    }

    /// The names of the plug-ins that are built.
    Set<String> plugins() throws IOException {
        Path folder = pluginFolder();
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .map(name -> name.substring(0, name.length() - ".jar".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Override
    public BuiltVariant build(String id, Variant variant, Path jars)
            throws IOException, InterruptedException {
        String commit;
        Path jar;
        Path jvmArguments;
        @Nullable String ref = variant.ref();
        if (ref == null) {
            commit = sources.workingTree();
            jar = subject.builtJar();
            jvmArguments = home.resolve(subject.artifact().jvmArguments());
        } else {
            commit = sources.commit(ref);
            jar = cache.resolve(commit + ".jar");
            jvmArguments = cache.resolve(commit + ".jvmargs");
            if (!Files.exists(jar)) {
                buildCommit(ref, commit, jar, jvmArguments);
            }
        }
        List<Path> files = new ArrayList<>();
        files.add(keep(jar, jars));
        files.add(keep(jvmArguments, jars));
        for (String plugin : variant.plugins()) {
            files.add(keep(pluginFolder().resolve(plugin + ".jar"), jars));
        }
        return new BuiltVariant(
                id,
                variant,
                commit,
                words(
                        subject.artifact().mainClass(),
                        files.getFirst(),
                        files.size() > 2
                                ? files.subList(2, files.size())
                                : List.of(Files.createDirectories(jars.resolve("no-plugins")))),
                jvmFlags(files.get(1)),
                files.stream()
                        .map(file -> file.getFileName().toString())
                        .collect(Collectors.joining(" ")));
    }

    /// Every variant is started with Spring Boot's launcher for additional jars, even without any,
    /// so that all start in the same way.
    ///
    /// @param plugins jars, or an empty folder that stands for "no plug-ins"
    static List<String> words(String mainClass, Path jar, List<Path> plugins) {
        return List.of(
                ServiceCommand.java(),
                BuiltVariant.JVM,
                "-Dloader.main=" + mainClass,
                "-Dloader.path="
                        + plugins.stream().map(Path::toString).collect(Collectors.joining(",")),
                "-cp",
                jar.toString(),
                LAUNCHER,
                BuiltVariant.ARGUMENTS);
    }

    private static List<String> jvmFlags(Path file) throws IOException {
        List<String> flags = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                Collections.addAll(flags, line.strip().split(" +", -1));
            }
        }
        return List.copyOf(flags);
    }

    private void buildCommit(String ref, String commit, Path jar, Path jvmArguments)
            throws IOException, InterruptedException {
        progress.step("builds %s (%s)".formatted(ref, commit));
        Path checkOut = cache.resolve("build-" + commit);
        sources.checkOut(commit, checkOut);
        try {
            List<String> words = new ArrayList<>(List.of("mvn", "-q", "-B", "package"));
            words.addAll(List.of("-DskipTests", "-Dspotless.check.skip=true"));
            words.addAll(List.of("-pl", subject.artifact().module(), "-am"));
            ExternalProgram maven =
                    ExternalProgram.run(
                            words,
                            checkOut,
                            Map.of("JAVA_HOME", System.getProperty("java.home")),
                            cache.resolve("build-" + commit + ".log"),
                            BUILD_MAX);
            if (maven.exitCode() != 0) {
                throw new SessionException(
                        "'%s' (%s) does not build; the end of the build's log:%n%s"
                                .formatted(ref, commit, maven.tail()));
            }
            Path built =
                    executableJar(
                            ref, checkOut.resolve(subject.artifact().module()).resolve("target"));
            Files.copy(
                    checkOut.resolve(subject.artifact().jvmArguments()),
                    jvmArguments,
                    StandardCopyOption.REPLACE_EXISTING);
            Path copied = jar.resolveSibling(jar.getFileName() + ".part");
            Files.copy(built, copied, StandardCopyOption.REPLACE_EXISTING);
            Files.move(copied, jar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            sources.removeCheckOut(checkOut);
        }
    }

    private static Path executableJar(String ref, Path target) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(target)) {
            jars =
                    files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                            .toList();
        }
        if (jars.size() != 1) {
            throw new SessionException(
                    "'%s' builds %d executable jars of the service; one is needed."
                            .formatted(ref, jars.size()));
        }
        return jars.getFirst();
    }

    private Path pluginFolder() {
        return home.resolve(subject.artifact().plugins());
    }

    /// Copies a file under a name that identifies its content.
    private static Path keep(Path file, Path folder) throws IOException {
        Files.createDirectories(folder);
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        Path kept =
                folder.resolve(name.substring(0, dot) + "-" + digest(file) + name.substring(dot));
        if (!Files.exists(kept)) {
            Path copied = kept.resolveSibling(kept.getFileName() + ".part");
            Files.copy(file, copied, StandardCopyOption.REPLACE_EXISTING);
            Files.move(copied, kept, StandardCopyOption.ATOMIC_MOVE);
        }
        return kept;
    }

    /// The digest of a jar covers its entries, not the time of packaging.
    static String digest(Path file) throws IOException {
        MessageDigest digest = sha256();
        if (file.toString().endsWith(".jar")) {
            try (JarFile jar = new JarFile(file.toFile(), false)) {
                List<JarEntry> entries =
                        jar.stream().sorted(Comparator.comparing(JarEntry::getName)).toList();
                for (JarEntry entry : entries) {
                    digest.update((entry.getName() + "\n").getBytes(StandardCharsets.UTF_8));
                    try (InputStream content = jar.getInputStream(entry)) {
                        digest.update(content.readAllBytes());
                    }
                }
            }
        } else {
            digest.update(Files.readAllBytes(file));
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_SHOWN);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
