package dev.cobnut.runtime.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A message comes while its mailbox is closed: an accepted message can be polled after the close.
///
/// Results: 1 when the message was accepted, 1 when it was polled after the close.
public class CloseStress {

    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and polled")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and polled")
    @State
    public static class Array {
        private final Mailbox<String> mailbox = MailboxKind.MPSC_ARRAY.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void reader(II_Result result) {
            mailbox.close();
            result.r2 = mailbox.poll() == null ? 0 : 1;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and polled")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and polled")
    @State
    public static class Growing {
        private final Mailbox<String> mailbox = MailboxKind.MPSC.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void reader(II_Result result) {
            mailbox.close();
            result.r2 = mailbox.poll() == null ? 0 : 1;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and polled")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and polled")
    @State
    public static class Priority {
        private final Mailbox<String> mailbox = MailboxKind.PRIORITY.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void reader(II_Result result) {
            mailbox.close();
            result.r2 = mailbox.poll() == null ? 0 : 1;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and polled")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and polled")
    @State
    public static class Linked {
        private final Mailbox<String> mailbox = MailboxKind.LINKED.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void reader(II_Result result) {
            mailbox.close();
            result.r2 = mailbox.poll() == null ? 0 : 1;
        }
    }

    /// The wrong variant: a sender that has read the flag may store its message after the last
    /// poll.
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and polled")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING, desc = "accepted and lost")
    @Outcome(expect = FORBIDDEN, desc = "refused and polled")
    @State
    public static class AFlagBesideTheQueueIsWrong {
        private final MpscUnboundedAtomicArrayQueue<String> queue =
                new MpscUnboundedAtomicArrayQueue<>(4);
        private volatile boolean closed;

        @Actor
        public void sender(II_Result result) {
            result.r1 = !closed && queue.offer("message") ? 1 : 0;
        }

        @Actor
        public void reader(II_Result result) {
            closed = true;
            result.r2 = queue.poll() == null ? 0 : 1;
        }
    }
}
