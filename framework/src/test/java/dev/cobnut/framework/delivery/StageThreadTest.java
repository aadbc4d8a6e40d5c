package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class StageThreadTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final StageThread stage = new StageThread(now::get);

    /// The stage looks just before each page. One that has had no page for long rests long all the
    /// same.
    @Test
    void aPageEndsTheRestOnlyWhenNoneCameForSomeTime() {
        Thread resting = Thread.ofPlatform().daemon().start(this::lookAndRest);
        awaitLook(1, resting);

        pageAfterMillis(10, resting);
        awaitLook(3, resting);
        pageAfterMillis(9, resting);
        awaitLook(4, resting);
        pageAfterMillis(9, resting);
        awaitLook(5, resting);
        pageAfterMillis(10, resting);
        awaitLook(7, resting);
    }

    private void lookAndRest() {
        while (true) {
            stage.registerCurrentThread();
            looks.incrementAndGet();
            LockSupport.park();
        }
    }

    private void pageAfterMillis(long millis, Thread resting) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        int before = looks.get();
        LockSupport.unpark(resting); // Jet's rest has ended by itself
        awaitLook(before + 1, resting);
        stage.wakeForPage();
    }

    private void awaitLook(int number, Thread resting) {
        await().atMost(SOON)
                .until(() -> looks.get() >= number && resting.getState() == Thread.State.WAITING);
        assertThat(looks).hasValue(number);
    }
}
