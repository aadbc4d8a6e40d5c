package dev.cobnut.orders.view;

import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which orders a list has, and in which order. What is null filters nothing.
///
/// @param placedFrom the first instant of the ids: the time in an order's id, to the millisecond,
///   is when the service took the request
/// @param placedTo the instant after the last one
public record OrderFilter(
        @Nullable String customerId,
        @Nullable OrderStatus status,
        @Nullable String productId,
        @Nullable Instant placedFrom,
        @Nullable Instant placedTo,
        boolean oldestFirst) {

    private static final long MILLIS_MAX = (1L << 48) - 1;
    private static final int MILLIS_DIGITS = 12;
    private static final int FIRST_PART_DIGITS = 8;

    /// All orders of a customer, newest first.
    public static OrderFilter ofCustomer(String customerId) {
        return new OrderFilter(customerId, null, null, null, null, false);
    }

    /// True when the order, as it is now, belongs to the list. Only its time is not looked at.
    boolean matches(Order order) {
        return (customerId == null || customerId.equals(order.customerId()))
                && (status == null || status == order.status())
                && (productId == null
                        || order.lines().stream()
                                .anyMatch(line -> line.productId().equals(productId)));
    }

    /// Ids of the list are larger than this text; null for no bound.
    @Nullable String idsAfter() {
        return placedFrom == null ? null : idsFrom(placedFrom);
    }

    /// Ids of the list are smaller than this text; null for no bound.
    @Nullable String idsBefore() {
        return placedTo == null ? null : idsFrom(placedTo);
    }

    /// The first digits of a UUIDv7 of an instant. Every id from this instant on is larger than
    /// this text, and every earlier one is smaller.
    private static String idsFrom(Instant time) {
        long millis;
        if (time.isAfter(Instant.ofEpochMilli(MILLIS_MAX))) {
            millis = MILLIS_MAX;
        } else if (time.isBefore(Instant.EPOCH)) {
            millis = 0;
        } else {
            millis = time.toEpochMilli();
            millis += Instant.ofEpochMilli(millis).isBefore(time) ? 1 : 0;
        }
        String digits = ("0".repeat(MILLIS_DIGITS) + Long.toHexString(millis));
        digits = digits.substring(digits.length() - MILLIS_DIGITS);
        return digits.substring(0, FIRST_PART_DIGITS) + "-" + digits.substring(FIRST_PART_DIGITS);
    }
}
