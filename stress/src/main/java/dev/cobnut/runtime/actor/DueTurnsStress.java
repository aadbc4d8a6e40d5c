package dev.cobnut.runtime.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A turn comes while the thread that searches for turns is about to give up.
///
/// Results: whether the sender has to call somebody, whether the thread found the turn or searches
/// on.
public class DueTurnsStress {

    /// Somebody searches, and nothing is due.
    static class Searched {
        final DueTurns due = new DueTurns(4);
        final Turn turn =
                new Turn() {
                    @Override
                    boolean run() {
                        return false;
                    }
                };

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

    /// What the dispatcher does.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender calls somebody")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "who searches sees the turn")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the turn is forgotten")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two have the role")
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

    /// The wrong variant: a turn between the look and the end of the role is forgotten.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender calls somebody")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "who searches sees the turn")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "the turn is forgotten")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two have the role")
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
