package dev.cobnut.framework.postgres;

import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.tools.TestTool;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/// A PostgreSQL database for tests that need nothing but a connection, shared by all tests of the
/// JVM. It is the official image in a container where a Docker engine answers, and
/// [PostgresServer#shared] otherwise.
public final class PostgresDatabase {

    static final String IMAGE = "postgres:17";

    private static final System.Logger LOG = System.getLogger(PostgresDatabase.class.getName());

    private static @Nullable PostgresDatabase shared;
    private static @Nullable String reason;

    private final Supplier<PostgresSettings> newJournal;

    private PostgresDatabase(Supplier<PostgresSettings> newJournal) {
        this.newJournal = newJournal;
    }

    /// Why there is no database here; empty when there is one.
    public static synchronized Optional<String> reasonAgainst() {
        if (shared == null && reason == null) {
            find();
        }
        return Optional.ofNullable(reason);
    }

    public static synchronized PostgresDatabase shared() {
        reasonAgainst()
                .ifPresent(why -> {
                    throw new IllegalStateException(why);
                });
        PostgresDatabase found = shared;
        if (found == null) {
            throw new IllegalStateException("neither a database nor a reason was found");
        }
        return found;
    }

    /// Settings of a journal in a schema of its own.
    public PostgresSettings newJournal() {
        return newJournal.get();
    }

    private static void find() {
        String noContainer = TestTool.DOCKER.hidden().orElse(null);
        if (noContainer == null && DockerClientFactory.instance().isDockerAvailable()) {
            try {
                shared = new PostgresDatabase(started());
                return;
            } catch (RuntimeException e) {
                noContainer = "the image " + IMAGE + " did not start in a container (" + e + ")";
            }
        } else if (noContainer == null) {
            noContainer = "no Docker engine answers";
        }
        String noServer = PostgresServer.reasonAgainst().orElse(null);
        if (noServer != null) {
            reason = noContainer + ", and " + noServer;
            return;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "The journal is tested with the installed PostgreSQL and not in a container: {0}.",
                noContainer);
        shared = new PostgresDatabase(() -> PostgresServer.shared().newJournal());
    }

    /// The JVM's end removes the container. Testcontainers switches fsync off unless it is told
    /// otherwise, and the journal refuses such a server.
    private static Supplier<PostgresSettings> started() {
        PostgreSQLContainer container =
                new PostgreSQLContainer(IMAGE)
                        .withDatabaseName(PostgresServer.DATABASE)
                        .withUsername(PostgresServer.OWNER)
                        .withPassword(PostgresServer.PASSWORD)
                        .withCommand(
                                "postgres",
                                "-c",
                                "fsync=on",
                                "-c",
                                "full_page_writes=on",
                                "-c",
                                "synchronous_commit=on");
        container.start();
        String url =
                "jdbc:postgresql://"
                        + ContainerAddress.of(container, PostgreSQLContainer.POSTGRESQL_PORT)
                        + "/"
                        + PostgresServer.DATABASE;
        return () ->
                PostgresSettings.of(url, PostgresServer.OWNER, PostgresServer.PASSWORD)
                        .withSchema(PostgresServer.newSchema());
    }
}
