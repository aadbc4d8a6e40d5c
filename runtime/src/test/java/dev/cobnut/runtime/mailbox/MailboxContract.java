package dev.cobnut.runtime.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The contract of every [Mailbox]. It covers races that a stress loop provokes; the stress tests
/// cover the memory model.
@Timeout(300)
abstract class MailboxContract {

    private static final int PRODUCERS = 8;

    abstract <M> Mailbox<M> create(int capacity);

    @Test
    void messagesComeOutInTheOrderTheyWereAccepted() {
        Mailbox<Integer> mailbox = create(100);
        for (int i = 0; i < 100; i++) {
            assertThat(mailbox.offer(i)).isEqualTo(Offer.ACCEPTED);
        }
        assertThat(drain(mailbox)).isSorted().hasSize(100);
        assertThat(mailbox.poll()).isNull();
    }

    @Test
    void acceptedMessagesAreCounted() {
        Mailbox<Integer> mailbox = create(2);
        assertThat(mailbox.accepted()).isZero();
        mailbox.offer(1);
        mailbox.offer(2);
        assertThat(mailbox.poll()).isEqualTo(1);
        mailbox.offer(3);
        assertThat(mailbox.accepted()).isEqualTo(3);
        assertThat(mailbox.depth()).isEqualTo(2);
        mailbox.close();
        mailbox.offer(4);
        assertThat(mailbox.accepted()).isEqualTo(3);
    }

    @Test
    void aClosedMailboxRefusesMessagesAndStillGivesOutTheQueuedOnes() {
        Mailbox<String> mailbox = create(2);
        mailbox.offer("first");
        mailbox.offer("second");
        mailbox.close();

        assertThat(mailbox.offer("late")).isEqualTo(Offer.CLOSED);
        assertThat(mailbox.depth()).isEqualTo(2);
        assertThat(drain(mailbox)).containsExactly("first", "second");
        assertThat(mailbox.offer("later")).isEqualTo(Offer.CLOSED);
    }

    @Test
    void closeIfEmptyClosesOnlyAnEmptyMailbox() {
        Mailbox<String> mailbox = create(2);
        mailbox.offer("first");
        assertThat(mailbox.closeIfEmpty()).isFalse();
        assertThat(mailbox.offer("second")).isEqualTo(Offer.ACCEPTED);

        drain(mailbox);
        assertThat(mailbox.closeIfEmpty()).isTrue();
        assertThat(mailbox.offer("late")).isEqualTo(Offer.CLOSED);
        assertThat(mailbox.closeIfEmpty()).as("closed and empty already").isTrue();
    }

    @Test
    void aClosedMailboxWithMessagesIsNotEmpty() {
        Mailbox<String> mailbox = create(2);
        mailbox.offer("first");
        mailbox.close();
        assertThat(mailbox.closeIfEmpty()).isFalse();
        drain(mailbox);
        assertThat(mailbox.closeIfEmpty()).isTrue();
    }

    @Test
    void eachProducersMessagesKeepTheirOrderAndNoneIsLost() throws Exception {
        int each = 5_000;
        Mailbox<long[]> mailbox = create(64);
        try (ExecutorService producers = Executors.newFixedThreadPool(PRODUCERS)) {
            for (int producer = 0; producer < PRODUCERS; producer++) {
                int id = producer;
                producers.execute(() -> {
                    for (long i = 0; i < each; ) {
                        if (mailbox.offer(new long[] {id, i}) == Offer.ACCEPTED) {
                            i++;
                        } else {
                            Thread.onSpinWait();
                        }
                    }
                });
            }
            long[] next = new long[PRODUCERS];
            for (int polled = 0; polled < PRODUCERS * each; ) {
                long[] message = mailbox.poll();
                if (message != null) {
                    assertThat(message[1]).isEqualTo(next[(int) message[0]]++);
                    polled++;
                }
            }
            assertThat(mailbox.poll()).isNull();
            assertThat(mailbox.depth()).isZero();
        }
    }

    /// A flag beside the queue fails here: a producer that has seen the mailbox open stores its
    /// message after the consumer has found the closed mailbox empty.
    @Test
    void messagesAcceptedBeforeACloseCanBePolledAfterIt() throws Exception {
        try (ExecutorService producers = Executors.newFixedThreadPool(PRODUCERS)) {
            for (int round = 0; round < 1_000; round++) {
                Mailbox<Integer> mailbox = create(1_000);
                List<Future<Integer>> accepted = race(producers, mailbox, 30);
                long polled = 0;
                for (int i = 0; i < round % 50; i++) {
                    polled += mailbox.poll() == null ? 0 : 1;
                }
                mailbox.close();
                polled += drain(mailbox).size();
                // from here on nothing may appear any more, whatever the producers still do
                assertThat(sum(accepted)).isEqualTo(polled);
                assertThat(mailbox.poll()).isNull();
            }
        }
    }

    @Test
    void aMailboxClosedWhileEmptyAcceptsNothingMore() throws Exception {
        try (ExecutorService producers = Executors.newFixedThreadPool(PRODUCERS)) {
            for (int round = 0; round < 1_000; round++) {
                Mailbox<Integer> mailbox = create(1_000);
                List<Future<Integer>> accepted = race(producers, mailbox, 10);
                long polled = 0;
                while (!mailbox.closeIfEmpty()) {
                    polled += mailbox.poll() == null ? 0 : 1;
                }
                assertThat(sum(accepted)).isEqualTo(polled);
                assertThat(mailbox.depth()).isZero();
            }
        }
    }

    private static List<Future<Integer>> race(
            ExecutorService producers, Mailbox<Integer> mailbox, int each) {
        CountDownLatch ready = new CountDownLatch(2);
        List<Future<Integer>> accepted = new ArrayList<>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            accepted.add(
                    producers.submit(() -> {
                        ready.countDown();
                        int taken = 0;
                        for (int i = 0; i < each; i++) {
                            taken += mailbox.offer(i) == Offer.ACCEPTED ? 1 : 0;
                        }
                        return taken;
                    }));
        }
        try {
            assertThat(ready.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return accepted;
    }

    private static long sum(List<Future<Integer>> counts) throws Exception {
        long sum = 0;
        for (Future<Integer> count : counts) {
            sum += count.get(120, TimeUnit.SECONDS);
        }
        return sum;
    }

    private static <M> List<M> drain(Mailbox<M> mailbox) {
        List<M> messages = new ArrayList<>();
        @Nullable M message = mailbox.poll();
        while (message != null) {
            messages.add(message);
            message = mailbox.poll();
        }
        return messages;
    }
}
