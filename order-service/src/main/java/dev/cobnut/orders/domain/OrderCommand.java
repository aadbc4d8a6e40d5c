package dev.cobnut.orders.domain;

import static dev.cobnut.orders.domain.OrderLimits.require;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.UUID;

/// What somebody wants of an order. A command that exists is well-formed: every constructor checks
/// its values against [OrderLimits] and throws an `IllegalArgumentException` for what the caller
/// should have found before; whether it is *allowed* is for [OrderPolicy].
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
    /// @param currency the order's, which the prices were checked against
    record ChangeLines(Currency currency, List<OrderLine> lines) implements OrderCommand {
        public ChangeLines {
            lines = List.copyOf(lines);
            require("lines", OrderLimits.linesProblem(lines, currency));
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

    record CancelOrder(String reason) implements OrderCommand {
        public CancelOrder {
            require("reason", OrderLimits.textProblem(reason, OrderLimits.REASON_LENGTH_MAX));
        }
    }
}
