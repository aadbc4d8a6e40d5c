package dev.cobnut.runtime.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A message comes while the holder of the claim releases it.
///
/// Results: 1 when the sender got the claim, 1 when the holder kept it or claimed again.
public class ClaimStress {

    /// A claim that is held, with an empty mailbox.
    static class Claimed extends Claim<String> {
        final Mailbox<String> mailbox;

        Claimed(MailboxKind kind) {
            super(true);
            mailbox = mailboxOr(kind.create(4));
        }

        int send() {
            mailbox.offer("message");
            return claim() ? 1 : 0;
        }

        int releaseThenLook() {
            return release() ? 1 : 0;
        }

        int lookThenRelease() {
            if (mailbox.depth() > 0) {
                return 1;
            }
            releaseWithoutLooking();
            return 0;
        }
    }

    /// The right order, with the array mailbox.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is lost")
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

    /// The right order, with the mailbox that grows.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is lost")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two writers")
    @State
    public static class ReleaseThenLookGrowing extends Claimed {
        public ReleaseThenLookGrowing() {
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

    /// The right order, with the mailbox that has a monitor.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is lost")
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

    /// The wrong order: a message between the look and the release is lost.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "the message is lost")
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

    /// An actor suspends itself while a control comes, which may claim a suspended actor. The flag
    /// stands for the list of controls.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender starts a turn")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the control is lost")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two writers")
    @State
    public static class SuspendThenLookForControls extends Claimed {
        private volatile boolean control;

        public SuspendThenLookForControls() {
            super(MailboxKind.MPSC_ARRAY);
        }

        @Actor
        public void sender(II_Result result) {
            control = true;
            result.r1 = claimEvenSuspended() ? 1 : 0;
        }

        @Actor
        public void holder(II_Result result) {
            suspend();
            result.r2 = control && claimEvenSuspended() ? 1 : 0;
        }
    }

    /// The next holder sees the writes of the holder before: the sender that claims reads 1.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender claims and reads the write")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the holder goes on")
    @Outcome(expect = FORBIDDEN, desc = "two writers, no writer, or a write that was not seen")
    @State
    public static class TheNextHolderSeesTheState extends Claimed {
        private int state;

        public TheNextHolderSeesTheState() {
            super(MailboxKind.MPSC_ARRAY);
        }

        @Actor
        public void sender(II_Result result) {
            result.r1 = send() == 0 ? 0 : state;
        }

        @Actor
        public void holder(II_Result result) {
            state = 1;
            result.r2 = releaseThenLook();
        }
    }

    /// Two senders find the claim idle, and one of them gets it.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first sender claims")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second sender claims")
    @Outcome(expect = FORBIDDEN, desc = "two writers, or none")
    @State
    public static class TwoSendersOneClaim extends Claimed {
        public TwoSendersOneClaim() {
            super(MailboxKind.MPSC_ARRAY);
            releaseWithoutLooking();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = send();
        }
    }
}
