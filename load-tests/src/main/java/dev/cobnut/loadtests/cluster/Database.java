package dev.cobnut.loadtests.cluster;

import dev.cobnut.lab.service.FreePort;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL server for the members, from the package installed on this machine. It has a folder
/// of its own, with `fsync` and `synchronous_commit` on. PostgreSQL does not run as root, so root
/// starts it as the user `postgres`.
public final class Database implements AutoCloseable {

    static final String USER = "cobnut";
    static final String PASSWORD = "only-for-this-run";

    private static final long ANSWER_SECONDS_MAX = 60;
    private static final long STOP_SECONDS_MAX = 10;
    private static final long POLL_MS = 50;
    private static final String USER_OF_ROOT = "postgres";

    private final Path programs;
    private final Path folder;
    private final String address;
    private final int port;
    private final Thread atExit = new Thread(this::end, "end-postgres");
    private @Nullable Process process;

    private Database(Path programs, Path folder, String address, int port) {
        this.programs = programs;
        this.folder = folder;
        this.address = address;
        this.port = port;
    }

    /// The folder with `initdb` and `postgres`: `COBNUT_POSTGRES_BIN`, or the newest version below
    /// `/usr/lib/postgresql`.
    public static Optional<Path> programs() throws IOException {
        @Nullable String named = System.getenv("COBNUT_POSTGRES_BIN");
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        Path debian = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(debian)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(debian)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparing(Path::toString));
        }
    }

    /// Creates a server in a new temporary folder, which other users can enter, and waits until it
    /// answers.
    ///
    /// @throws ServiceUnavailableException when PostgreSQL is not installed; the message says what
    ///   to do
    public static Database start(ClusterNetwork place) throws IOException, InterruptedException {
        Path programs =
                programs()
                        .orElseThrow(() ->
                                new ServiceUnavailableException(
                                        "PostgreSQL is not installed: apt-get install postgresql, or"
                                                + " set COBNUT_POSTGRES_BIN to the folder of its"
                                                + " programs."));
        Path folder = Files.createTempDirectory("cobnut-postgres-");
        Database database =
                new Database(programs, folder, place.databaseAddress(), FreePort.next());
        Runtime.getRuntime().addShutdownHook(database.atExit);
        database.create();
        database.begin();
        return database;
    }

    private void create() throws IOException, InterruptedException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        if (Programs.isRoot()) {
            UserPrincipal owner =
                    folder.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(USER_OF_ROOT);
            Files.setOwner(folder, owner);
            Files.setOwner(password, owner);
        }
        Programs.run(
                folder,
                words(
                        "initdb",
                        "--pgdata=" + folder.resolve("data"),
                        "--username=" + USER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"));
        // Permits connections from the members' namespaces, which only the members use.
        Path rules = folder.resolve("data/pg_hba.conf");
        Files.writeString(rules, Files.readString(rules) + "host all all samenet scram-sha-256\n");
    }

    /// Starts the server, also after [#kill], and waits until it answers.
    void begin() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS_MAX);
        Process begun = launch();
        process = begun;
        while (System.nanoTime() < deadline) {
            if (answers()) {
                return;
            }
            // Processes of a killed server hold its memory for a moment, and a new server then
            // ends.
            if (begun.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                begun = launch();
                process = begun;
            }
        }
        throw new ServiceUnavailableException(
                "PostgreSQL did not start:\n" + Files.readString(folder.resolve("log")));
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        words(
                                "postgres",
                                "-D",
                                folder.resolve("data").toString(),
                                "-p",
                                Integer.toString(port),
                                "-c",
                                "listen_addresses=" + address,
                                "-c",
                                "unix_socket_directories=",
                                "-c",
                                "fsync=on",
                                "-c",
                                "synchronous_commit=on",
                                "-c",
                                "shared_buffers=128MB"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private boolean answers() throws InterruptedException {
        try {
            Programs.run(
                    folder,
                    List.of(
                            programs.resolve("pg_isready").toString(),
                            "-q",
                            "-h",
                            address,
                            "-p",
                            Integer.toString(port)));
            return true;
        } catch (IOException _) {
            return false; // not yet
        }
    }

    /// Runs a statement as the owner of the database.
    ///
    /// @return the result, without headers
    String sql(String statement) throws IOException, InterruptedException {
        return Programs.run(
                        folder,
                        List.of(
                                programs.resolve("psql").toString(),
                                "-v",
                                "ON_ERROR_STOP=1",
                                "-Atq",
                                "-c",
                                statement,
                                "postgresql://%s:%s@%s:%d/postgres"
                                        .formatted(USER, PASSWORD, address, port)))
                .strip();
    }

    /// User and system CPU time of all running processes of the server so far. The time of its
    /// ended processes is part of the postmaster's.
    public Duration cpuTime() {
        Process running = process;
        if (running == null) {
            return Duration.ZERO;
        }
        return Stream.concat(Stream.of(running.toHandle()), running.descendants())
                .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// Sends SIGKILL to the postmaster; its child processes notice this and end.
    void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    /// The service's settings for this database.
    public List<String> settings(String schema) {
        return List.of(
                "--cobnut.journal.type=postgresql",
                "--cobnut.journal.postgresql.url=jdbc:postgresql://%s:%d/postgres"
                        .formatted(address, port),
                "--cobnut.journal.postgresql.user=" + USER,
                "--cobnut.journal.postgresql.password=" + PASSWORD,
                "--cobnut.journal.postgresql.schema=" + schema);
    }

    private List<String> words(String program, String... arguments) {
        List<String> words = new ArrayList<>();
        if (Programs.isRoot()) {
            words.addAll(
                    List.of(
                            "setpriv",
                            "--reuid=" + USER_OF_ROOT,
                            "--regid=" + USER_OF_ROOT,
                            "--clear-groups"));
        }
        words.add(programs.resolve(program).toString());
        words.addAll(List.of(arguments));
        return words;
    }

    @Override
    public void close() throws IOException {
        Process running = process;
        try {
            if (running != null) {
                running.destroy();
                if (!running.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                    running.destroyForcibly().waitFor();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void end() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }
}
