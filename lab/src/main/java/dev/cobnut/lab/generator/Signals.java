package dev.cobnut.lab.generator;

import java.util.concurrent.atomic.AtomicBoolean;

/// What the generator's JVM and its simulation tell each other. Any thread.
final class Signals {

    static final Pulse PULSE = new Pulse();

    private static final AtomicBoolean BEGAN = new AtomicBoolean();
    private static final AtomicBoolean STOPPED = new AtomicBoolean();

    private Signals() {}

    static void reset() {
        BEGAN.set(false);
        STOPPED.set(false);
    }

    /// The first user says so on standard output.
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

    /// A line for the parent process.
    static void say(String line) {
        System.out.println(Generator.MARK + line);
    }
}
