package dev.cobnut.framework.handler;

import java.nio.file.Path;
import java.sql.SQLException;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The journal is a SQLite file of the killed process; H2 runs as a server in the test's process.
class H2HandlerCrashTest extends HandlerCrashContract {

    @TempDir Path folder;

    private Server server;

    @BeforeEach
    void startServer() throws SQLException {
        server =
                Server.createTcpServer(
                                "-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                        .start();
    }

    @AfterEach
    void stopServer() {
        server.stop();
    }

    @Override
    String application() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./application";
    }

    @Override
    KilledHandlers.Store store() {
        return new KilledHandlers.InFolder(folder.resolve("data"));
    }
}
