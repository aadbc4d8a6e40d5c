package dev.cobnut.runtime.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.MailboxKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// The hand-over of an actor that goes idle to the sender of its next message: `Turn`.
///
/// Results: whether the sender got the claim, whether the holder kept it or took it back.
public class HandOverStress {

    /// A turn that is claimed, in front of an empty mailbox.
    static class Claimed extends Turn {
        final Mailbox<String> mailbox;

        Claimed(MailboxKind kind) {
            mailbox = kind.create(4);
            if (!claim()) {
                throw new IllegalStateException("a new turn is idle");
            }
        }

        @Override
        boolean run() {
            return false;
        }

        int send() {
            mailbox.offer("message");
            return claim() ? 1 : 0;
        }

        int releaseThenLook() {
            release(IDLE);
            return mailbox.depth() > 0 && claim() ? 1 : 0;
        }

        int lookThenRelease() {
            if (mailbox.depth() > 0) {
                return 1;
            }
            release(IDLE);
            return 0;
        }
    }

    /// What actors do, before the array mailbox.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is forgotten")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two writers")
    @State
    public static class ReleaseThenLookArray extends Claimed {
        public ReleaseThenLookArray() {
            super(MailboxKind.MPSC_ARRAY);
        }

        @Actor
        public void sender(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void holder(II_Result result) {
            result.r2 = releaseThenLook();
        }
    }

    /// The same before the mailbox of linked chunks.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is forgotten")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two writers")
    @State
    public static class ReleaseThenLookChunks extends Claimed {
        public ReleaseThenLookChunks() {
            super(MailboxKind.MPSC);
        }

        @Actor
        public void sender(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void holder(II_Result result) {
            result.r2 = releaseThenLook();
        }
    }

    /// The same before the mailbox with a monitor.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is forgotten")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two writers")
    @State
    public static class ReleaseThenLookLinked extends Claimed {
        public ReleaseThenLookLinked() {
            super(MailboxKind.LINKED);
        }

        @Actor
        public void sender(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void holder(II_Result result) {
            result.r2 = releaseThenLook();
        }
    }

    /// The wrong variant: a message between the look and the release is forgotten.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "the message is forgotten")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two writers")
    @State
    public static class LookThenReleaseIsWrong extends Claimed {
        public LookThenReleaseIsWrong() {
            super(MailboxKind.MPSC_ARRAY);
        }

        @Actor
        public void sender(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void holder(II_Result result) {
            result.r2 = lookThenRelease();
        }
    }
}
