package dev.cobnut.lab.generator;

import java.util.concurrent.atomic.AtomicBoolean;

/// Messages between the generator's JVM and its simulation. Any thread may call it.
final class Signals {

    static final Pulse PULSE = new Pulse();

    private static final AtomicBoolean BEGAN = new AtomicBoolean();
    private static final AtomicBoolean STOPPED = new AtomicBoolean();

    private Signals() {}

    static void reset() {
        BEGAN.set(false);
        STOPPED.set(false);
    }

    /// Reports the first user on standard output.
    static void userBegan() {
        if (!BEGAN.get() && BEGAN.compareAndSet(false, true)) {
            say("began " + System.currentTimeMillis());
        }
    }

    static boolean hasBegun() {
        return BEGAN.get();
    }

    static void stop() {
        STOPPED.set(true);
    }

    static boolean isStopped() {
        return STOPPED.get();
    }

    /// Writes a line for the parent process.
    static void say(String line) {
        System.out.println(Generator.MARK + line);
    }
}
