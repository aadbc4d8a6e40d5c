package dev.cobnut.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A turn comes while the searching thread is about to give its role up.
///
/// Results: 1 when the sender has the role and wakes a thread, 1 when the searching thread found
/// the turn or goes on.
public class DueTurnsStress {

    /// A thread searches, and nothing is due.
    static class Searched {
        final DueTurns due = new DueTurns(4);
        final Dispatcher.Turn turn = () -> false;

        Searched() {
            if (!due.takeRole()) {
                throw new IllegalStateException("a new role is free");
            }
        }

        int send() {
            if (!due.offer(turn)) {
                throw new IllegalStateException("there is room for one");
            }
            return due.takeRole() ? 1 : 0;
        }

        int giveUpThenLook() {
            if (due.poll() != null) {
                return 1;
            }
            return due.giveRoleUp() && due.takeRole() ? 1 : 0;
        }

        int lookThenGiveUp() {
            if (due.poll() != null || due.hasAny()) {
                return 1;
            }
            boolean _ = due.giveRoleUp();
            return 0;
        }
    }

    /// The right order.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender wakes a thread")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the searching thread sees the turn")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the turn is lost")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two threads have the role")
    @State
    public static class GiveUpThenLook extends Searched {

        @Actor
        public void sender(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void searcher(II_Result result) {
            result.r2 = giveUpThenLook();
        }
    }

    /// The wrong order: a turn between the look and the end of the role is lost.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender wakes a thread")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the searching thread sees the turn")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "the turn is lost")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two threads have the role")
    @State
    public static class LookThenGiveUpIsWrong extends Searched {

        @Actor
        public void sender(II_Result result) {
            result.r1 = send();
        }

        @Actor
        public void searcher(II_Result result) {
            result.r2 = lookThenGiveUp();
        }
    }
}
