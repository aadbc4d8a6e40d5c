package dev.cobnut.framework.event;

import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads the payloads of one stored type, of every schema version: the upcasters lift an older one,
/// one version at a time, and a record is bound to the result.
final class JsonShape<T> {

    private final String type;
    private final Class<? extends T> bound;
    private final JsonMapper mapper;
    private final ObjectReader reader;

    /// The change from schema version 1 is the first one.
    private final List<Upcaster> steps;

    /// @param upcasters those of the type, in any order
    /// @throws UnusableDomainException when two upcasters read one version, or none does
    JsonShape(
            String type,
            Class<? extends T> bound,
            JsonMapper mapper,
            List<Upcaster> upcasters,
            UnknownFields unknownFields) {
        this.type = type;
        this.bound = bound;
        this.mapper = mapper;
        ObjectReader plain = mapper.readerFor(bound);
        this.reader =
                switch (unknownFields) {
                    case AS_THE_MAPPER -> plain;
                    case IGNORED ->
                            plain.without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
                    case REFUSED -> plain.with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
                };
        this.steps = inOrder(type, upcasters);
    }

    private static List<Upcaster> inOrder(String type, List<Upcaster> upcasters) {
        TreeMap<Integer, Upcaster> steps = new TreeMap<>();
        for (Upcaster upcaster : upcasters) {
            if (!upcaster.type().equals(type)) {
                throw new UnusableDomainException(
                        "the upcaster of " + upcaster.type() + " is given for " + type);
            }
            if (steps.put(upcaster.fromSchemaVersion(), upcaster) != null) {
                throw new UnusableDomainException(
                        "two upcasters read "
                                + type
                                + " of schema "
                                + upcaster.fromSchemaVersion());
            }
        }
        int version = 1;
        for (int present : steps.keySet()) {
            if (present != version) {
                throw new UnusableDomainException(
                        "no upcaster reads "
                                + type
                                + " of schema "
                                + version
                                + ": the chain has a gap");
            }
            version++;
        }
        return List.copyOf(steps.values());
    }

    Class<? extends T> bound() {
        return bound;
    }

    /// The version after the last that an upcaster reads.
    int schemaVersion() {
        return steps.size() + 1;
    }

    /// @throws UnreadableEventException when the schema is newer than this code, or the payload
    ///   does not parse
    T read(int schemaVersion, Payload payload) {
        if (schemaVersion > schemaVersion()) {
            throw new UnreadableEventException(
                    type
                            + " was written with schema "
                            + schemaVersion
                            + ", this code knows up to "
                            + schemaVersion(),
                    null);
        }
        Object atHand = schemaVersion == schemaVersion() ? payload.eventOf(this) : null;
        if (atHand != null) {
            return bound.cast(atHand);
        }
        try {
            Object event =
                    schemaVersion == schemaVersion()
                            ? reader.readValue(payload.bytes())
                            : reader.readValue(upcast(schemaVersion, payload));
            if (event == null) {
                throw new UnreadableEventException(
                        "payload of " + type + " (schema " + schemaVersion + ") is null", null);
            }
            return bound.cast(event);
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

    private JsonNode upcast(int from, Payload payload) {
        if (!(mapper.readTree(payload.bytes()) instanceof ObjectNode node)) {
            throw new UnreadableEventException(
                    "payload of " + type + " is not a JSON object", null);
        }
        if (from < 1) {
            throw new UnreadableEventException(
                    "no upcaster reads " + type + " of schema " + from, null);
        }
        for (Upcaster step : steps.subList(from - 1, steps.size())) {
            try {
                step.upcast().apply(node);
            } catch (Throwable e) {
                Failures.rethrowFatal(e);
                throw new UnreadableEventException(
                        "the upcaster of "
                                + type
                                + " of schema "
                                + step.fromSchemaVersion()
                                + " failed: "
                                + e,
                        e);
            }
        }
        return node;
    }
}
