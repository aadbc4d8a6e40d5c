package dev.cobnut.framework.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A recorded event as bytes, for the maps. It is encoded once; the stream and the outbox share the
/// bytes.
///
/// ```text
///  0  byte   format, 1                        41  int    schema version
///  1  long   id, upper half                   45  byte   present: 1 causation, 2 correlation, 4 traceparent
///  9  long   id, lower half                   46  text   stream
/// 17  long   version                              text   type
/// 25  long   position                             text   causation, correlation, traceparent (those present)
/// 33  long   recorded at, µs since epoch          int    length of the payload
///                                                 byte[] payload
///     a text is: short length in bytes, UTF-8     long   time, µs since epoch, last 8 bytes
/// ```
public final class EventFormat {

    /// Longest text of an event, in bytes of UTF-8.
    public static final int TEXT_BYTES_MAX = 0xFFFF;

    /// The earliest and the latest time of an event: its microseconds fit into 64 bits.
    public static final Instant EARLIEST = Instant.ofEpochSecond(Long.MIN_VALUE / 1_000_000);

    public static final Instant LATEST = Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000);

    private static final byte FORMAT = 1;
    private static final int FIXED_BYTES =
            1 + 5 * Long.BYTES + Integer.BYTES + 1 + Integer.BYTES + Long.BYTES;

    private EventFormat() {}

    public static byte[] encode(RecordedEvent event) {
        EventMetadata metadata = event.metadata();
        byte[] stream = utf8(event.stream().value());
        byte[] type = utf8(event.type());
        byte[] causation = utf8OrEmpty(metadata.causation());
        byte[] correlation = utf8OrEmpty(metadata.correlation());
        byte[] traceparent = utf8OrEmpty(metadata.traceparent());
        int length =
                FIXED_BYTES
                        + 5 * Short.BYTES
                        + stream.length
                        + type.length
                        + causation.length
                        + correlation.length
                        + traceparent.length
                        + event.payload().length();
        ByteBuffer out = ByteBuffer.allocate(length);
        out.put(FORMAT);
        out.putLong(event.id().getMostSignificantBits());
        out.putLong(event.id().getLeastSignificantBits());
        out.putLong(event.version());
        out.putLong(event.position());
        out.putLong(event.recordedAtMicros());
        out.putInt(event.schemaVersion());
        out.put(
                (byte)
                        ((metadata.causation() == null ? 0 : 1)
                                | (metadata.correlation() == null ? 0 : 2)
                                | (metadata.traceparent() == null ? 0 : 4)));
        putText(out, stream);
        putText(out, type);
        putText(out, causation);
        putText(out, correlation);
        putText(out, traceparent);
        out.putInt(event.payload().length());
        out.put(event.payload().bytes());
        out.putLong(micros(metadata.time()));
        return out.array();
    }

    /// @throws UnreadableEventException when the bytes are of another format
    public static RecordedEvent decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte format = in.get();
        if (format != FORMAT) {
            throw new UnreadableEventException(
                    "event of format " + format + ", this code reads " + FORMAT, null);
        }
        UUID id = new UUID(in.getLong(), in.getLong());
        long version = in.getLong();
        long position = in.getLong();
        long recordedAtMicros = in.getLong();
        int schemaVersion = in.getInt();
        int present = in.get();
        String stream = getText(in);
        String type = getText(in);
        String causation = getText(in);
        String correlation = getText(in);
        String traceparent = getText(in);
        byte[] payload = new byte[in.getInt()];
        in.get(payload);
        Instant time = instant(in.getLong());
        return new RecordedEvent(
                id,
                new StreamId(stream),
                version,
                type,
                schemaVersion,
                Payload.of(payload),
                new EventMetadata(
                        time,
                        (present & 1) == 0 ? null : causation,
                        (present & 2) == 0 ? null : correlation,
                        (present & 4) == 0 ? null : traceparent),
                position,
                recordedAtMicros);
    }

    /// Microseconds since 1970-01-01T00:00Z.
    public static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /// @throws IllegalArgumentException when the time is outside of [#EARLIEST] and [#LATEST]
    static void requireStorable(Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new IllegalArgumentException(
                    "the time of an event is between "
                            + EARLIEST
                            + " and "
                            + LATEST
                            + ", not "
                            + time);
        }
    }

    /// @throws IllegalArgumentException when the text is longer than [#TEXT_BYTES_MAX]
    static void requireShort(String name, @Nullable String text) {
        if (text == null || text.length() <= TEXT_BYTES_MAX / 3) { // 3 bytes per char at most
            return;
        }
        int bytes = utf8(text).length;
        if (bytes > TEXT_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "the "
                            + name
                            + " of an event has at most "
                            + TEXT_BYTES_MAX
                            + " bytes, but was given "
                            + bytes);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] utf8OrEmpty(@Nullable String text) {
        return text == null ? new byte[0] : utf8(text);
    }

    private static void putText(ByteBuffer out, byte[] text) {
        out.putShort((short) text.length);
        out.put(text);
    }

    @SuppressWarnings("ByteBufferBackingArray") // in wraps an array from its beginning
    private static String getText(ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        String text = new String(in.array(), in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }
}
