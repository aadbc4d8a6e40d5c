package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class StageThreadTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// A stage that has had no page for long rests long, also when it has looked for one just now.
    @Test
    void aPageAfterAPauseEndsARestThatHasJustBegun() throws Exception {
        StageThread stage = new StageThread();
        long created = System.nanoTime();
        await().atMost(SOON).until(() -> System.nanoTime() - created > 20_000_000);
        CountDownLatch looked = new CountDownLatch(1);
        Thread resting =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            stage.isThisThread();
                            looked.countDown();
                            LockSupport.park();
                        });

        looked.await();
        stage.wakeForPage();

        assertThat(resting.join(SOON)).as("the rest has ended").isTrue();
    }
}
