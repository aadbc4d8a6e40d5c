package dev.cobnut.test.archive;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.UnreadableEventException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One stored event of each type and schema version, in a folder of the source tree. A build that
/// cannot read one of them any more, reads it as something else, or writes a type in another shape
/// without a new schema version, fails.
///
/// ```java
/// EventArchive.of(codec, Path.of("src/test/resources/events")).check(new CardIssued("ada"), …);
/// ```
///
/// The file `CardIssued.v2.json` has two members: `stored`, the payload as it was written, and
/// `read`, the event as this version reads it, in its present stored form. [#check] writes a file
/// that is missing, and fails once, so that its author looks at it.
///
/// What a type that was split or removed is read as is an array: the parts in order, or nothing.
///
/// For codecs whose payloads are JSON objects.
public final class EventArchive<E> {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final EventCodec<E> codec;
    private final Path folder;

    private EventArchive(EventCodec<E> codec, Path folder) {
        this.codec = codec;
        this.folder = folder;
    }

    /// The archive of a codec's events.
    ///
    /// @param folder made when it is not there
    public static <E> EventArchive<E> of(EventCodec<E> codec, Path folder) {
        return new EventArchive<>(codec, folder);
    }

    /// Compares the archive with the code.
    ///
    /// @param samples one event of each type that this version writes, with a value in every
    ///   component
    /// @throws AssertionError with everything that does not fit, and with what may be done
    @SafeVarargs
    public final void check(E... samples) {
        List<String> faults = new ArrayList<>();
        Set<String> written = new TreeSet<>();
        Set<StoredVersion> expected = new HashSet<>();
        for (E sample : samples) {
            StoredVersion present =
                    new StoredVersion(codec.type(sample), codec.schemaVersion(sample));
            written.add(present.type());
            for (int schema = 1; schema <= present.schemaVersion(); schema++) {
                expected.add(new StoredVersion(present.type(), schema));
            }
            checkSample(present, json(codec.encode(sample)), faults);
        }
        faults.addAll(withoutSample(written));
        for (StoredVersion version : archived()) {
            expected.remove(version);
            checkArchived(version, faults);
        }
        expected.stream()
                .map(missing ->
                        missing.file()
                                + " is missing: "
                                + missing.type()
                                + " has a later schema version, and its upcaster is not tried; add an event as that version stored it, as {\"stored\": {…}}")
                .sorted()
                .forEach(faults::add);
        if (!faults.isEmpty()) {
            throw new AssertionError(
                    "the archive " + folder + " does not fit:\n  " + String.join("\n  ", faults));
        }
    }

    /// Former names, and types that were split, have no sample. Their files are asked for instead.
    /// A type that was removed is not read, so it needs none.
    private List<String> withoutSample(Set<String> written) {
        Set<String> archived = new HashSet<>();
        archived().forEach(version -> archived.add(version.type()));
        Set<Class<?>> known = new HashSet<>();
        codec.classes()
                .forEach((type, of) -> {
                    if (written.contains(type)) {
                        known.add(of);
                    }
                });
        List<String> faults = new ArrayList<>();
        for (String type : new TreeSet<>(codec.types())) {
            if (written.contains(type)) {
                continue;
            }
            if (codec.removed().contains(type)) {
                continue;
            }
            Class<? extends E> of = codec.classes().get(type);
            if (of == null && !codec.classes().isEmpty()) {
                if (!archived.contains(type)) {
                    faults.add(
                            new StoredVersion(type, 1).file()
                                    + " is missing: the codec reads events of "
                                    + type
                                    + " as several others; add one as {\"stored\": {…}}");
                }
            } else if (of == null || !known.contains(of)) {
                faults.add("there is no sample of " + type + ": give one to check(…)");
            } else if (!archived.contains(type)) {
                faults.add(
                        new StoredVersion(type, 1).file()
                                + " is missing: the codec reads events under the former name "
                                + type
                                + "; add one as {\"stored\": {…}}");
            }
        }
        return faults;
    }

    private void checkSample(StoredVersion present, ObjectNode stored, List<String> faults) {
        Path file = folder.resolve(present.file());
        if (!Files.exists(file)) {
            write(present, MAPPER.createObjectNode().set("stored", stored).set("read", stored));
            faults.add(present.file() + " was missing and is written: look at it, and keep it");
            return;
        }
        JsonNode archived = read(file).get("stored");
        if (archived == null) {
            return; // said by the check of the file
        }
        List<String> differences = JsonShapes.differences(archived, stored);
        if (!differences.isEmpty()) {
            faults.add(
                    present.type()
                            + " of schema "
                            + present.schemaVersion()
                            + " is written in another shape than the archive has: "
                            + String.join(", ", differences)
                            + "; an upcaster from schema "
                            + present.schemaVersion()
                            + " makes it schema "
                            + (present.schemaVersion() + 1));
        }
    }

    private void checkArchived(StoredVersion version, List<String> faults) {
        ObjectNode content = read(folder.resolve(version.file()));
        JsonNode stored = content.get("stored");
        if (!(stored instanceof ObjectNode)) {
            faults.add(version.file() + " has no object \"stored\"");
            return;
        }
        JsonNode now;
        try {
            now =
                    read(
                            version,
                            codec.decodeAll(
                                    version.type(),
                                    version.schemaVersion(),
                                    Payload.of(MAPPER.writeValueAsBytes(stored))));
        } catch (UnreadableEventException e) {
            faults.add(version.file() + " cannot be read any more: " + e.getMessage());
            return;
        }
        JsonNode before = content.get("read");
        if (before == null) {
            content.set("read", now);
            write(version, content);
            faults.add(
                    version.file()
                            + " had no \"read\" and has it now: look how this version reads the event, and keep it");
        } else if (!before.equals(now)) {
            faults.add(
                    version.file()
                            + " is read as "
                            + now
                            + ", and it was read as "
                            + before
                            + "; if this is meant, remove \"read\" from the file");
        }
    }

    /// One event is an object, in its present stored form. Parts are named by their types.
    private JsonNode read(StoredVersion version, List<E> events) {
        boolean isOne =
                codec.classes().isEmpty()
                        ? events.size() == 1 // the codec does not tell
                        : codec.classes().containsKey(version.type());
        if (isOne) {
            return json(codec.encode(events.getFirst()));
        }
        ArrayNode parts = MAPPER.createArrayNode();
        for (E event : events) {
            parts.addObject().set(codec.type(event), json(codec.encode(event)));
        }
        return parts;
    }

    /// The versions that have a file, by their names.
    private List<StoredVersion> archived() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> StoredVersion.of(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode json(Payload payload) {
        try {
            return object(MAPPER.readTree(payload.bytes()), payload.asUtf8());
        } catch (JacksonException e) {
            throw new AssertionError(
                    "the archive keeps JSON objects; the codec writes " + payload.asUtf8(), e);
        }
    }

    private static ObjectNode object(@Nullable JsonNode node, String text) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new AssertionError("the archive keeps JSON objects, and this is none: " + text);
    }

    private static ObjectNode read(Path file) {
        try {
            String text = Files.readString(file);
            return object(MAPPER.readTree(text), file + ": " + text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JacksonException e) {
            throw new AssertionError(file + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private void write(StoredVersion version, JsonNode content) {
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve(version.file()), MAPPER.writeValueAsString(content) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
