package dev.cobnut.orders.api;

import dev.cobnut.orders.domain.Money;
import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import dev.cobnut.orders.domain.OrderLimits;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.web.json.BodyFields;
import dev.cobnut.web.json.FieldNames;
import dev.cobnut.web.json.ObjectFields;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.RequestHeaders;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads commands from the bodies of requests. Every method throws a [ProblemException] that names
/// every wrong field.
final class OrderCommandParser {

    /// Most orders of one batch.
    static final int BATCH_MAX = 100;

    private static final FieldNames NONE = FieldNames.required();
    private static final FieldNames ORDER =
            FieldNames.required("customerId", "currency", "lines", "shippingAddress");
    private static final FieldNames ORDER_OF_BATCH = ORDER.optional("idempotencyKey");
    private static final FieldNames BATCH = FieldNames.required("orders");
    private static final FieldNames LINES = FieldNames.required("lines").optional("currency");
    private static final FieldNames LINE =
            FieldNames.required("productId", "quantity", "unitPrice");
    private static final FieldNames ADDRESS =
            FieldNames.required("name", "line1", "city", "postalCode", "country").optional("line2");
    private static final FieldNames PAYMENT = FieldNames.required("amount", "reference");
    private static final FieldNames SHIPMENT = FieldNames.required("carrier", "trackingNumber");
    private static final FieldNames CANCELLATION = FieldNames.required("reason");

    /// A line before its price is known to be one of the order's currency. Null is what was wrong.
    private record RawLine(
            @Nullable String productId, int quantity, @Nullable BigDecimal unitPrice) {}

    private OrderCommandParser() {}

    static PlaceOrder place(byte[] body, UUID orderId) {
        return BodyFields.read(body, fields -> placeOf(fields, ORDER, orderId)).order();
    }

    /// Reads `{"orders":[…]}`. Each order is right or wrong by itself.
    static List<BatchItem> batch(byte[] body, Supplier<UUID> ids) {
        return BodyFields.read(
                body,
                fields -> {
                    List<BatchItem> items = null;
                    ObjectFields object = fields.object(BATCH);
                    while (object != null && object.next() != null) {
                        items = items(fields, ids);
                    }
                    return items;
                });
    }

    /// At most [#BATCH_MAX]; those beyond are counted and skipped.
    private static List<BatchItem> items(BodyFields body, Supplier<UUID> ids) {
        if (!body.beginsArray()) {
            return List.of();
        }
        List<BatchItem> items = new ArrayList<>();
        int count = 0;
        while (body.nextElement()) {
            if (count++ < BATCH_MAX) {
                items.add(item(body, ids));
            } else {
                body.skip();
            }
        }
        body.passes(
                count < 1 || count > BATCH_MAX ? "must have 1 to " + BATCH_MAX + " orders" : null);
        return items;
    }

    private static BatchItem item(BodyFields body, Supplier<UUID> ids) {
        try {
            return body.readAlone(order -> placeOf(order, ORDER_OF_BATCH, ids.get()));
        } catch (ProblemException wrong) {
            return new BatchItem.Wrong(wrong.problem());
        }
    }

    private static BatchItem.@Nullable Placing placeOf(
            BodyFields body, FieldNames names, UUID orderId) {
        String key = null;
        String customerId = null;
        Currency currency = null;
        List<RawLine> raw = List.of();
        ShippingAddress address = null;
        ObjectFields fields = body.object(names);
        String name;
        while (fields != null && (name = fields.next()) != null) {
            switch (name) {
                case "customerId" -> customerId = body.text(OrderCommandParser::idProblem);
                case "currency" -> currency = currency(body);
                case "lines" -> raw = rawLines(body);
                case "shippingAddress" -> address = address(body);
                case "idempotencyKey" -> key = body.text(RequestHeaders::keyProblem);
                default -> throw new AssertionError(name);
            }
        }
        List<OrderLine> lines = lines(body, raw, currency);
        return customerId == null || currency == null || address == null || body.anythingWrong()
                ? null
                : new BatchItem.Placing(
                        new PlaceOrder(orderId, customerId, currency, lines, address), key);
    }

    /// The prices keep the decimals that they were written with: the order decides if they fit its
    /// currency.
    static ChangeLines changeLines(byte[] body) {
        return BodyFields.read(
                body,
                fields -> {
                    Currency currency = null;
                    List<RawLine> raw = List.of();
                    ObjectFields object = fields.object(LINES);
                    String name;
                    while (object != null && (name = object.next()) != null) {
                        if (name.equals("currency")) {
                            currency = currency(fields);
                        } else {
                            raw = rawLines(fields);
                        }
                    }
                    List<OrderLine> lines = lines(fields, raw, null);
                    return fields.anythingWrong() ? null : new ChangeLines(currency, lines);
                });
    }

    static PayOrder pay(byte[] body) {
        return BodyFields.read(
                body,
                fields -> {
                    BigDecimal amount = null;
                    String reference = null;
                    ObjectFields object = fields.object(PAYMENT);
                    String name;
                    while (object != null && (name = object.next()) != null) {
                        if (name.equals("amount")) {
                            amount = amount(fields);
                        } else {
                            reference = fields.text(OrderCommandParser::referenceProblem);
                        }
                    }
                    return amount == null || reference == null
                            ? null
                            : new PayOrder(amount, reference);
                });
    }

    static ShipOrder ship(byte[] body) {
        return BodyFields.read(
                body,
                fields -> {
                    String carrier = null;
                    String trackingNumber = null;
                    ObjectFields object = fields.object(SHIPMENT);
                    String name;
                    while (object != null && (name = object.next()) != null) {
                        if (name.equals("carrier")) {
                            carrier = fields.text(OrderCommandParser::referenceProblem);
                        } else {
                            trackingNumber = fields.text(OrderCommandParser::referenceProblem);
                        }
                    }
                    return carrier == null || trackingNumber == null
                            ? null
                            : new ShipOrder(carrier, trackingNumber);
                });
    }

    static CancelOrder cancel(byte[] body) {
        return BodyFields.read(
                body,
                fields -> {
                    String reason = null;
                    ObjectFields object = fields.object(CANCELLATION);
                    while (object != null && object.next() != null) {
                        reason = fields.text(OrderCommandParser::reasonProblem);
                    }
                    return reason == null ? null : new CancelOrder(reason);
                });
    }

    /// Accepts no body and `{}`, and gives the command back.
    static <C> C without(byte[] body, C command) {
        if (body.length == 0) {
            return command;
        }
        return BodyFields.read(
                body,
                fields -> {
                    ObjectFields object = fields.object(NONE);
                    return object == null || object.next() != null ? null : command;
                });
    }

    private static @Nullable Currency currency(BodyFields body) {
        String code = body.text(OrderCommandParser::idProblem);
        if (code == null) {
            return null;
        }
        Currency currency = Money.currency(code);
        body.passes(currency == null ? "must be an ISO 4217 currency code, for example EUR" : null);
        return currency;
    }

    private static @Nullable BigDecimal amount(BodyFields body) {
        BigDecimal amount = body.decimal();
        return amount != null && body.passes(OrderLimits.amountProblem(amount)) ? amount : null;
    }

    private static @Nullable BigDecimal unitPrice(BodyFields body) {
        BigDecimal price = body.decimal();
        return price != null && body.passes(OrderLimits.unitPriceProblem(price)) ? price : null;
    }

    private static @Nullable ShippingAddress address(BodyFields body) {
        String name = null;
        String line1 = null;
        String line2 = null;
        String city = null;
        String postalCode = null;
        String country = null;
        ObjectFields fields = body.object(ADDRESS);
        String field;
        while (fields != null && (field = fields.next()) != null) {
            String part = body.text(OrderCommandParser::addressPartProblem);
            switch (field) {
                case "name" -> name = part;
                case "line1" -> line1 = part;
                case "line2" -> line2 = part;
                case "city" -> city = part;
                case "postalCode" -> postalCode = part;
                case "country" -> country = part;
                default -> throw new AssertionError(field);
            }
        }
        return name == null
                        || line1 == null
                        || city == null
                        || postalCode == null
                        || country == null
                ? null
                : new ShippingAddress(name, line1, line2, city, postalCode, country);
    }

    /// At most [OrderLimits#LINES_MAX]; those beyond are counted and skipped.
    private static List<RawLine> rawLines(BodyFields body) {
        if (!body.beginsArray()) {
            return List.of();
        }
        List<RawLine> lines = new ArrayList<>(4);
        int count = 0;
        while (body.nextElement()) {
            if (count++ < OrderLimits.LINES_MAX) {
                lines.add(rawLine(body));
            } else {
                body.skip();
            }
        }
        body.passes(OrderLimits.lineCountProblem(count));
        return lines;
    }

    private static RawLine rawLine(BodyFields body) {
        String productId = null;
        int quantity = 0;
        BigDecimal unitPrice = null;
        ObjectFields fields = body.object(LINE);
        String name;
        while (fields != null && (name = fields.next()) != null) {
            switch (name) {
                case "productId" -> productId = body.text(OrderCommandParser::idProblem);
                case "quantity" -> quantity = (int) body.whole(OrderLimits::quantityProblem, 0);
                case "unitPrice" -> unitPrice = unitPrice(body);
                default -> throw new AssertionError(name);
            }
        }
        return new RawLine(productId, quantity, unitPrice);
    }

    /// Checks the lines as a whole, and their prices against the currency. The result is complete
    /// only when nothing is wrong.
    ///
    /// @param currency null when it is not known; the prices keep the decimals that they have
    private static List<OrderLine> lines(
            BodyFields body, List<RawLine> raw, @Nullable Currency currency) {
        List<OrderLine> lines = new ArrayList<>(raw.size());
        for (int i = 0; i < raw.size(); i++) {
            RawLine line = raw.get(i);
            int earlier = earlierLineOf(raw, i);
            if (earlier >= 0) {
                body.wrongWithin(
                        "/lines/" + i + "/productId",
                        "is already in line " + earlier + "; put the quantities together");
            }
            if (line.unitPrice() == null) {
                continue;
            }
            String problem = Money.decimalsProblem(line.unitPrice(), currency);
            if (problem != null) {
                body.wrongWithin("/lines/" + i + "/unitPrice", problem);
            } else if (line.productId() != null) {
                BigDecimal price = Money.exact(line.unitPrice(), currency);
                lines.add(new OrderLine(line.productId(), line.quantity(), price));
            }
        }
        String problem = OrderLimits.totalProblem(Money.total(lines));
        if (problem != null) {
            body.wrongWithin("/lines", problem);
        }
        return lines;
    }

    private static int earlierLineOf(List<RawLine> lines, int index) {
        String product = lines.get(index).productId();
        for (int i = 0; product != null && i < index; i++) {
            if (product.equals(lines.get(i).productId())) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable String idProblem(String text) {
        return OrderLimits.textProblem(text, OrderLimits.ID_LENGTH_MAX);
    }

    private static @Nullable String referenceProblem(String text) {
        return OrderLimits.textProblem(text, OrderLimits.REFERENCE_LENGTH_MAX);
    }

    private static @Nullable String reasonProblem(String text) {
        return OrderLimits.textProblem(text, OrderLimits.REASON_LENGTH_MAX);
    }

    private static @Nullable String addressPartProblem(String text) {
        return OrderLimits.textProblem(text, OrderLimits.ADDRESS_LENGTH_MAX);
    }
}
