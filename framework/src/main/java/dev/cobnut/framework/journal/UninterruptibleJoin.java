package dev.cobnut.framework.journal;

import java.time.Duration;

/// Waits for the end of a thread. An interrupt does not end the wait; the flag is restored after
/// it.
final class UninterruptibleJoin {

    private UninterruptibleJoin() {}

    /// @return false when it has not ended within the time
    static boolean within(Thread thread, Duration timeoutMax) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + timeoutMax.toNanos();
        try {
            while (true) {
                try {
                    return thread.join(Duration.ofNanos(deadline - System.nanoTime()));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
