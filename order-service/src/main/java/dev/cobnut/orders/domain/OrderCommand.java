package dev.cobnut.orders.domain;

import static dev.cobnut.orders.domain.OrderLimits.require;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A request to place or change an order. Every command is well-formed: its constructor checks the
/// values against [OrderLimits] and throws an `IllegalArgumentException`, which is a bug of the
/// caller. [OrderPolicy] decides if the command is allowed.
public sealed interface OrderCommand {

    /// @param orderId chosen by us, UUIDv7
    record PlaceOrder(
            UUID orderId,
            String customerId,
            Currency currency,
            List<OrderLine> lines,
            ShippingAddress shippingAddress)
            implements OrderCommand {
        public PlaceOrder {
            lines = List.copyOf(lines);
            require("customerId", OrderLimits.textProblem(customerId, OrderLimits.ID_LENGTH_MAX));
            require("lines", OrderLimits.linesProblem(lines, currency));
            require("shippingAddress", OrderLimits.addressProblem(shippingAddress));
        }
    }

    /// Replaces all lines.
    ///
    /// @param currency that the prices are in; null when the sender relies on the order's
    /// @param lines with prices as they were written, for only the order knows its currency
    record ChangeLines(@Nullable Currency currency, List<OrderLine> lines) implements OrderCommand {
        public ChangeLines {
            lines = List.copyOf(lines);
            require("lines", OrderLimits.linesProblem(lines, null));
        }
    }

    record ConfirmOrder() implements OrderCommand {}

    /// @param amount as offered, with the decimals that it was written with
    record PayOrder(BigDecimal amount, String reference) implements OrderCommand {
        public PayOrder {
            require("amount", OrderLimits.amountProblem(amount));
            require(
                    "reference",
                    OrderLimits.textProblem(reference, OrderLimits.REFERENCE_LENGTH_MAX));
        }
    }

    record ShipOrder(String carrier, String trackingNumber) implements OrderCommand {
        public ShipOrder {
            require("carrier", OrderLimits.textProblem(carrier, OrderLimits.REFERENCE_LENGTH_MAX));
            require(
                    "trackingNumber",
                    OrderLimits.textProblem(trackingNumber, OrderLimits.REFERENCE_LENGTH_MAX));
        }
    }

    record DeliverOrder() implements OrderCommand {}

    /// Cancels an order whose time to be paid has passed. No request leads to it.
    record ExpireOrder() implements OrderCommand {}

    record CancelOrder(String reason) implements OrderCommand {
        public CancelOrder {
            require("reason", OrderLimits.textProblem(reason, OrderLimits.REASON_LENGTH_MAX));
        }
    }
}
