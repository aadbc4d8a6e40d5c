package dev.cobnut.orders.api;

import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.view.OrderFilter;
import dev.cobnut.web.request.Fingerprint;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Where a page of a list ends. A cursor is opaque to clients, and belongs to one list of one
/// caller.
///
/// ```text
/// cursor  base64url of  form (1 byte) · order id (16 bytes) · the first 8 bytes of a fingerprint of
///         the id, the filter and the caller
/// ```
///
/// The fingerprint finds mistakes. It needs no secret, because a cursor gives no right: the filter
/// comes from the request, whose caller is asked again, and a list has the same orders from
/// wherever it begins.
final class ListCursor {

    private static final byte FORM = 1;
    private static final int ID_BYTES = 16;
    private static final int CHECK_BYTES = 8;
    private static final int BYTES = 1 + ID_BYTES + CHECK_BYTES;
    private static final int LENGTH = (BYTES * 4 + 2) / 3;

    private ListCursor() {}

    static String of(UUID id, OrderFilter filter, Caller caller) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.put(FORM);
        bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        bytes.put(check(id, filter, caller));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /// The order behind which the next page begins; null when this is not a cursor of this list and
    /// this caller.
    static @Nullable UUID read(String cursor, OrderFilter filter, Caller caller) {
        if (cursor.length() != LENGTH) {
            return null;
        }
        byte[] decoded;
        try {
            decoded = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException _) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(decoded, 1, ID_BYTES);
        UUID id = new UUID(bytes.getLong(), bytes.getLong());
        return of(id, filter, caller).equals(cursor) ? id : null;
    }

    private static byte[] check(UUID id, OrderFilter filter, Caller caller) {
        String hex =
                Fingerprint.of(
                        "list",
                        id,
                        caller.id(),
                        caller.customerId(),
                        filter.customerId(),
                        filter.status(),
                        filter.productId(),
                        filter.placedFrom(),
                        filter.placedTo(),
                        filter.oldestFirst());
        return HexFormat.of().parseHex(hex, 0, 2 * CHECK_BYTES);
    }
}
