package dev.cobnut.framework.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private record Shape(
            Class<?> type, int schemaVersion, ObjectReader reader, ObjectWriter writer) {}

    private final JsonMapper mapper;
    private final Map<String, Shape> shapesByName = new HashMap<>();
    private final Map<Class<?>, Shape> shapesByClass = new HashMap<>();
    private final Map<String, Map<Integer, Upcaster>> upcasters = new HashMap<>();
    private final Class<E> family;

    private JsonEventCodec(Class<E> family, JsonMapper mapper, List<Upcaster> upcasters) {
        this.family = family;
        this.mapper = mapper;
        for (Upcaster upcaster : upcasters) {
            var previous =
                    this.upcasters
                            .computeIfAbsent(upcaster.type(), _ -> new HashMap<>())
                            .put(upcaster.fromSchemaVersion(), upcaster);
            if (previous != null) {
                throw new IllegalArgumentException(
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
        return new JsonEventCodec<>(family, mapper, List.of(upcasters));
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
    public E decode(String type, int schemaVersion, Payload payload) {
        Shape shape = shapesByName.get(type);
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
            step.upcast().apply(node);
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
            Shape shape = new Shape(type, current, mapper.readerFor(type), mapper.writerFor(type));
            if (shapesByName.put(type.getSimpleName(), shape) != null) {
                throw new IllegalArgumentException(
                        "two event types are named " + type.getSimpleName());
            }
            shapesByClass.put(type, shape);
        } else if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                register(permitted);
            }
        } else {
            throw new IllegalArgumentException(
                    type.getName()
                            + " is neither a record nor sealed: the codec could not know all event types");
        }
    }

    private void requireCompleteChains() {
        upcasters.forEach((type, steps) -> {
            Shape shape = shapesByName.get(type);
            if (shape == null) {
                throw new IllegalArgumentException("upcaster for unknown event type " + type);
            }
            for (int version = 1; version < shape.schemaVersion(); version++) {
                if (!steps.containsKey(version)) {
                    throw new IllegalArgumentException(
                            "no upcaster reads "
                                    + type
                                    + " of schema "
                                    + version
                                    + ": the chain has a gap");
                }
            }
        });
    }

    private Shape shapeOf(E event) {
        Shape shape = shapesByClass.get(event.getClass());
        if (shape == null) {
            throw new IllegalArgumentException(
                    event.getClass().getName() + " is not an event of " + family.getName());
        }
        return shape;
    }
}
