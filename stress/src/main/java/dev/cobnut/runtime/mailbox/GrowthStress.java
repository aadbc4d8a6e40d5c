package dev.cobnut.runtime.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Senders, a reader and a closer of a mailbox that begins with a single place, so that its second
/// message makes it grow.
public class GrowthStress {

    private static final class Message {
        final int sender;
        int number;

        Message(int sender, int number) {
            this.sender = sender;
            this.number = number;
        }
    }

    /// Two messages of each sender.
    static class Growing {
        final Mailbox<Message> mailbox = new MpscMailbox<>(8, 1);
        final int[] accepted = new int[2];
        private final int[] polled = new int[2];
        private int wrong;

        void send(int sender) {
            for (int number = 1; number <= 2; number++) {
                if (mailbox.offer(new Message(sender, number)) == Offer.ACCEPTED) {
                    accepted[sender]++;
                }
            }
        }

        void take() {
            Message message = mailbox.poll();
            if (message != null && message.number != ++polled[message.sender]) {
                wrong++;
            }
        }

        /// Accepted; polled; out of order, half made, or counted wrongly.
        void count(III_Result result) {
            int sum = accepted[0] + accepted[1];
            wrong += mailbox.accepted() == sum ? 0 : 10;
            wrong += mailbox.depth() == sum - polled[0] - polled[1] ? 0 : 100;
            for (int i = 0; i < 4; i++) {
                take();
            }
            result.r1 = sum;
            result.r2 = polled[0] + polled[1];
            result.r3 = wrong;
        }
    }

    /// Both senders make it grow, and one of them finds the ring sealed by the other.
    @JCStressTest
    @Outcome(id = "4, 4, 0", expect = ACCEPTABLE, desc = "all in, all out, each sender's in order")
    @Outcome(expect = FORBIDDEN, desc = "lost, twice, out of order or half made")
    @State
    public static class TwoSenders extends Growing {

        @Actor
        public void first() {
            send(0);
        }

        @Actor
        public void second() {
            send(1);
        }

        @Arbiter
        public void rest(III_Result result) {
            count(result);
        }
    }

    /// The reader goes from ring to ring while the sender makes them.
    @JCStressTest
    @Outcome(id = "2, 2, 0", expect = ACCEPTABLE, desc = "both in, both out, in order")
    @Outcome(expect = FORBIDDEN, desc = "lost, twice, out of order or half made")
    @State
    public static class TheSenderAndTheReader extends Growing {

        @Actor
        public void sender() {
            send(0);
        }

        @Actor
        public void reader() {
            take();
            take();
        }

        @Arbiter
        public void rest(III_Result result) {
            count(result);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "closed before")
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "closed after the first")
    @Outcome(id = "2, 2, 0", expect = ACCEPTABLE, desc = "closed after both")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and polled")
    @State
    public static class GrowingAgainstClosing extends Growing {

        @Actor
        public void sender() {
            send(0);
        }

        @Actor
        public void closer() {
            mailbox.close();
            take();
            take();
        }

        @Arbiter
        public void rest(III_Result result) {
            count(result);
        }
    }

    /// Closed only while empty: nothing is accepted after the reader's last poll.
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "closed before")
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "closed between the two")
    @Outcome(id = "2, 2, 0", expect = ACCEPTABLE, desc = "closed after both, or not at all")
    @Outcome(expect = FORBIDDEN, desc = "closed with a message in it, lost or refused")
    @State
    public static class GrowingAgainstClosingIfEmpty extends Growing {

        @Actor
        public void sender() {
            send(0);
        }

        @Actor
        public void closer() {
            take();
            boolean _ = mailbox.closeIfEmpty();
            take();
        }

        @Arbiter
        public void rest(III_Result result) {
            count(result);
        }
    }
}
