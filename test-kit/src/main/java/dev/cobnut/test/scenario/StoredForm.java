package dev.cobnut.test.scenario;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGeneratorFactory;

/// Writes events as the journal gets them, and checks that the codec reads them back.
final class StoredForm<E> {

    /// An event and its stored form.
    ///
    /// @param event as the codec read it
    record Written<E>(E event, NewEvent stored) {

        /// The event as the journal records it when it has no other stream.
        RecordedEvent recorded(StreamId stream, long version) {
            return recorded(stream, version, version);
        }

        RecordedEvent recorded(StreamId stream, long version, long position) {
            return stored.recorded(
                    stream,
                    version,
                    position,
                    EventFormat.micros(stored.metadata().time()) + position);
        }
    }

    private final EventCodec<E> codec;
    private final EventMetadata metadata;
    private final TimeOrderedIds ids;

    /// @param time of the events
    StoredForm(EventCodec<E> codec, Instant time) {
        this(codec, time, 1);
    }

    /// @param seed of the ids; events of one time have other ids with another seed
    StoredForm(EventCodec<E> codec, Instant time, long seed) {
        this.codec = codec;
        this.metadata = EventMetadata.at(time);
        this.ids =
                new TimeOrderedIds(
                        () -> time, RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
    }

    /// @throws AssertionError when the codec does not name the event's type, or does not read it
    ///   back equal
    Written<E> write(E event) {
        String type = codec.type(event);
        if (!codec.types().contains(type)) {
            throw new AssertionError(
                    "the codec writes "
                            + type
                            + ", and types() has "
                            + codec.types()
                            + " only: add it there, because the start compares types() with the stored events");
        }
        NewEvent stored =
                new NewEvent(
                        ids.next(),
                        type,
                        codec.schemaVersion(event),
                        codec.encode(event),
                        metadata,
                        codec.tags(event));
        E read = codec.decode(type, stored.schemaVersion(), stored.payload());
        if (!event.equals(read)) {
            List<Difference> differences = Differences.between(event, read);
            throw new AssertionError(
                    type
                            + " is not read back from its stored form as it was written:"
                            + Differences.text(differences)
                            + "\n  stored "
                            + stored.payload().asUtf8());
        }
        return new Written<>(read, stored);
    }
}
