package dev.cobnut.orders.api;

import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.ExpireOrder;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.web.request.Fingerprint;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The [Fingerprint] of a command of an order. It is computed after parsing. White space, the order
/// of fields and the way in which an amount is written (`12.5`, `"12.50"`) make no difference.
/// `If-Match` is not part of it: a repetition may come with another one. It is stored with the
/// command's key, so its form must not change.
///
/// ```text
/// text of  "v1", what, order id (but not of a new order), then every value in order
/// ```
final class OrderFingerprint {

    private static final String FORM = "v1";

    /// Decimals of most currencies.
    private static final int USUAL_DECIMALS = 2;

    private OrderFingerprint() {}

    /// @param orderId of the order that the command is for; null when it places a new one
    static String of(@Nullable UUID orderId, OrderCommand command) {
        var fingerprint = Fingerprint.begin(FORM);
        fingerprint.add(
                switch (command) {
                    case PlaceOrder _ -> "place";
                    case ChangeLines _ -> "change-lines";
                    case ConfirmOrder _ -> "confirm";
                    case PayOrder _ -> "pay";
                    case ShipOrder _ -> "ship";
                    case DeliverOrder _ -> "deliver";
                    case CancelOrder _ -> "cancel";
                    case ExpireOrder _ -> "expire";
                });
        fingerprint.add(orderId == null ? null : orderId.toString());
        switch (command) {
            case PlaceOrder(_, var customerId, var currency, var lines, var address) -> {
                fingerprint.add(customerId).add(currency.getCurrencyCode());
                add(fingerprint, lines);
                add(fingerprint, address);
            }
            case ChangeLines(var currency, var lines) -> {
                add(fingerprint, lines.stream().map(OrderFingerprint::canonical).toList());
                if (currency != null) {
                    fingerprint.add(currency.getCurrencyCode());
                }
            }
            case PayOrder(var amount, var reference) ->
                    fingerprint.add(amount.stripTrailingZeros().toString()).add(reference);
            case ShipOrder(var carrier, var trackingNumber) ->
                    fingerprint.add(carrier).add(trackingNumber);
            case CancelOrder(var reason) -> fingerprint.add(reason);
            case ConfirmOrder(), DeliverOrder(), ExpireOrder() -> {}
        }
        return fingerprint.sha256();
    }

    /// The price of a changed line as it is written in most currencies: 1.5 becomes 1.50. Only the
    /// order knows its currency, and the same price must always have the same text.
    private static OrderLine canonical(OrderLine line) {
        BigDecimal price = line.unitPrice().stripTrailingZeros();
        return new OrderLine(
                line.productId(),
                line.quantity(),
                price.setScale(Math.max(price.scale(), USUAL_DECIMALS)));
    }

    private static void add(Fingerprint fingerprint, List<OrderLine> lines) {
        fingerprint.add(Integer.toString(lines.size()));
        for (OrderLine line : lines) {
            fingerprint
                    .add(line.productId())
                    .add(Integer.toString(line.quantity()))
                    .add(line.unitPrice().toPlainString());
        }
    }

    private static void add(Fingerprint fingerprint, ShippingAddress address) {
        fingerprint
                .add(address.name())
                .add(address.line1())
                .add(address.line2())
                .add(address.city())
                .add(address.postalCode())
                .add(address.country());
    }
}
