package dev.cobnut.framework.postgres;

import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.tools.TestTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL server of its own: installed on this machine by its package, started here, ended
/// with the JVM at the latest. It does not run as root, so root starts it as the user `postgres`.
///
/// ```text
/// <temporary folder>/data   the cluster
/// <temporary folder>/log    what the server says
/// ```
public final class PostgresServer implements AutoCloseable {

    public static final String OWNER = "cobnut_owner";
    public static final String PASSWORD = "only-on-loopback-for-tests";
    public static final String DATABASE = "postgres";

    private static final int START_SECONDS_MAX = 60;
    private static final String USER_OF_ROOT = "postgres";
    private static final AtomicLong LAST_SCHEMA = new AtomicLong();

    private static @Nullable PostgresServer shared;

    private final Path binaries;
    private final Path folder;
    private final int port;
    private final Thread atExit = new Thread(this::end, "postgres-end");
    private @Nullable Process process;

    private PostgresServer(Path binaries, Path folder, int port) {
        this.binaries = binaries;
        this.folder = folder;
        this.port = port;
    }

    /// Why no server can be started here; empty when one can.
    public static Optional<String> reasonAgainst() {
        Optional<String> hidden = TestTool.POSTGRESQL.hidden();
        if (hidden.isPresent()) {
            return hidden;
        }
        if (binaries().isEmpty()) {
            return Optional.of(
                    "no PostgreSQL is installed: the programs initdb and postgres are neither in COBNUT_POSTGRES_BIN nor in /usr/lib/postgresql/*/bin (apt-get install postgresql)");
        }
        if (isRoot() && userOfRoot().isEmpty()) {
            return Optional.of(
                    "PostgreSQL does not run as root, and there is no user " + USER_OF_ROOT);
        }
        return Optional.empty();
    }

    /// The server that all tests of this JVM share: one schema per test ([#newSchema]). Nobody
    /// kills this one.
    public static synchronized PostgresServer shared() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    /// A server for the caller alone.
    public static PostgresServer start() {
        Path binaries = binaries().orElseThrow(() -> new IllegalStateException("no PostgreSQL"));
        try {
            Path folder = Files.createTempDirectory("cobnut-postgres-");
            PostgresServer server = new PostgresServer(binaries, folder, freePort());
            Runtime.getRuntime().addShutdownHook(server.atExit);
            server.create();
            server.begin();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A streaming standby of this server, for the caller alone. It reports itself to its primary
    /// under the name `standby`.
    public PostgresServer startStandby() {
        try {
            Path home = Files.createTempDirectory("cobnut-postgres-");
            PostgresServer standby = new PostgresServer(binaries, home, freePort());
            Runtime.getRuntime().addShutdownHook(standby.atExit);
            standby.giveToUserOfRoot(home);
            standby.runToItsEnd(
                    "pg_basebackup",
                    "--pgdata=" + home.resolve("data"),
                    "--write-recovery-conf",
                    "--checkpoint=fast",
                    "--no-sync",
                    "--dbname=postgresql://"
                            + OWNER
                            + ":"
                            + PASSWORD
                            + "@127.0.0.1:"
                            + port
                            + "/?application_name=standby");
            standby.begin();
            return standby;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return url(port);
    }

    /// @param port of a proxy in front of the server
    public static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + DATABASE;
    }

    /// The server's version, as it says it.
    public String version() {
        try (Connection connection = DriverManager.getConnection(url(), OWNER, PASSWORD)) {
            return connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// CPU time of the server's processes that live now and of those that they have waited for.
    public Duration cpuTime() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("the server does not run");
        }
        return Stream.concat(Stream.of(running.toHandle()), running.descendants())
                .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// Settings of a journal that nobody else has.
    public PostgresSettings newJournal() {
        return PostgresSettings.of(url(), OWNER, PASSWORD).withSchema(newSchema());
    }

    /// A name that was not used before in this JVM's servers.
    public static String newSchema() {
        return "journal_" + LAST_SCHEMA.incrementAndGet();
    }

    /// Runs statements as the owner of the server.
    public void run(String... statements) {
        try (Connection connection = DriverManager.getConnection(url(), OWNER, PASSWORD);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The first column of the first row of a query, as text.
    public String ask(String query) {
        try (Connection connection = DriverManager.getConnection(url(), OWNER, PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            if (!row.next()) {
                throw new IllegalStateException("no row: " + query);
            }
            return String.valueOf(row.getString(1));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Ends the postmaster by SIGKILL; what it leaves behind is found by [#begin].
    public void kill() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("the server does not run");
        }
        running.destroyForcibly();
        waitForEnd(running);
        process = null;
    }

    /// Starts the server after [#kill], and waits until it answers.
    public void begin() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
        while (System.nanoTime() - deadline < 0) {
            Process begun = launch();
            process = begun;
            // A postmaster that was killed leaves processes that hold its shared memory for a
            // moment: then the new one ends, and is started once more.
            while (!ended(begun, 25) && System.nanoTime() - deadline < 0) {
                if (answers()) {
                    return;
                }
            }
        }
        throw new IllegalStateException("PostgreSQL did not start:\n" + log());
    }

    private boolean answers() {
        try (Connection connection = DriverManager.getConnection(url(), OWNER, PASSWORD)) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean ended(Process process, long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void waitForEnd(Process process) {
        try {
            if (!process.waitFor(START_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("PostgreSQL did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void create() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        giveToUserOfRoot(folder);
        giveToUserOfRoot(password);
        runToItsEnd(
                "initdb",
                "--pgdata=" + folder.resolve("data"),
                "--username=" + OWNER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync");
    }

    private void giveToUserOfRoot(Path path) throws IOException {
        if (isRoot()) {
            Files.setOwner(
                    path, userOfRoot().orElseThrow(() -> new IllegalStateException("no postgres")));
        }
    }

    private void runToItsEnd(String program, String... arguments) throws IOException {
        Process running = builder(program, arguments).start();
        waitForEnd(running);
        if (running.exitValue() != 0) {
            throw new IllegalStateException(program + " failed:\n" + log());
        }
    }

    private Process launch() {
        try {
            return builder(
                            "postgres",
                            "-D",
                            folder.resolve("data").toString(),
                            "-p",
                            Integer.toString(port),
                            "-c",
                            "listen_addresses=127.0.0.1",
                            "-c",
                            "unix_socket_directories=",
                            "-c",
                            "shared_buffers=64MB")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessBuilder builder(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(
                    List.of(
                            "setpriv",
                            "--reuid=" + USER_OF_ROOT,
                            "--regid=" + USER_OF_ROOT,
                            "--clear-groups"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        return builder;
    }

    /// What the server has said.
    public String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Optional<Path> binaries() {
        String configured = System.getenv("COBNUT_POSTGRES_BIN");
        if (configured != null) {
            return Optional.of(Path.of(configured)).filter(PostgresServer::hasPrograms);
        }
        Path debian = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(debian)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(debian)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(PostgresServer::hasPrograms)
                    .max(Comparator.comparingInt(PostgresServer::version));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int version(Path bin) {
        String name = bin.getName(bin.getNameCount() - 2).toString();
        return name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
    }

    private static boolean hasPrograms(Path bin) {
        return Files.isExecutable(bin.resolve("initdb"))
                && Files.isExecutable(bin.resolve("postgres"));
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static Optional<UserPrincipal> userOfRoot() {
        try {
            return Optional.of(
                    Path.of("/")
                            .getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(USER_OF_ROOT));
        } catch (UserPrincipalNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        end();
    }

    private void end() {
        Process running = process;
        if (running != null && running.isAlive()) {
            running.destroyForcibly(); // its children notice
            waitForEnd(running);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(PostgresServer.class.getName())
                    .log(System.Logger.Level.DEBUG, folder + " was not deleted", e);
        }
    }
}
