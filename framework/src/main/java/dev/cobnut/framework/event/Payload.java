package dev.cobnut.framework.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The body of an event, as bytes: UTF-8 JSON unless a codec says otherwise. Immutable. A payload
/// owns the array that it was made from.
public final class Payload {

    private final byte[] bytes;

    /// What the bytes were written from, and the shape that wrote them; null when it is not at
    /// hand.
    private final @Nullable Object event;

    private final @Nullable JsonShape<?> shape;

    private Payload(byte[] bytes, @Nullable Object event, @Nullable JsonShape<?> shape) {
        this.bytes = bytes;
        this.event = event;
        this.shape = shape;
    }

    /// Makes no copy: the caller must not change the array any more.
    public static Payload of(byte[] bytes) {
        return new Payload(bytes, null, null);
    }

    public static Payload ofUtf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /// With the event itself at hand, for readers in this process ([EventCodec#encodeWithEvent]).
    static Payload of(byte[] bytes, Object event, JsonShape<?> shape) {
        return new Payload(bytes, event, shape);
    }

    /// The event that this shape has written here; null when it is not at hand.
    @Nullable Object eventOf(JsonShape<?> reading) {
        return reading == shape ? event : null;
    }

    /// The bytes alone, as they are read from a store.
    Payload withoutEvent() {
        return event == null ? this : of(bytes);
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
