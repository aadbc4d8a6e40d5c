package dev.cobnut.framework.snapshot;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.UnusableDomainException;
import java.util.function.Function;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// When the states of a decider's streams are kept, and in which form.
///
/// ```java
/// Snapshots.json(Card.class, mapper).everyEvents(200).schemaVersion(2)
/// ```
///
/// A snapshot is a cache: the events stay, and decide. It is used when it has the present schema
/// version, can be read, and is of an event that the stream has. Otherwise the whole stream is
/// applied, and a new snapshot takes its place.
///
/// @param <S> state; immutable, because another thread writes it
public final class Snapshots<S> {

    /// Most events after a snapshot, unless [#everyEvents] says otherwise.
    public static final int EVENTS_DEFAULT = 500;

    /// Most bytes of payloads after a snapshot, unless [#everyBytes] says otherwise.
    public static final long BYTES_DEFAULT = 1L << 20;

    /// Largest state in bytes. A larger one is not kept.
    public static final int STATE_BYTES_MAX = 8 << 20;

    private final Function<S, Payload> encode;
    private final Function<Payload, S> decode;
    private final int schemaVersion;
    private final int everyEvents;
    private final long everyBytes;

    private Snapshots(
            Function<S, Payload> encode,
            Function<Payload, S> decode,
            int schemaVersion,
            int everyEvents,
            long everyBytes) {
        this.encode = encode;
        this.decode = decode;
        this.schemaVersion = atLeastOne(schemaVersion, "schemaVersion");
        this.everyEvents = atLeastOne(everyEvents, "everyEvents");
        this.everyBytes = atLeastOne(everyBytes, "everyBytes");
    }

    private static int atLeastOne(int value, String name) {
        return Math.toIntExact(atLeastOne((long) value, name));
    }

    private static long atLeastOne(long value, String name) {
        if (value < 1) {
            throw new UnusableDomainException(
                    name + " of the snapshots is 1 or more, not " + value);
        }
        return value;
    }

    /// States as JSON.
    public static <S> Snapshots<S> json(Class<S> state, JsonMapper mapper) {
        ObjectWriter writer = mapper.writerFor(state);
        ObjectReader reader = mapper.readerFor(state);
        return of(
                value -> Payload.of(writer.writeValueAsBytes(value)),
                payload -> reader.readValue(payload.bytes()));
    }

    /// States in another form.
    ///
    /// @param decode throws what it likes when it cannot read; the snapshot is ignored then
    public static <S> Snapshots<S> of(Function<S, Payload> encode, Function<Payload, S> decode) {
        return new Snapshots<>(encode, decode, 1, EVENTS_DEFAULT, BYTES_DEFAULT);
    }

    /// The version of the state's shape and of the rules in `evolve` that led to it, from 1.
    /// Snapshots of another version are ignored. Raise it whenever `evolve` would lead the same
    /// events to another state.
    public Snapshots<S> schemaVersion(int version) {
        return new Snapshots<>(encode, decode, version, everyEvents, everyBytes);
    }

    /// Takes a snapshot when a stream has this many events since the last one.
    public Snapshots<S> everyEvents(int events) {
        return new Snapshots<>(encode, decode, schemaVersion, events, everyBytes);
    }

    /// Takes a snapshot, too, when the payloads since the last one have this many bytes.
    public Snapshots<S> everyBytes(long bytes) {
        return new Snapshots<>(encode, decode, schemaVersion, everyEvents, bytes);
    }

    /// The stored form of a state.
    Payload encode(S state) {
        return encode.apply(state);
    }

    /// The state of a stored form.
    S decode(Payload payload) {
        return decode.apply(payload);
    }

    int schemaVersion() {
        return schemaVersion;
    }

    /// @param events since the last snapshot
    /// @param bytes of payloads since the last snapshot
    boolean isDueAfter(long events, long bytes) {
        return events >= everyEvents || bytes >= everyBytes;
    }
}
