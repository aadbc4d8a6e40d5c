package dev.cobnut.orders.stats;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.orders.domain.OrderLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The orders that were used last, each as an array of bytes. Used by one thread.
///
/// As objects, an order of two lines would be 11 of them, and each young collection copies the
/// orders that came since the one before it.
final class OpenOrders {

    /// What an order takes beside its own bytes: its place in the map, and its name.
    static final int BYTES_BESIDE = 150;

    private final int bytesMax;
    private final Map<StreamId, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int bytes;

    /// @param bytesMax most bytes of the orders that are kept; the last one is kept in any case
    OpenOrders(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Nullable OpenOrder find(StreamId stream) {
        byte[] written = kept.get(stream);
        return written == null ? null : read(written);
    }

    void keep(StreamId stream, OpenOrder order) {
        byte[] written = write(order);
        bytes += size(written);
        byte[] before = kept.put(stream, written);
        if (before != null) {
            bytes -= size(before);
        }
        Iterator<byte[]> oldest = kept.values().iterator();
        while (bytes > bytesMax && kept.size() > 1) {
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    void forget(StreamId stream) {
        byte[] before = kept.remove(stream);
        if (before != null) {
            bytes -= size(before);
        }
    }

    int bytes() {
        return bytes;
    }

    private static int size(byte[] written) {
        return BYTES_BESIDE + written.length;
    }

    private static byte[] write(OpenOrder order) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, order.currency().getCurrencyCode());
            Instant placedAt = order.placedAt();
            out.writeLong(placedAt.getEpochSecond());
            out.writeInt(placedAt.getNano());
            out.writeInt(order.lines().size());
            for (OrderLine line : order.lines()) {
                write(out, line.productId());
                out.writeInt(line.quantity());
                write(out, line.unitPrice());
            }
            BigDecimal paid = order.paid();
            out.writeBoolean(paid != null);
            if (paid != null) {
                write(out, paid);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an order cannot be kept", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        write(out, text.getBytes(UTF_8));
    }

    private static void write(DataOutputStream out, BigDecimal amount) throws IOException {
        out.writeInt(amount.scale());
        write(out, amount.unscaledValue().toByteArray());
    }

    private static void write(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    private static OpenOrder read(byte[] written) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(written))) {
            Currency currency = Currency.getInstance(text(in));
            Instant placedAt = Instant.ofEpochSecond(in.readLong(), in.readInt());
            int count = in.readInt();
            List<OrderLine> lines = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                lines.add(new OrderLine(text(in), in.readInt(), amount(in)));
            }
            BigDecimal paid = in.readBoolean() ? amount(in) : null;
            return new OpenOrder(currency, placedAt, List.copyOf(lines), paid);
        } catch (IOException e) {
            throw new UncheckedIOException("an order that is kept cannot be read", e);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(part(in), UTF_8);
    }

    private static BigDecimal amount(DataInputStream in) throws IOException {
        int scale = in.readInt();
        return new BigDecimal(new BigInteger(part(in)), scale);
    }

    private static byte[] part(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
