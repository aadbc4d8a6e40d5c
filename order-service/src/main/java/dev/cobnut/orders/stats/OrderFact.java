package dev.cobnut.orders.stats;

import dev.cobnut.orders.domain.OrderLine;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one event says about its minute.
///
/// @param minute of the event's own time, minutes since 1970-01-01T00:00Z
/// @param currency null when it is not known, because the event cannot be read
/// @param amount that was paid, or is to be refunded
/// @param lines that were paid for, or are refunded
/// @param millis from placed to shipped
record OrderFact(
        Kind kind,
        long minute,
        @Nullable Currency currency,
        BigDecimal amount,
        List<OrderLine> lines,
        long millis) {

    private static final int SECONDS_PER_MINUTE = 60;

    enum Kind {
        PLACED,
        PAID,
        CANCELLED,
        REFUNDED,
        SHIPPED,
        UNREADABLE
    }

    static OrderFact of(Kind kind, Instant at, @Nullable Currency currency) {
        return new OrderFact(kind, minute(at), currency, BigDecimal.ZERO, List.of(), 0);
    }

    static OrderFact ofMoney(
            Kind kind, Instant at, Currency currency, BigDecimal amount, List<OrderLine> lines) {
        return new OrderFact(kind, minute(at), currency, amount, lines, 0);
    }

    static OrderFact shipped(Instant at, Currency currency, long millis) {
        return new OrderFact(
                Kind.SHIPPED, minute(at), currency, BigDecimal.ZERO, List.of(), millis);
    }

    static long minute(Instant at) {
        return Math.floorDiv(at.getEpochSecond(), SECONDS_PER_MINUTE);
    }
}
