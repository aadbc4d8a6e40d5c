package dev.cobnut.orders.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.TimeOrderedIds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderFilterTest {

    private static OrderFilter placed(String from, String to) {
        return new OrderFilter(null, null, null, Instant.parse(from), Instant.parse(to), false);
    }

    private static String idAt(String time) {
        UUID id = new TimeOrderedIds(InstantSource.fixed(Instant.parse(time)), () -> 0L).next();
        return id.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-24T09:29:59.999Z, false",
        "2026-11-24T09:30:00Z, true",
        "2026-11-24T09:30:00.001Z, true",
        "2026-11-24T09:30:59.999Z, true",
        "2026-11-24T09:31:00Z, false"
    })
    void theTimeOfAnIdIsFromTheFirstInstantToTheOneBeforeTheLast(String time, boolean isIn) {
        OrderFilter filter = placed("2026-11-24T09:30:00Z", "2026-11-24T09:31:00Z");

        assertThat(
                        idAt(time).compareTo(filter.idsAfter()) > 0
                                && idAt(time).compareTo(filter.idsBefore()) < 0)
                .isEqualTo(isIn);
    }

    @Test
    void aPartOfAMillisecondBelongsToTheNextOne() {
        OrderFilter filter = placed("2026-11-24T09:30:00.000001Z", "2026-11-24T09:31:00Z");

        assertThat(idAt("2026-11-24T09:30:00Z")).isLessThan(filter.idsAfter());
        assertThat(idAt("2026-11-24T09:30:00.001Z")).isGreaterThan(filter.idsAfter());
    }

    @Test
    void anInstantThatNoIdCanHaveIsABoundToo() {
        OrderFilter filter = placed("-1000000000-01-01T00:00:00Z", "+1000000000-01-01T00:00:00Z");

        assertThat(filter.idsAfter()).isEqualTo("00000000-0000");
        assertThat(filter.idsBefore()).isEqualTo("ffffffff-ffff");
    }
}
