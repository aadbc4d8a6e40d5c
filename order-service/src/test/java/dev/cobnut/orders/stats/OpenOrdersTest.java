package dev.cobnut.orders.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.orders.domain.OrderLine;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is kept of open orders, and for how long.
class OpenOrdersTest {

    private static final OpenOrder ORDER =
            new OpenOrder(
                    Currency.getInstance("KWD"),
                    Instant.parse("2026-11-20T12:00:00.123456Z"),
                    List.of(
                            new OrderLine("haselnuß-500 🌰", 2, new BigDecimal("17.990")),
                            new OrderLine("n".repeat(70_000), 1, new BigDecimal("0.000"))),
                    null);

    private final OpenOrders open = new OpenOrders(1_000_000);

    private static StreamId stream(int number) {
        return StreamId.of("order", "number-" + number);
    }

    private static OpenOrder small(int number) {
        return new OpenOrder(
                ORDER.currency(),
                ORDER.placedAt(),
                List.of(new OrderLine("nut-" + number, 1, BigDecimal.ONE)),
                null);
    }

    private static OpenOrder paid(BigDecimal amount) {
        return new OpenOrder(ORDER.currency(), ORDER.placedAt(), ORDER.lines(), amount);
    }

    @Test
    void anOrderComesBackAsItWas() {
        BigDecimal large = new BigDecimal("9".repeat(40) + ".001");
        open.keep(stream(1), ORDER);
        open.keep(stream(2), paid(large));
        open.keep(stream(3), paid(new BigDecimal("-1.50")));

        assertThat(open.find(stream(1))).isEqualTo(ORDER);
        assertThat(open.find(stream(2))).isEqualTo(paid(large));
        assertThat(open.find(stream(3))).isEqualTo(paid(new BigDecimal("-1.50")));
        assertThat(open.find(stream(4))).isNull();
    }

    @Test
    void whatIsKeptLaterReplacesWhatWasKept() {
        open.keep(stream(1), ORDER);
        open.keep(stream(1), small(1));

        assertThat(open.find(stream(1))).isEqualTo(small(1));
        assertThat(open.bytes()).isLessThan(OpenOrders.BYTES_BESIDE + 100);

        open.forget(stream(1));
        open.forget(stream(2));
        assertThat(open.find(stream(1))).isNull();
        assertThat(open.bytes()).isZero();
    }

    @Test
    void theOrderThatWasNotUsedForTheLongestTimeLeavesFirst() {
        open.keep(stream(0), small(0));
        int one = open.bytes();
        OpenOrders three = new OpenOrders(3 * one);
        IntStream.range(0, 3).forEach(number -> three.keep(stream(number), small(number)));
        assertThat(three.find(stream(0))).isEqualTo(small(0)); // used again

        three.keep(stream(3), small(3));

        assertThat(three.find(stream(0))).isEqualTo(small(0));
        assertThat(three.find(stream(1))).isNull();
        assertThat(three.bytes()).isEqualTo(3 * one);
    }

    @Test
    void anOrderLargerThanAllowedIsKeptAlone() {
        OpenOrders few = new OpenOrders(1_000);
        few.keep(stream(1), small(1));
        few.keep(stream(2), ORDER);

        assertThat(few.find(stream(1))).isNull();
        assertThat(few.find(stream(2))).isEqualTo(ORDER);

        few.keep(stream(3), small(3));
        assertThat(few.find(stream(2))).isNull();
        assertThat(few.find(stream(3))).isEqualTo(small(3));
    }
}
