package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

    private static final CommandRequest PAY =
            new CommandRequest(CommandKind.PAY, "k1", "o1", 2L, "{\"amount\":\"1.10\"}");

    @TempDir Path folder;

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        try (Ledger ledger = new Ledger(folder.resolve("ledger"))) {
            ledger.answered(ledger.attempt(PAY), new Answer(200, "{\"version\":3}"));

            assertThat(ledger.exchanges())
                    .containsExactly(new Exchange(PAY, new Answer(200, "{\"version\":3}")));
        }
    }

    @Test
    void anAttemptThatNobodyAnsweredIsUnknown() throws Exception {
        try (Ledger ledger = new Ledger(folder.resolve("ledger"))) {
            ledger.unanswered(ledger.attempt(PAY), "Connection reset");

            assertThat(ledger.history().unknown())
                    .extracting(CommandHistory.Key::command)
                    .containsExactly(PAY);
        }
    }

    @Test
    void aKeyIsKnownAsSoonAsOneOfItsAttemptsIsAnswered() throws Exception {
        try (Ledger ledger = new Ledger(folder.resolve("ledger"))) {
            ledger.unanswered(ledger.attempt(PAY), "Connection reset");
            ledger.answered(ledger.attempt(PAY), new Answer(200, "{\"version\":3}"));

            assertThat(ledger.history().unknown()).isEmpty();
            assertThat(ledger.history().acknowledged()).hasSize(1);
        }
    }

    @Test
    void answersOfManyThreadsAreAllThere() throws Exception {
        try (Ledger ledger = new Ledger(folder.resolve("ledger"))) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 200; i++) {
                    CommandRequest command =
                            new CommandRequest(CommandKind.CONFIRM, "k" + i, "o" + i, null, "{}");
                    var _ =
                            threads.submit(() -> {
                                long n = ledger.attempt(command);
                                ledger.answered(n, new Answer(200, "{\"version\":2}"));
                                return n;
                            });
                }
            }
            assertThat(ledger.history().acknowledged()).hasSize(200);
        }
    }
}
