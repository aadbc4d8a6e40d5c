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
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The content of a command as a SHA-256 (hex). Two commands with one idempotency key are the same
/// command when their fingerprints are equal.
///
/// It is computed after parsing. White space, the order of fields and the way in which an amount is
/// written (`12.5`, `"12.50"`) make no difference. `If-Match` is not part of it: a repetition may
/// come with another one. It is stored with the command's key, so its form must not change.
///
/// ```text
/// text of  "v1", what, order id (but not of a new order), then every value in order
/// each as  <length in UTF-16 units>:<value>    or  -  when it is absent
/// ```
final class Fingerprint {

    private static final String FORM = "v1";

    /// Decimals of most currencies.
    private static final int USUAL_DECIMALS = 2;

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
            case ChangeLines(var currency, var lines) -> {
                fingerprint.add(lines.stream().map(Fingerprint::canonical).toList());
                if (currency != null) {
                    fingerprint.add(currency.getCurrencyCode());
                }
            }
            case PayOrder(var amount, var reference) ->
                    fingerprint.add(amount.stripTrailingZeros().toString()).add(reference);
            case ShipOrder(var carrier, var trackingNumber) ->
                    fingerprint.add(carrier).add(trackingNumber);
            case CancelOrder(var reason) -> fingerprint.add(reason);
            case ConfirmOrder(), DeliverOrder() -> {}
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
