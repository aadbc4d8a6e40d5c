package dev.cobnut.orders;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// Settings of the orders.
///
/// @param cancelUnpaidAfter time from placing an order to its cancellation when it is not paid, 1s
///   to 365d; without it, orders wait for ever
@ConfigurationProperties("cobnut.orders")
record OrderSettings(@Nullable Duration cancelUnpaidAfter) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    OrderSettings {
        if (cancelUnpaidAfter != null
                && (cancelUnpaidAfter.compareTo(SHORTEST) < 0
                        || cancelUnpaidAfter.compareTo(LONGEST) > 0)) {
            throw new IllegalArgumentException(
                    "cobnut.orders.cancel-unpaid-after must be from 1s to 365d, but is %d ms"
                            .formatted(cancelUnpaidAfter.toMillis()));
        }
    }
}
