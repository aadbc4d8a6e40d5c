package dev.cobnut.benchmarks.jmh.outbox;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/// A placed order in Hazelcast's Compact format, field by field.
final class CompactOrder {

    private CompactOrder() {}

    private static String text(CompactReader reader, String field) {
        return Objects.requireNonNull(reader.readString(field), field);
    }

    private static BigDecimal decimal(CompactReader reader, String field) {
        return Objects.requireNonNull(reader.readDecimal(field), field);
    }

    static final class OfOrder implements CompactSerializer<OrderPlaced> {

        @Override
        public OrderPlaced read(CompactReader reader) {
            return new OrderPlaced(
                    new UUID(reader.readInt64("idHigh"), reader.readInt64("idLow")),
                    text(reader, "customerId"),
                    Currency.getInstance(text(reader, "currency")),
                    List.of(
                            Objects.requireNonNull(
                                    reader.readArrayOfCompact("lines", OrderLine.class))),
                    decimal(reader, "total"),
                    Objects.requireNonNull(reader.<ShippingAddress>readCompact("address")),
                    Instant.EPOCH.plus(reader.readInt64("placedAt"), ChronoUnit.MICROS));
        }

        @Override
        public void write(CompactWriter writer, OrderPlaced order) {
            writer.writeInt64("idHigh", order.orderId().getMostSignificantBits());
            writer.writeInt64("idLow", order.orderId().getLeastSignificantBits());
            writer.writeString("customerId", order.customerId());
            writer.writeString("currency", order.currency().getCurrencyCode());
            writer.writeArrayOfCompact("lines", order.lines().toArray(OrderLine[]::new));
            writer.writeDecimal("total", order.total());
            writer.writeCompact("address", order.shippingAddress());
            writer.writeInt64(
                    "placedAt", ChronoUnit.MICROS.between(Instant.EPOCH, order.placedAt()));
        }

        @Override
        public String getTypeName() {
            return "placed";
        }

        @Override
        public Class<OrderPlaced> getCompactClass() {
            return OrderPlaced.class;
        }
    }

    static final class OfLine implements CompactSerializer<OrderLine> {

        @Override
        public OrderLine read(CompactReader reader) {
            return new OrderLine(
                    text(reader, "productId"),
                    reader.readInt32("quantity"),
                    decimal(reader, "unitPrice"));
        }

        @Override
        public void write(CompactWriter writer, OrderLine line) {
            writer.writeString("productId", line.productId());
            writer.writeInt32("quantity", line.quantity());
            writer.writeDecimal("unitPrice", line.unitPrice());
        }

        @Override
        public String getTypeName() {
            return "line";
        }

        @Override
        public Class<OrderLine> getCompactClass() {
            return OrderLine.class;
        }
    }

    static final class OfAddress implements CompactSerializer<ShippingAddress> {

        @Override
        public ShippingAddress read(CompactReader reader) {
            return new ShippingAddress(
                    text(reader, "name"),
                    text(reader, "line1"),
                    reader.readString("line2"),
                    text(reader, "city"),
                    text(reader, "postalCode"),
                    text(reader, "country"));
        }

        @Override
        public void write(CompactWriter writer, ShippingAddress address) {
            writer.writeString("name", address.name());
            writer.writeString("line1", address.line1());
            writer.writeString("line2", address.line2());
            writer.writeString("city", address.city());
            writer.writeString("postalCode", address.postalCode());
            writer.writeString("country", address.country());
        }

        @Override
        public String getTypeName() {
            return "address";
        }

        @Override
        public Class<ShippingAddress> getCompactClass() {
            return ShippingAddress.class;
        }
    }
}
