package dev.cobnut.framework.journal;

import java.nio.ByteBuffer;
import java.util.UUID;

/// UUIDs as SQLite stores them: 16 bytes, big-endian.
final class StoredUuid {

    private StoredUuid() {}

    static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    static UUID of(byte[] bytes) {
        ByteBuffer id = ByteBuffer.wrap(bytes);
        return new UUID(id.getLong(), id.getLong());
    }
}
