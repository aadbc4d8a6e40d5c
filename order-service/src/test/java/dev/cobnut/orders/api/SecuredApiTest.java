package dev.cobnut.orders.api;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/// The whole service in the mode jwt, with a folder of its own. Each subclass has settings of its
/// own, its cluster's name at least, and so a service of its own.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestPropertySource(
        properties = {
            "cobnut.security.mode=jwt",
            "cobnut.security.jwt.issuer=" + TestIssuer.NAME,
            "cobnut.security.jwt.audience=" + TestIssuer.AUDIENCE
        })
abstract class SecuredApiTest {

    protected static final TestIssuer ISSUER = new TestIssuer();
    protected static final String SCOPES = "orders:read orders:write";

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    protected ApiClient api;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
        properties.add(
                "cobnut.security.jwt.public-key-file",
                () -> ISSUER.writeTo(folder.resolve("issuer.pem")).toString());
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    protected int port() {
        return port;
    }
}
