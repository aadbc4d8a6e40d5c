package dev.cobnut.orders;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings of the orders.
///
/// @param listWaitMax longest time that a list waits for the writes whose tokens come with its
///   request, 0s to 30s; then the answer is 503
/// @param cancelUnpaidAfter time from placing an order to its cancellation when it is not paid, 1s
///   to 365d; without it, orders wait for ever
@ConfigurationProperties("cobnut.orders")
record OrderSettings(
        @DefaultValue("2s") Duration listWaitMax, @Nullable Duration cancelUnpaidAfter) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final Duration LIST_WAIT_LONGEST = Duration.ofSeconds(30);

    OrderSettings {
        if (listWaitMax.isNegative() || listWaitMax.compareTo(LIST_WAIT_LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "cobnut.orders.list-wait-max must be from 0s to 30s, but is %d ms"
                            .formatted(listWaitMax.toMillis()));
        }
        if (cancelUnpaidAfter != null
                && (cancelUnpaidAfter.compareTo(SHORTEST) < 0
                        || cancelUnpaidAfter.compareTo(LONGEST) > 0)) {
            throw new IllegalArgumentException(
                    "cobnut.orders.cancel-unpaid-after must be from 1s to 365d, but is %d ms"
                            .formatted(cancelUnpaidAfter.toMillis()));
        }
    }
}
