package dev.cobnut.runtime.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A message comes while its empty mailbox is closed: either the message is accepted or the mailbox
/// is closed.
///
/// Results: 1 when the message was accepted, 1 when the mailbox was closed.
public class CloseIfEmptyStress {

    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the message keeps it open")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it is closed and refuses")
    @Outcome(expect = FORBIDDEN, desc = "closed with a message in it, or neither")
    @State
    public static class Array {
        private final Mailbox<String> mailbox = MailboxKind.MPSC_ARRAY.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void closer(II_Result result) {
            result.r2 = mailbox.closeIfEmpty() ? 1 : 0;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the message keeps it open")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it is closed and refuses")
    @Outcome(expect = FORBIDDEN, desc = "closed with a message in it, or neither")
    @State
    public static class Growing {
        private final Mailbox<String> mailbox = MailboxKind.MPSC.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void closer(II_Result result) {
            result.r2 = mailbox.closeIfEmpty() ? 1 : 0;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the message keeps it open")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it is closed and refuses")
    @Outcome(expect = FORBIDDEN, desc = "closed with a message in it, or neither")
    @State
    public static class Priority {
        private final Mailbox<String> mailbox = MailboxKind.PRIORITY.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void closer(II_Result result) {
            result.r2 = mailbox.closeIfEmpty() ? 1 : 0;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the message keeps it open")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it is closed and refuses")
    @Outcome(expect = FORBIDDEN, desc = "closed with a message in it, or neither")
    @State
    public static class Linked {
        private final Mailbox<String> mailbox = MailboxKind.LINKED.create(4);

        @Actor
        public void sender(II_Result result) {
            result.r1 = mailbox.offer("message") == Offer.ACCEPTED ? 1 : 0;
        }

        @Actor
        public void closer(II_Result result) {
            result.r2 = mailbox.closeIfEmpty() ? 1 : 0;
        }
    }
}
