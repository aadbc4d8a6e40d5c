package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// A service with room for two requests, and commands that end when the test says so.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "cobnut.http.in-flight-max=2")
@Import(ScriptedOrders.Wiring.class)
class AdmissionApiTest {

    private static final int SECONDS_MAX = 120;

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private ScriptedOrders orders;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch inside = new CountDownLatch(2);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
        orders.answer(_ -> {
            inside.countDown();
            await(mayEnd);
            return new CommandResult.Missing<>();
        });
    }

    @AfterEach
    void release() {
        mayEnd.countDown();
        clients.close();
    }

    @Test
    void whoFindsTheServiceFullIsToldToComeAgainAndTheRoomComesBack() {
        CompletableFuture<Answer> first = placing();
        CompletableFuture<Answer> second = placing();
        await(inside);

        Answer refused = api.post("/orders", ApiClient.ORDER).isProblem(ProblemType.UNAVAILABLE);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        refused.saying("The service is full: it answers 2 requests at the moment.");

        mayEnd.countDown();
        assertThat(first.join().status()).isEqualTo(404);
        assertThat(second.join().status()).isEqualTo(404);
        assertThat(api.post("/orders", ApiClient.ORDER).status()).isEqualTo(404);
    }

    @Test
    void aFullServiceStillSaysHowItIs() {
        List<CompletableFuture<Answer>> placed = List.of(placing(), placing());
        await(inside);
        api.post("/orders", ApiClient.ORDER).isProblem(ProblemType.UNAVAILABLE);

        assertThat(api.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(api.get("/%61ctuator/health/liveness").status()).isEqualTo(200);
        assertThat(api.get("/livez").status()).isEqualTo(200);
        assertThat(api.get("/readyz").status()).isEqualTo(200);
        assertThat(api.get("/actuator/prometheus").body())
                .contains("http_in_flight 2.0")
                .containsPattern("http_refused_total [1-9]");

        mayEnd.countDown();
        assertThat(placed).extracting(CompletableFuture::join).hasSize(2);
    }

    private CompletableFuture<Answer> placing() {
        return CompletableFuture.supplyAsync(() -> api.post("/orders", ApiClient.ORDER), clients);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
