package dev.cobnut.framework.waits;

/// When an append went from one step to the next: `System.nanoTime()`. The journal's writer writes
/// them, and the thread that waits for the answer reads them.
///
/// A step that has not happened has no time. It is seldom so: the append was refused, or its
/// deadline has passed.
public final class AppendTimes {

    private volatile long taken;
    private volatile int commands;
    private volatile long committed;
    private volatile long answered;

    /// The writer has committed the group of the append.
    ///
    /// @param takenAt when it took the group
    /// @param inGroup number of commands in the group
    public void committed(long takenAt, int inGroup) {
        taken = takenAt;
        commands = inGroup;
        committed = System.nanoTime();
    }

    /// The answer is about to be given.
    public void answered() {
        answered = System.nanoTime();
    }

    int commands() {
        return commands;
    }

    long takenOr(long other) {
        return taken == 0 ? other : taken;
    }

    long committedOr(long other) {
        return committed == 0 ? other : committed;
    }

    long answeredOr(long other) {
        return answered == 0 ? other : answered;
    }
}
