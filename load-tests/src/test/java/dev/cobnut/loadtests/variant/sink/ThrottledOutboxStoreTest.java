package dev.cobnut.loadtests.variant.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxStore;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottledOutboxStoreTest {

    private final AtomicLong nanos = new AtomicLong();
    private final Throttle throttle = new Throttle(nanos::get);

    @Test
    void aPageIsChargedToTheSinkWhenItIsPolled() {
        OutboxStore store = new ThrottledOutboxStore(polling(30), throttle);
        throttle.limit(10_000);
        // The clock stands still, so the wait would not end by itself: the thread is interrupted.
        Thread.currentThread().interrupt();

        assertThat(store.pollPending(0, 30)).hasSize(30);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(throttle.nanosFor(10)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(4));
    }

    @Test
    void whatIsDeliveredIsNotChargedAgain() {
        OutboxStore store = new ThrottledOutboxStore(polling(0), throttle);
        throttle.limit(10_000);

        store.markDelivered(Collections.nCopies(30, null));

        assertThat(throttle.nanosFor(10)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
    }

    private static OutboxStore polling(int size) {
        return (OutboxStore)
                Proxy.newProxyInstance(
                        OutboxStore.class.getClassLoader(),
                        new Class<?>[] {OutboxStore.class},
                        (_, method, _) -> {
                            List<OutboxEntry> page = Collections.nCopies(size, null);
                            return method.getReturnType() == List.class ? page : null;
                        });
    }
}
