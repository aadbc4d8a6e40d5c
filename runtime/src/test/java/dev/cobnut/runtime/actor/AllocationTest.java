package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The bytes that a message allocates, as the thread counts them. The actor runs on the thread of
/// the test, so its part is counted too.
class AllocationTest extends ActorContract {

    private static final int MESSAGES = 20_000;
    private static final int WARM_UPS = 20;

    /// Bytes that the measurement itself may allocate.
    private static final long NOISE_BYTES = 20_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private sealed interface Message {}

    private record Add() implements Message {}

    private record Get(Recipient<Boolean> replyTo) implements Message {}

    private static final class Sum implements Behavior<Message> {
        private int sum;

        @Override
        public Behavior<Message> receive(ActorContext<Message> context, Message message) {
            switch (message) {
                case Add _ -> sum++;
                case Get(var replyTo) -> replyTo.tell(sum > 0);
            }
            return this;
        }
    }

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }

    private ActorCell<Message> held() {
        ActorCell<Message> cell =
                (ActorCell<Message>)
                        system.spawn(
                                ActorSpec.<Message>of(Sum::new)
                                        .withMailbox(
                                                MailboxSpec.of(
                                                        MailboxKind.MPSC_ARRAY, 2 * MESSAGES)));
        assertThat(cell.claim()).isTrue();
        return cell;
    }

    private static void run(ActorCell<Message> cell) {
        while (cell.run()) {
            Thread.onSpinWait();
        }
        assertThat(cell.claim()).isTrue();
    }

    @Test
    void tellingAnObjectThatExistsAllocatesNothing() {
        ActorCell<Message> cell = held();
        Message add = new Add();
        long bytes = 0;
        for (int round = 0; round <= WARM_UPS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MESSAGES; i++) {
                cell.tell(add);
            }
            bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            run(cell);
        }
        assertThat(bytes).as("bytes for %d messages", MESSAGES).isLessThan(NOISE_BYTES);
    }

    @Test
    void anAskAllocatesOnlyItsPromiseItsQuestionAndItsAnswer() {
        ActorCell<Message> cell = held();
        Duration deadline = Duration.ofSeconds(1);
        long bytes = 0;
        for (int round = 0; round <= WARM_UPS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MESSAGES; i++) {
                var _ = cell.ask(Get::new, deadline);
            }
            while (cell.run()) {
                Thread.onSpinWait();
            }
            bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(cell.claim()).isTrue();
        }
        assertThat(bytes / MESSAGES).as("bytes per ask").isLessThanOrEqualTo(120);
    }
}
