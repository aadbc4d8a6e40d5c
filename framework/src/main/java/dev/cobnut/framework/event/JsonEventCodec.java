package dev.cobnut.framework.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// Events of a sealed interface of records, as JSON; the type's name is the record's simple name.
///
/// A payload of an older schema version passes through the upcasters, one version at a time, before
/// it is bound. The current schema version of a type is the one after the last that an upcaster
/// reads.
///
/// What became of a stored type whose record is gone is declared. Each step returns a new codec:
///
/// ```java
/// JsonEventCodec.of(CardEvent.class, mapper)
///         .withFormerName("CardOpened", CardIssued.class)
///         .withSplit("HolderChanged", HolderChanged.class,
///                 both -> List.of(new NameChanged(both.name()), new AddressChanged(both.address())))
///         .withRemoved("CardPrinted");
/// ```
public final class JsonEventCodec<E> implements EventCodec<E> {

    /// Largest payload, in bytes, that has its event at hand. An event takes several times the
    /// memory of its bytes, and limits of memory count the bytes.
    static final int AT_HAND_BYTES_MAX = 2_048;

    /// A type that is written today.
    private record Written<E>(String type, JsonShape<E> shape, ObjectWriter writer) {}

    private final Class<E> family;
    private final JsonMapper mapper;
    private final List<Upcaster> upcasters;
    private final List<Evolved<E>> evolved;
    private final UnknownFields unknownFields;
    private final Function<? super E, Set<Tag>> tags;
    private final Map<Class<?>, Written<E>> written = new HashMap<>();

    /// The shapes of the types that are one event, by stored name, former names included.
    private final Map<String, JsonShape<E>> shapes = new HashMap<>();

    private final Map<String, JsonSplit<?, E>> splits = new HashMap<>();
    private final Set<String> removed;
    private final Map<String, Class<? extends E>> classes;
    private final Set<String> types;

    /// What became of a stored type.
    private sealed interface Evolved<E> {

        String storedName();

        record Renamed<E>(String storedName, Class<? extends E> type) implements Evolved<E> {}

        record Removed<E>(String storedName) implements Evolved<E> {}

        record Split<T, E>(
                String storedName,
                Class<T> shape,
                Function<? super T, ? extends List<? extends E>> parts,
                List<Upcaster> upcasters)
                implements Evolved<E> {

            JsonSplit<T, E> reading(JsonMapper mapper, UnknownFields unknownFields) {
                return new JsonSplit<>(
                        storedName,
                        new JsonShape<>(storedName, shape, mapper, upcasters, unknownFields),
                        parts);
            }
        }
    }

    private JsonEventCodec(
            Class<E> family,
            JsonMapper mapper,
            List<Upcaster> upcasters,
            List<Evolved<E>> evolved,
            UnknownFields unknownFields,
            Function<? super E, Set<Tag>> tags) {
        this.family = family;
        this.mapper = mapper;
        this.upcasters = upcasters;
        this.evolved = evolved;
        this.unknownFields = unknownFields;
        this.tags = tags;
        register(family);
        for (Upcaster upcaster : upcasters) {
            if (!shapes.containsKey(upcaster.type())) {
                throw new UnusableDomainException(
                        "upcaster for unknown event type " + upcaster.type());
            }
        }
        Set<String> given = new HashSet<>();
        for (Evolved<E> one : evolved) {
            evolve(one, given);
        }
        this.removed = Set.copyOf(given);
        Map<String, Class<? extends E>> bound = new HashMap<>();
        shapes.forEach((name, shape) -> bound.put(name, shape.bound()));
        this.classes = Map.copyOf(bound);
        Set<String> all = new TreeSet<>(shapes.keySet());
        all.addAll(splits.keySet());
        all.addAll(removed);
        this.types = Collections.unmodifiableSet(all);
    }

    /// @param family a sealed interface whose permitted types are records (or sealed interfaces of
    ///   records)
    public static <E> JsonEventCodec<E> of(
            Class<E> family, JsonMapper mapper, Upcaster... upcasters) {
        return new JsonEventCodec<>(
                family,
                mapper,
                List.of(upcasters),
                List.of(),
                UnknownFields.AS_THE_MAPPER,
                _ -> Set.of());
    }

    /// The same codec, which also reads events under a former name of a type. New events get the
    /// present name. Upcasters name the present one.
    ///
    /// @param formerName as it is stored
    /// @throws UnusableDomainException when the class is not a type of this codec, or the name is
    ///   one already
    public JsonEventCodec<E> withFormerName(String formerName, Class<? extends E> type) {
        return with(new Evolved.Renamed<>(formerName, type));
    }

    /// The same codec, which reads the events of a type as several others, in order. The type is
    /// not written any more. The events that it is read as have its id, version and position.
    ///
    /// @param storedName as it is stored
    /// @param shape a record of its payload, which is no event of the domain itself
    /// @param parts a pure function. An event that it reads as none is passed over
    /// @param upcasters of the stored type
    /// @throws UnusableDomainException when the name is that of an event already, or the chain of
    ///   upcasters has a gap
    public <T extends Record> JsonEventCodec<E> withSplit(
            String storedName,
            Class<T> shape,
            Function<? super T, ? extends List<? extends E>> parts,
            Upcaster... upcasters) {
        return with(new Evolved.Split<>(storedName, shape, parts, List.of(upcasters)));
    }

    /// The same codec, for a domain that has given up a type on purpose. Its events are passed
    /// over, whatever they contain and whatever their schema version is. They keep their versions
    /// and positions.
    ///
    /// @param storedName as it is stored
    /// @throws UnusableDomainException when the name is that of an event already
    public JsonEventCodec<E> withRemoved(String storedName) {
        return with(new Evolved.Removed<>(storedName));
    }

    /// The same codec, which says itself what becomes of fields that a record does not have. Until
    /// then the mapper says it: one that is made without settings ignores them.
    public JsonEventCodec<E> withUnknownFields(UnknownFields handling) {
        return new JsonEventCodec<>(family, mapper, upcasters, evolved, handling, tags);
    }

    /// The same codec, which stores new events under tags.
    ///
    /// @param tagsOf the tags of an event, at most [Tag#PER_EVENT_MAX]; empty for one that needs
    ///   none
    public JsonEventCodec<E> withTags(Function<? super E, Set<Tag>> tagsOf) {
        return new JsonEventCodec<>(family, mapper, upcasters, evolved, unknownFields, tagsOf);
    }

    private JsonEventCodec<E> with(Evolved<E> added) {
        List<Evolved<E>> all = new ArrayList<>(evolved);
        all.add(added);
        return new JsonEventCodec<>(
                family, mapper, upcasters, List.copyOf(all), unknownFields, tags);
    }

    @Override
    public Set<String> types() {
        return types;
    }

    @Override
    public Set<String> removed() {
        return removed;
    }

    @Override
    public Map<String, Class<? extends E>> classes() {
        return classes;
    }

    @Override
    public String type(E event) {
        return writtenAs(event).type();
    }

    @Override
    public int schemaVersion(E event) {
        return writtenAs(event).shape().schemaVersion();
    }

    @Override
    public Payload encode(E event) {
        return Payload.of(writtenAs(event).writer().writeValueAsBytes(event));
    }

    @Override
    public Payload encodeWithEvent(E event) {
        Written<E> type = writtenAs(event);
        byte[] bytes = type.writer().writeValueAsBytes(event);
        return bytes.length > AT_HAND_BYTES_MAX
                ? Payload.of(bytes)
                : Payload.of(bytes, event, type.shape());
    }

    @Override
    public Set<Tag> tags(E event) {
        return tags.apply(event);
    }

    @Override
    public E decode(String storedType, int schemaVersion, Payload payload) {
        JsonShape<E> shape = shapes.get(storedType);
        if (shape == null) {
            throw notOneEvent(storedType);
        }
        return shape.read(schemaVersion, payload);
    }

    @Override
    public List<E> decodeAll(String storedType, int schemaVersion, Payload payload) {
        JsonShape<E> shape = shapes.get(storedType);
        return shape == null
                ? others(storedType, schemaVersion, payload)
                : List.of(shape.read(schemaVersion, payload));
    }

    @Override
    public <S> @Nullable S fold(
            @Nullable S before,
            RecordedEvent event,
            BiFunction<@Nullable S, ? super E, ? extends S> evolve) {
        JsonShape<E> shape = shapes.get(event.type());
        if (shape != null) {
            return evolve.apply(before, shape.read(event.schemaVersion(), event.payload()));
        }
        S state = before;
        for (E part : others(event.type(), event.schemaVersion(), event.payload())) {
            state = evolve.apply(state, part);
        }
        return state;
    }

    /// The events of a type that is not one event.
    private List<E> others(String storedType, int schemaVersion, Payload payload) {
        if (removed.contains(storedType)) {
            return List.of();
        }
        JsonSplit<?, E> split = splits.get(storedType);
        if (split == null) {
            throw notOneEvent(storedType);
        }
        return split.read(schemaVersion, payload);
    }

    private UnreadableEventException notOneEvent(String type) {
        return new UnreadableEventException(
                types.contains(type)
                        ? "the event type "
                                + type
                                + " was "
                                + (removed.contains(type) ? "removed" : "split")
                                + "; who reads it calls fold or decodeAll"
                        : "unknown event type "
                                + type
                                + "; known are "
                                + written.values().stream().map(Written::type).sorted().toList(),
                null);
    }

    private void register(Class<?> type) {
        if (type.isRecord()) {
            String name = type.getSimpleName();
            JsonShape<E> shape =
                    new JsonShape<>(
                            name,
                            type.asSubclass(family),
                            mapper,
                            upcasters.stream().filter(one -> one.type().equals(name)).toList(),
                            unknownFields);
            JsonShape<E> other = shapes.put(name, shape);
            if (other != null) {
                throw new UnusableDomainException(
                        "two event types are named "
                                + name
                                + ", "
                                + other.bound().getName()
                                + " and "
                                + type.getName()
                                + "; rename one of them");
            }
            written.put(type, new Written<>(name, shape, mapper.writerFor(type)));
        } else if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                register(permitted);
            }
        } else {
            throw new UnusableDomainException(
                    type.getName()
                            + " is neither a record nor sealed, so the codec cannot know all event types;"
                            + " make it a record, or a sealed interface of records");
        }
    }

    /// @param gone gets the name of a type that was removed
    private void evolve(Evolved<E> one, Set<String> gone) {
        String name = one.storedName();
        if (shapes.containsKey(name) || splits.containsKey(name) || gone.contains(name)) {
            throw new UnusableDomainException(name + " is the name of an event already");
        }
        switch (one) {
            case Evolved.Renamed<E>(_, var type) -> {
                Written<E> present = written.get(type);
                if (present == null) {
                    throw new UnusableDomainException(
                            type.getName() + " is not an event of " + family.getName());
                }
                shapes.put(name, present.shape());
            }
            case Evolved.Split<?, E> split ->
                    splits.put(name, split.reading(mapper, unknownFields));
            case Evolved.Removed<E> _ -> gone.add(name);
        }
    }

    private Written<E> writtenAs(E event) {
        Written<E> type = written.get(event.getClass());
        if (type == null) {
            throw new UnusableDomainException(
                    event.getClass().getName() + " is not an event of " + family.getName());
        }
        return type;
    }
}
