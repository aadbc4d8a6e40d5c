package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.web.problem.ProblemType;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Outcomes that a real gateway seldom has, and the commands that it gets.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Import(ScriptedOrders.Wiring.class)
@ExtendWith(OutputCaptureExtension.class)
class CommandOutcomesApiTest {

    private static final String ORDER = "/orders/019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55";
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private ScriptedOrders orders;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    @Test
    void anUnavailableServiceSaysWhenToTryAgain() {
        orders.answer(_ -> new CommandResult.Unavailable<>("The mailbox is full.", 3));

        Answer answer = api.post("/orders", ApiClient.ORDER).isProblem(ProblemType.UNAVAILABLE);

        answer.saying("The mailbox is full.");
        assertThat(answer.header("Retry-After")).isEqualTo("3");
    }

    @Test
    void anUnknownOutcomeSaysHowToFindOut() {
        orders.answer(
                command -> new CommandResult.Unknown<>(command.stream(), "No answer within 5 s."));

        Answer answer = api.post("/orders", ApiClient.ORDER).isProblem(ProblemType.OUTCOME_UNKNOWN);

        answer.saying("No answer within 5 s. Repeat the command with the same Idempotency-Key.");
        assertThat(answer.json().path("order").asString())
                .isEqualTo("/orders/" + sent().stream().id());
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void aVersionConflictWithoutIfMatchIsAConflictAndNotAFailedPrecondition() {
        orders.answer(_ -> new CommandResult.VersionConflict<>(3, 4));

        api.step(ORDER, "confirm")
                .isProblem(ProblemType.VERSION_CONFLICT)
                .saying("The order is at version 4, not at 3.");
        api.step(ORDER, "confirm", "If-Match", "\"3\"").isProblem(ProblemType.VERSION_MISMATCH);
    }

    @Test
    void aFailureIsLoggedAndNotShown(CapturedOutput output) {
        api.get(ORDER).isProblem(ProblemType.INTERNAL);
        assertThat(output).contains("GET " + ORDER + " failed", "dev.cobnut.secret failed");

        api.get(ORDER + "/events").isProblem(ProblemType.INTERNAL);
        assertThat(output).contains("StackOverflowError");
    }

    @Test
    void aJournalThatCannotBeReadIsLoggedAndTheClientAskedToComeBack(CapturedOutput output) {
        Answer answer = api.get("/orders?customerId=ada").isProblem(ProblemType.UNAVAILABLE);

        assertThat(answer.header("Retry-After")).isEqualTo("5");
        assertThat(answer.body()).doesNotContain("secret");
        assertThat(output).contains("The journal /data/secret is gone.");
    }

    @Test
    void traceCorrelationAndCausationGoWithTheCommand() {
        api.step(
                ORDER,
                "confirm",
                "traceparent",
                TRACE,
                "X-Correlation-Id",
                "basket-7",
                "X-Causation-Id",
                "payment-9");

        assertThat(sent().traceparent()).isEqualTo(TRACE);
        assertThat(sent().correlation()).isEqualTo("basket-7");
        assertThat(sent().causation()).isEqualTo("payment-9");

        api.step(ORDER, "confirm", "traceparent", TRACE + "-more");

        assertThat(sent().traceparent()).isNull();
        assertThat(sent().correlation()).isNull();
        assertThat(sent().causation()).isNull();
    }

    @Test
    void aPlacementBeginsAStreamAndAStepNeedsOne() {
        api.post("/orders", ApiClient.ORDER, "Idempotency-Key", "k-1");
        assertThat(sent().begins()).isTrue();
        assertThat(sent().expectedVersion()).isNull();
        assertThat(sent().key()).isNotNull();

        api.step(ORDER, "confirm", "If-Match", "\"12\"");
        assertThat(sent().begins()).isFalse();
        assertThat(sent().stream().value()).isEqualTo("order-" + ORDER.substring(8));
        assertThat(sent().expectedVersion()).isEqualTo(12);
        assertThat(sent().key()).isNull();
    }

    @Test
    void aChangeOfLinesIsOneCommandAndReadsNoOrderBefore() {
        orders.answer(_ -> new CommandResult.Missing<>()); // reading an order would be a 500

        api.put(ORDER + "/lines", ApiClient.NEW_LINES).isProblem(OrderAnswers.ORDER_NOT_FOUND);

        assertThat(sent().content()).isInstanceOf(OrderCommand.ChangeLines.class);
    }

    private Command<OrderCommand> sent() {
        Command<OrderCommand> command = orders.sent();
        assertThat(command).isNotNull();
        if (command == null) {
            throw new AssertionError();
        }
        return command;
    }
}
