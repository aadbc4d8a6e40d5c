package dev.cobnut.runtime.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.scheduler.ManualClock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// An answer meets the deadline, or a listener that is added.
public class AskStress {

    private static final ManualClock CLOCK = new ManualClock();

    /// A promise, and a listener that counts its calls.
    static class Asked {
        final Ask<String> ask = new Ask<>(CLOCK, 0);
        int calls;

        void listen() {
            ask.onComplete(_ -> called());
        }

        private synchronized void called() {
            calls++;
        }

        /// Calls of the listener; 10 more if the deadline is still scheduled.
        synchronized int calls() {
            return calls + (ask.isScheduled() ? 10 : 0);
        }
    }

    /// Results: 1 when the answer won, 1 when the deadline won, calls of the listener.
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "answered")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "timed out")
    @Outcome(expect = FORBIDDEN, desc = "two results, or a listener that was not called once")
    @State
    public static class AnswerAgainstDeadline extends Asked {

        public AnswerAgainstDeadline() {
            listen();
        }

        @Actor
        public void answer(III_Result result) {
            result.r1 = ask.tell("answer").isAccepted() ? 1 : 0;
        }

        @Actor
        public void deadline(III_Result result) {
            result.r2 = ask.complete(new AskResult.TimedOut<>()) ? 1 : 0;
        }

        @Arbiter
        public void count(III_Result result) {
            result.r3 = calls();
        }
    }

    /// Results: 1 when the answer was taken, calls of the listener.
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "heard once, no deadline left")
    @Outcome(expect = FORBIDDEN, desc = "not heard, heard twice, or a leaked deadline")
    @State
    public static class AnswerAgainstListener extends Asked {

        @Actor
        public void answer(II_Result result) {
            result.r1 = ask.tell("answer").isAccepted() ? 1 : 0;
        }

        @Actor
        public void listener() {
            listen();
        }

        @Arbiter
        public void count(II_Result result) {
            result.r2 = calls();
        }
    }
}
