package dev.cobnut.loadtests.profile;

/// A process to profile: burns CPU time on one thread until it is killed, at most ten minutes.
final class Busy {

    private static final long NANOS_MAX = 600_000_000_000L;
    private static volatile long sink;

    private Busy() {}

    static void main() {
        long end = System.nanoTime() + NANOS_MAX;
        System.out.println("ready");
        while (System.nanoTime() < end) {
            spin();
        }
    }

    private static void spin() {
        long sum = sink;
        for (int i = 0; i < 5_000_000; i++) {
            sum = sum * 31 + i;
        }
        sink = sum;
    }
}
