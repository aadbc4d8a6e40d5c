package dev.cobnut.framework.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The body of an event, as bytes: UTF-8 JSON unless a codec says otherwise. Immutable. A payload
/// owns the array that it was made from.
public final class Payload {

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Makes no copy: the caller must not change the array any more.
    public static Payload of(byte[] bytes) {
        return new Payload(bytes);
    }

    public static Payload ofUtf8(String text) {
        return new Payload(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The array itself, not a copy: the caller must not change it.
    public byte[] bytes() {
        return bytes;
    }

    /// Length in bytes.
    public int length() {
        return bytes.length;
    }

    public String asUtf8() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return asUtf8();
    }
}
