package dev.cobnut.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FullTurnQueueTest {

    /// As many turns as there are processors hold all processors, so no thread takes from the
    /// queue.
    @Test
    void turnsThatDoNotFitIntoTheQueueAreRunToo() throws Exception {
        int holding = Runtime.getRuntime().availableProcessors();
        int turns = VirtualDispatcher.DUE_MAX + 100;
        AtomicBoolean released = new AtomicBoolean();
        CountDownLatch held = new CountDownLatch(holding);
        CountDownLatch run = new CountDownLatch(turns);
        VirtualDispatcher own = new VirtualDispatcher();
        for (int i = 0; i < holding; i++) {
            own.execute(
                    turn(() -> {
                        held.countDown();
                        while (!released.get()) {
                            Thread.onSpinWait();
                        }
                    }));
        }
        try {
            assertThat(held.await(120, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < turns; i++) {
                own.execute(turn(run::countDown));
            }
            assertThat(run.getCount()).isEqualTo(turns);
        } finally {
            released.set(true);
        }
        assertThat(run.await(120, TimeUnit.SECONDS)).isTrue();
        own.close();
    }

    private static Dispatcher.Turn turn(Runnable what) {
        return () -> {
            what.run();
            return false;
        };
    }
}
