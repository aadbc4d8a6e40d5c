package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// Builds applications with Maven and starts them.
///
/// The artifacts are in a repository of their own. Maven's local repository is a folder of links to
/// the machine's, so that nothing is loaded twice; only `dev/cobnut` is not a link, so that these
/// artifacts do not get among those of the machine.
final class ConsumerBuild implements AutoCloseable {

    /// For a first build, which loads plug-ins, on a machine that does other things.
    private static final int MINUTES_MAX = 10;

    static final Duration START_MAX = Duration.ofMinutes(2);
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+) ");

    private static final Pattern UNRESOLVED =
            Pattern.compile(
                    "Could not (transfer|find|resolve)|could not be resolved|offline mode|Unknown host");

    /// A process that ended.
    ///
    /// @param output of both its channels
    record Ended(int code, String output) {

        /// True when a build failed because something that is not ours could not be had.
        boolean lacksArtifactsOfOthers() {
            return code != 0
                    && UNRESOLVED.matcher(output).find()
                    && !Pattern.compile("(?m)^\\[ERROR\\].*[Cc]ould not .*dev\\.cobnut:cobnut")
                            .matcher(output)
                            .find();
        }

        String firstError() {
            return output.lines().filter(line -> line.contains("ERROR")).findFirst().orElse("");
        }
    }

    private final Path folder;
    private final Path repository;
    private final Path local;

    /// Puts the artifacts into a repository below a folder. The test is skipped without Maven, and
    /// when they are not packaged.
    static ConsumerBuild staged(Path folder) throws IOException {
        assumeTrue(onPath("mvn"), "there is no mvn on the PATH");
        assumeTrue(
                Artifacts.arePackaged(),
                "the artifacts are not packaged: ./cobnut test and mvn verify do that before");
        return new ConsumerBuild(folder);
    }

    private ConsumerBuild(Path folder) throws IOException {
        this.folder = folder;
        repository = Files.createDirectories(folder.resolve("staging"));
        local = Files.createDirectories(folder.resolve("local"));
        Artifacts.stage(repository);
        Path machines =
                Path.of(
                        System.getProperty(
                                "localRepository",
                                Path.of(System.getProperty("user.home"), ".m2/repository")
                                        .toString()));
        link(machines, local, "dev");
        link(machines.resolve("dev"), Files.createDirectories(local.resolve("dev")), "cobnut");
    }

    private static void link(Path from, Path to, String without) throws IOException {
        if (Files.isDirectory(from)) {
            try (Stream<Path> entries = Files.list(from)) {
                for (Path entry : entries.filter(Files::isDirectory).toList()) {
                    if (!entry.endsWith(without)) {
                        Files.createSymbolicLink(to.resolve(from.relativize(entry)), entry);
                    }
                }
            }
        }
    }

    /// Removes the links, so that nobody follows them when the folder is deleted.
    @Override
    public void close() throws IOException {
        for (Path links : List.of(local, local.resolve("dev"))) {
            try (Stream<Path> entries = Files.list(links)) {
                for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
    }

    /// The element of a POM that names the repository.
    String repositories() {
        return """
        <repositories>
          <repository>
            <id>staging</id>
            <url>%s</url>
            <snapshots><enabled>true</enabled></snapshots>
          </repository>
        </repositories>
        """
                .formatted(repository.toUri());
    }

    static boolean onPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(":", -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    /// Runs Maven without the network first, and with it when that is not enough.
    Ended mvn(Path project, String goal) throws IOException, InterruptedException {
        Ended offline = mvn(project, List.of("-o", "-Daether.offline.protocols=file", goal));
        return offline.lacksArtifactsOfOthers() ? mvn(project, List.of(goal)) : offline;
    }

    private Ended mvn(Path project, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("mvn", "-B", "-q", "-Dmaven.repo.local=" + local));
        command.addAll(arguments);
        return run(project, command);
    }

    /// The libraries inside the jar of an application.
    List<String> libraries(String application) throws IOException {
        try (ZipFile jar = new ZipFile(jar(application).toFile())) {
            return jar.stream()
                    .map(entry -> entry.getName().replaceFirst(".*/", ""))
                    .filter(name -> name.endsWith(".jar"))
                    .toList();
        }
    }

    /// Starts an application and waits until it has ended.
    Ended start(String application) throws IOException, InterruptedException {
        return run(
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xmx256m",
                        "-jar",
                        jar(application).toString(),
                        "--cobnut.data=" + folder.resolve("data-" + application),
                        "--cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID()));
    }

    /// A service that runs; closing it stops it.
    ///
    /// @param log what both its channels have
    record Running(Process process, Path log) implements AutoCloseable {

        /// Waits until it listens.
        String url() {
            await().atMost(START_MAX)
                    .until(() -> !process.isAlive() || PORT.matcher(output()).find());
            Matcher port = PORT.matcher(output());
            assertThat(port.find()).as(output()).isTrue();
            return "http://127.0.0.1:" + port.group(1);
        }

        /// Waits until a path answers.
        void awaitAnswer(String address) {
            await().atMost(START_MAX).until(() -> !process.isAlive() || answers(address));
            assertThat(process.isAlive()).as(output()).isTrue();
        }

        private static boolean answers(String address) throws IOException {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(address).toURL().openConnection();
            try {
                return connection.getResponseCode() == 200;
            } catch (SocketException _) {
                return false;
            } finally {
                connection.disconnect();
            }
        }

        /// Also while the process has written half a character.
        String output() {
            try {
                return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.destroy();
            try {
                process.waitFor(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /// Starts a service on a free port, with a project's folder as its own.
    Running serve(Path project, Path jar) throws IOException {
        return serve(project, jar, "--server.port=0");
    }

    /// Starts a service with a folder as its own.
    ///
    /// @param settings with its port
    Running serve(Path project, Path jar, String... settings) throws IOException {
        Path log = project.resolve("service.out");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx256m",
                                "-jar",
                                jar.toString(),
                                "--cobnut.hazelcast.port=0",
                                "--cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID()));
        command.addAll(List.of(settings));
        Process process =
                new ProcessBuilder(command)
                        .directory(project.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        return new Running(process, log);
    }

    /// Different ports that nobody listens on. They lie below those that a system gives out by
    /// itself, so that no connection gets one before the service that it is for.
    static int[] freePorts(int count) {
        return ThreadLocalRandom.current()
                .ints(20_000, 30_000)
                .filter(ConsumerBuild::isFree)
                .distinct()
                .limit(count)
                .toArray();
    }

    private static boolean isFree(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /// The jar of an application with all that it needs.
    Path jar(String application) {
        return folder.resolve(application + "/target/" + application + "-1.jar");
    }

    /// Runs a program and waits until it has ended.
    static Ended run(Path project, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("consumer", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(project.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
            String printed = Files.readString(output);
            return ended
                    ? new Ended(process.exitValue(), printed)
                    : new Ended(
                            -1,
                            "%s%ndid not end within %d minutes".formatted(printed, MINUTES_MAX));
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }
}
