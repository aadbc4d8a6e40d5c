package dev.cobnut.loadtests.early;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Copies the journal of a scratch folder to the data folder every [#PERIOD_MS]. Each copy is one
/// transaction of SQLite, so it lacks only the newest events.
final class LateCopy implements AutoCloseable {

    static final long PERIOD_MS = 200;

    private static final String FILE = "journal.db";

    private final Path folder;
    private final Path copy;
    private final CountDownLatch closed = new CountDownLatch(1);

    private LateCopy(Path folder, Path copy) {
        this.folder = folder;
        this.copy = copy;
    }

    /// Empties the scratch folder and puts the last copy into it.
    static LateCopy begin(Path data) throws IOException {
        Path folder = Files.createDirectories(data.resolve("early"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Path copy = data.resolve(FILE);
        if (Files.exists(copy)) {
            Files.copy(copy, folder.resolve(FILE));
        }
        return new LateCopy(folder, copy);
    }

    /// The folder of the journal.
    Path folder() {
        return folder;
    }

    /// To be called when the journal is open.
    void start() {
        Thread.ofPlatform().name("late-copy").daemon(true).start(this::run);
    }

    private void run() {
        try {
            while (!closed.await(PERIOD_MS, TimeUnit.MILLISECONDS)) {
                write();
            }
        } catch (InterruptedException | SQLException | IOException e) {
            throw new IllegalStateException("the journal is not copied any more", e);
        }
    }

    private void write() throws SQLException, IOException {
        Path next = folder.resolve("next.db");
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(FILE));
                PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
            vacuum.setString(1, next.toString());
            vacuum.executeUpdate();
        }
        Files.move(next, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
