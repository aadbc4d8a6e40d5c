package dev.cobnut.runtime.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A watcher comes while the actor ends: the actor sees the watcher, or the watcher learns that the
/// actor has ended.
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the actor has it")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "it was told of the end")
@Outcome(expect = FORBIDDEN, desc = "it waits for ever, or hears of the end twice")
@State
public class ControlStress extends ControlTurn {

    @Override
    public boolean run() {
        return false;
    }

    @Actor
    public void watcher(II_Result result) {
        result.r1 = push(new Control.Look()) == null ? 1 : 0;
    }

    @Actor
    public void holder(II_Result result) {
        result.r2 = takeLast(new Termination.Stopped()) == null ? 0 : 1;
    }
}
