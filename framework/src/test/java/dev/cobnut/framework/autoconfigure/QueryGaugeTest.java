package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QueryGaugeTest {

    @Test
    void anAnswerThatDoesNotComeIsNotANumberAndIsNotAskedForAgainMeanwhile() {
        AtomicInteger queries = new AtomicInteger();
        CountDownLatch answered = new CountDownLatch(1);
        QueryGauge figure =
                new QueryGauge(() -> {
                    queries.incrementAndGet();
                    try {
                        answered.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return 7;
                });

        assertThat(figure.get().doubleValue()).isNaN();
        await().atMost(Duration.ofMinutes(2)).until(() -> queries.get() == 1);
        assertThat(figure.get().doubleValue()).isNaN();
        assertThat(queries).hasValue(1);

        answered.countDown();
        await().atMost(Duration.ofMinutes(2)).until(() -> figure.get().doubleValue() == 7);
    }

    @Test
    void aFailureIsNotANumber() {
        QueryGauge figure =
                new QueryGauge(() -> {
                    throw new IllegalStateException("away");
                });

        assertThat(figure.get().doubleValue()).isNaN();
    }
}
