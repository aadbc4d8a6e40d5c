package dev.cobnut.orders.api;

import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What makes two commands the same, for idempotency keys: the SHA-256 (hex) of what was asked of
/// which order.
///
/// It is taken of the command after parsing, so white space, the order of fields and the way in
/// which an amount is written (`12.5`, `"12.50"`) make no difference. `If-Match` is no part of it:
/// a repetition may come with another one. Stored with the command's key, so its form must not
/// change.
///
/// ```text
/// text of  "v1", what, order id (but not of a new order), then every value in order
/// each as  <length in UTF-16 units>:<value>    or  -  when it is absent
/// ```
final class Fingerprint {

    private static final String FORM = "v1";

    private final StringBuilder text = new StringBuilder(256);

    private Fingerprint() {}

    /// @param orderId of the order that the command is for; null when it places a new one
    static String of(@Nullable UUID orderId, OrderCommand command) {
        var fingerprint = new Fingerprint().add(FORM);
        fingerprint.add(
                switch (command) {
                    case PlaceOrder _ -> "place";
                    case ChangeLines _ -> "change-lines";
                    case ConfirmOrder _ -> "confirm";
                    case PayOrder _ -> "pay";
                    case ShipOrder _ -> "ship";
                    case DeliverOrder _ -> "deliver";
                    case CancelOrder _ -> "cancel";
                });
        fingerprint.add(orderId == null ? null : orderId.toString());
        switch (command) {
            case PlaceOrder(_, var customerId, var currency, var lines, var address) ->
                    fingerprint
                            .add(customerId)
                            .add(currency.getCurrencyCode())
                            .add(lines)
                            .add(address);
            case ChangeLines(_, var lines) -> fingerprint.add(lines);
            case PayOrder(var amount, var reference) ->
                    fingerprint.add(amount.stripTrailingZeros().toString()).add(reference);
            case ShipOrder(var carrier, var trackingNumber) ->
                    fingerprint.add(carrier).add(trackingNumber);
            case CancelOrder(var reason) -> fingerprint.add(reason);
            case ConfirmOrder(), DeliverOrder() -> {}
        }
        return fingerprint.sha256();
    }

    private Fingerprint add(@Nullable String value) {
        if (value == null) {
            text.append('-');
        } else {
            text.append(value.length()).append(':').append(value);
        }
        return this;
    }

    private Fingerprint add(List<OrderLine> lines) {
        add(Integer.toString(lines.size()));
        for (OrderLine line : lines) {
            add(line.productId())
                    .add(Integer.toString(line.quantity()))
                    .add(line.unitPrice().toPlainString());
        }
        return this;
    }

    private Fingerprint add(ShippingAddress address) {
        return add(address.name())
                .add(address.line1())
                .add(address.line2())
                .add(address.city())
                .add(address.postalCode())
                .add(address.country());
    }

    private String sha256() {
        try {
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
