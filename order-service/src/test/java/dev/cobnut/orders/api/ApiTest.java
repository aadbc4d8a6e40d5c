package dev.cobnut.orders.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// The whole service, journal and all, on a port and a data folder of its own; all subclasses share
/// one.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
abstract class ApiTest {

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    protected ApiClient api;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", DataFolder::path);
        // Feeds end, for tests that read whole answers.
        properties.add("cobnut.feed.connection-time-max", () -> "1s");
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    protected int port() {
        return port;
    }

    /// One folder for all subclasses, as they share one service.
    private static final class DataFolder {

        private static final Path PATH = create();

        static String path() {
            return PATH.toString();
        }

        private static Path create() {
            try {
                Path folder = Files.createTempDirectory("cobnut-api-test");
                folder.toFile().deleteOnExit();
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
