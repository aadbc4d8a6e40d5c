package dev.cobnut.framework.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Events of a sealed interface of records, as JSON; the type's name is the record's simple name.
///
/// A payload of an older schema version passes through the upcasters, one version at a time, before
/// it is bound. The current schema version of a type is the one after the last that an upcaster
/// reads.
public final class JsonEventCodec<E> implements EventCodec<E> {

    private record Shape<E>(
            Class<? extends E> type, int schemaVersion, ObjectReader reader, ObjectWriter writer) {}

    private final JsonMapper mapper;
    private final Map<String, Shape<E>> shapesByName = new HashMap<>();
    private final Map<Class<?>, Shape<E>> shapesByClass = new HashMap<>();
    private final Map<String, Map<Integer, Upcaster>> upcasters = new HashMap<>();
    private final Class<E> family;

    /// Former stored names, each with the present one.
    private final Map<String, String> formerNames;

    private JsonEventCodec(
            Class<E> family,
            JsonMapper mapper,
            List<Upcaster> upcasters,
            Map<String, String> formerNames) {
        this.family = family;
        this.mapper = mapper;
        this.formerNames = formerNames;
        for (Upcaster upcaster : upcasters) {
            var previous =
                    this.upcasters
                            .computeIfAbsent(upcaster.type(), _ -> new HashMap<>())
                            .put(upcaster.fromSchemaVersion(), upcaster);
            if (previous != null) {
                throw new UnusableDomainException(
                        "two upcasters read "
                                + upcaster.type()
                                + " of schema "
                                + upcaster.fromSchemaVersion());
            }
        }
        register(family);
        requireCompleteChains();
    }

    /// @param family a sealed interface whose permitted types are records (or sealed interfaces of
    ///   records)
    public static <E> JsonEventCodec<E> of(
            Class<E> family, JsonMapper mapper, Upcaster... upcasters) {
        return new JsonEventCodec<>(family, mapper, List.of(upcasters), Map.of());
    }

    /// The same codec, which also reads events under a former name of a type. New events get the
    /// present name. Upcasters name the present one.
    ///
    /// @param formerName as it is stored
    /// @throws IllegalArgumentException when the class is not a type of this codec, or the name is
    ///   one already
    public JsonEventCodec<E> withFormerName(String formerName, Class<? extends E> type) {
        if (!shapesByClass.containsKey(type)) {
            throw new UnusableDomainException(
                    type.getName() + " is not an event of " + family.getName());
        }
        if (types().contains(formerName)) {
            throw new UnusableDomainException(formerName + " is the name of an event already");
        }
        Map<String, String> names = new HashMap<>(formerNames);
        names.put(formerName, type.getSimpleName());
        return new JsonEventCodec<>(
                family,
                mapper,
                upcasters.values().stream().flatMap(steps -> steps.values().stream()).toList(),
                Map.copyOf(names));
    }

    @Override
    public Set<String> types() {
        Set<String> types = new TreeSet<>(shapesByName.keySet());
        types.addAll(formerNames.keySet());
        return types;
    }

    @Override
    public Map<String, Class<? extends E>> classes() {
        Map<String, Class<? extends E>> classes = new HashMap<>();
        for (String name : types()) {
            Shape<E> shape = shapesByName.get(formerNames.getOrDefault(name, name));
            if (shape != null) {
                classes.put(name, shape.type());
            }
        }
        return Map.copyOf(classes);
    }

    @Override
    public String type(E event) {
        return event.getClass().getSimpleName();
    }

    @Override
    public int schemaVersion(E event) {
        return shapeOf(event).schemaVersion();
    }

    @Override
    public Payload encode(E event) {
        return Payload.of(shapeOf(event).writer().writeValueAsBytes(event));
    }

    @Override
    public E decode(String storedType, int schemaVersion, Payload payload) {
        String type = formerNames.getOrDefault(storedType, storedType);
        Shape<E> shape = shapesByName.get(type);
        if (shape == null) {
            throw new UnreadableEventException(
                    "unknown event type "
                            + type
                            + "; known are "
                            + shapesByName.keySet().stream().sorted().toList(),
                    null);
        }
        if (schemaVersion > shape.schemaVersion()) {
            throw new UnreadableEventException(
                    type
                            + " was written with schema "
                            + schemaVersion
                            + ", this code knows up to "
                            + shape.schemaVersion(),
                    null);
        }
        try {
            ObjectReader reader = shape.reader();
            Object event =
                    schemaVersion == shape.schemaVersion()
                            ? reader.readValue(payload.bytes())
                            : reader.readValue(
                                    upcast(type, schemaVersion, shape.schemaVersion(), payload));
            if (event == null) {
                throw new UnreadableEventException(
                        "payload of " + type + " (schema " + schemaVersion + ") is null", null);
            }
            return family.cast(event);
        } catch (JacksonException e) {
            throw new UnreadableEventException(
                    "payload of "
                            + type
                            + " (schema "
                            + schemaVersion
                            + ") does not parse: "
                            + e.getOriginalMessage(),
                    e);
        } catch (LinkageError | StackOverflowError e) {
            throw new UnreadableEventException(
                    "payload of " + type + " (schema " + schemaVersion + ") cannot be bound: " + e,
                    e);
        }
    }

    private JsonNode upcast(String type, int from, int to, Payload payload) {
        if (!(mapper.readTree(payload.bytes()) instanceof ObjectNode node)) {
            throw new UnreadableEventException(
                    "payload of " + type + " is not a JSON object", null);
        }
        for (int version = from; version < to; version++) {
            Upcaster step = step(type, version);
            if (step == null) {
                throw new UnreadableEventException(
                        "no upcaster reads " + type + " of schema " + version, null);
            }
            try {
                step.upcast().apply(node);
            } catch (Throwable e) {
                Failures.rethrowFatal(e);
                throw new UnreadableEventException(
                        "the upcaster of " + type + " of schema " + version + " failed: " + e, e);
            }
        }
        return node;
    }

    private @Nullable Upcaster step(String type, int version) {
        return upcasters.getOrDefault(type, Map.of()).get(version);
    }

    private void register(Class<?> type) {
        if (type.isRecord()) {
            int current =
                    upcasters.getOrDefault(type.getSimpleName(), Map.of()).keySet().stream()
                                    .mapToInt(Integer::intValue)
                                    .max()
                                    .orElse(0)
                            + 1;
            Shape<E> shape =
                    new Shape<>(
                            type.asSubclass(family),
                            current,
                            mapper.readerFor(type),
                            mapper.writerFor(type));
            if (shapesByName.put(type.getSimpleName(), shape) != null) {
                throw new UnusableDomainException(
                        "two event types are named "
                                + type.getSimpleName()
                                + ", "
                                + shapesByClass.keySet().stream()
                                        .filter(one ->
                                                one.getSimpleName().equals(type.getSimpleName()))
                                        .map(Class::getName)
                                        .findFirst()
                                        .orElse("")
                                + " and "
                                + type.getName()
                                + "; rename one of them");
            }
            shapesByClass.put(type, shape);
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

    private void requireCompleteChains() {
        upcasters.forEach((type, steps) -> {
            Shape<E> shape = shapesByName.get(type);
            if (shape == null) {
                throw new UnusableDomainException("upcaster for unknown event type " + type);
            }
            for (int version = 1; version < shape.schemaVersion(); version++) {
                if (!steps.containsKey(version)) {
                    throw new UnusableDomainException(
                            "no upcaster reads "
                                    + type
                                    + " of schema "
                                    + version
                                    + ": the chain has a gap");
                }
            }
        });
    }

    private Shape<E> shapeOf(E event) {
        Shape<E> shape = shapesByClass.get(event.getClass());
        if (shape == null) {
            throw new UnusableDomainException(
                    event.getClass().getName() + " is not an event of " + family.getName());
        }
        return shape;
    }
}
