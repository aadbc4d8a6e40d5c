package dev.cobnut.test.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.Upcaster;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A loan desk whose events change from version to version of its code.
class EventArchiveTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /// The first version.
    sealed interface First {

        record Lent(String card, List<String> copies) implements First {}
    }

    /// The author has renamed a component and forgotten the upcaster.
    sealed interface Forgotten {

        record Lent(String holder, List<String> copies) implements Forgotten {}
    }

    /// A component is new.
    sealed interface Second {

        record Lent(String card, List<String> copies, int days) implements Second {}

        record Returned(String copy, @Nullable String note) implements Second {}
    }

    /// The type has another name.
    sealed interface Renamed {

        record CopiesLent(String card, List<String> copies) implements Renamed {}
    }

    private static final EventCodec<First> FIRST = JsonEventCodec.of(First.class, MAPPER);
    private static final First LENT = new First.Lent("ada", List.of("c1", "c2"));

    @TempDir Path parent;
    Path folder;

    @BeforeEach
    void newFolder() {
        folder = parent.resolve("events");
    }

    private static EventCodec<Second> second(int days) {
        return JsonEventCodec.of(
                Second.class, MAPPER, new Upcaster("Lent", 1, lent -> lent.put("days", days)));
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private <E> void check(EventCodec<E> codec, E... samples) {
        EventArchive.of(codec, folder).check(samples);
    }

    /// The archive of the first version.
    private void archiveFirst() {
        assertThatThrownBy(() -> check(FIRST, LENT)).isInstanceOf(AssertionError.class);
        check(FIRST, LENT);
    }

    /// The archive of the second version, after that of the first.
    private void archiveSecond() throws IOException {
        archiveFirst();
        Files.writeString(file("Lent.v1.json"), withoutRead("Lent.v1.json"));
        Second lent = new Second.Lent("ada", List.of("c1"), 7);
        Second returned = new Second.Returned("c1", "torn");
        assertThatThrownBy(() -> check(second(14), lent, returned))
                .isInstanceOf(AssertionError.class);
        check(second(14), lent, returned);
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private String withoutRead(String name) throws IOException {
        return "{\"stored\":" + MAPPER.readTree(Files.readString(file(name))).get("stored") + "}";
    }

    @Test
    void whatIsMissingIsWrittenAndFailsOnce() throws IOException {
        assertThatThrownBy(() -> check(FIRST, LENT))
                .isInstanceOf(AssertionError.class)
                .hasMessageEndingWith(
                        "does not fit:\n  Lent.v1.json was missing and is written: look at it, and keep it");

        check(FIRST, LENT);
        assertThat(MAPPER.readTree(Files.readString(file("Lent.v1.json"))))
                .isEqualTo(
                        MAPPER.readTree(
                                """
                                {"stored":{"card":"ada","copies":["c1","c2"]},"read":{"card":"ada","copies":["c1","c2"]}}
                                """));
    }

    @Test
    void anEventOfAnOldVersionNeedsOnlyItsStoredForm() throws IOException {
        archiveFirst();
        Files.writeString(file("Lent.v1.json"), withoutRead("Lent.v1.json"));
        assertThatThrownBy(() -> check(FIRST, LENT))
                .hasMessageContaining("Lent.v1.json had no \"read\" and has it now");
        check(FIRST, LENT);
    }

    @Test
    void otherValuesOfTheSameShapeAreNoDifference() {
        archiveFirst();
        check(FIRST, new First.Lent("eve", List.of()));
    }

    @Test
    void aShapeThatChangedWithoutASchemaVersionIsFound() {
        archiveFirst();
        assertThatThrownBy(() ->
                        check(
                                JsonEventCodec.of(Forgotten.class, MAPPER),
                                new Forgotten.Lent("ada", List.of())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(
                        "Lent of schema 1 is written in another shape than the archive has: card is gone, holder is new; an upcaster from schema 1 makes it schema 2")
                .hasMessageContaining(
                        "Lent.v1.json is read as {\"holder\":null,\"copies\":[\"c1\",\"c2\"]}, and it was read as {\"card\":\"ada\",\"copies\":[\"c1\",\"c2\"]}");
    }

    @Test
    void eachPastVersionIsReadByEachBuild() throws IOException {
        archiveSecond();
        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder("Lent.v1.json", "Lent.v2.json", "Returned.v1.json");

        assertThatThrownBy(() ->
                        check(
                                second(21),
                                new Second.Lent("ada", List.of("c1"), 7),
                                new Second.Returned("c1", "torn")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Lent.v1.json is read as")
                .hasMessageContaining("\"days\":21")
                .hasMessageContaining("if this is meant, remove \"read\" from the file");
    }

    @Test
    void anUpcasterWithoutAnOldEventIsAskedForOne() throws IOException {
        archiveSecond();
        Files.delete(file("Lent.v1.json"));
        assertThatThrownBy(() ->
                        check(
                                second(14),
                                new Second.Lent("ada", List.of("c1"), 7),
                                new Second.Returned("c1", null)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Lent.v1.json is missing: Lent has a later schema version");
    }

    @Test
    void aTypeThatIsGoneIsFound() throws IOException {
        archiveSecond();
        assertThatThrownBy(() -> check(FIRST, LENT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(
                        "Returned.v1.json cannot be read any more: unknown event type Returned; known are [Lent]")
                .hasMessageContaining(
                        "Lent.v2.json cannot be read any more: Lent was written with schema 2, this code knows up to 1");
    }

    @Test
    void aFormerNameStaysInTheArchive() throws IOException {
        archiveFirst();
        JsonEventCodec<Renamed> codec = JsonEventCodec.of(Renamed.class, MAPPER);
        Renamed lent = new Renamed.CopiesLent("ada", List.of("c1"));
        assertThatThrownBy(() -> check(codec, lent))
                .hasMessageContaining("Lent.v1.json cannot be read any more");

        EventCodec<Renamed> tolerant = codec.withFormerName("Lent", Renamed.CopiesLent.class);
        check(tolerant, lent); // the attempt before wrote CopiesLent.v1.json
        Files.delete(file("Lent.v1.json"));
        assertThatThrownBy(() -> check(tolerant, lent))
                .hasMessageContaining(
                        "Lent.v1.json is missing: the codec reads events under the former name Lent");
    }

    /// Lent is read as two events, or not at all.
    sealed interface Apart {

        record Taken(String card) implements Apart {}

        record Counted(int copies) implements Apart {}
    }

    private record LentBefore(String card, List<String> copies) {}

    private static EventCodec<Apart> splitting() {
        return JsonEventCodec.of(Apart.class, MAPPER)
                .withSplit(
                        "Lent",
                        LentBefore.class,
                        lent ->
                                List.of(
                                        new Apart.Taken(lent.card()),
                                        new Apart.Counted(lent.copies().size())));
    }

    /// The same codec, which does not tell its classes.
    @SuppressWarnings("unchecked")
    private static <E> EventCodec<E> untold(EventCodec<E> codec) {
        return (EventCodec<E>)
                Proxy.newProxyInstance(
                        EventCodec.class.getClassLoader(),
                        new Class<?>[] {EventCodec.class},
                        (_, method, arguments) ->
                                method.getName().equals("classes")
                                        ? Map.of()
                                        : method.invoke(codec, arguments));
    }

    private void checkApart(EventCodec<Apart> codec) {
        check(codec, new Apart.Taken("eve"), new Apart.Counted(1));
    }

    @Test
    void theFileOfATypeThatWasSplitHasItsParts() throws IOException {
        archiveFirst();
        assertThatThrownBy(() -> checkApart(splitting()))
                .hasMessageContaining(
                        "Lent.v1.json is read as [{\"Taken\":{\"card\":\"ada\"}},{\"Counted\":{\"copies\":2}}], and it was read as {\"card\":\"ada\"");
        String stored = Files.readString(file("Lent.v1.json"));
        Files.writeString(
                file("Lent.v1.json"), stored.substring(0, stored.indexOf(",\n  \"read\"")) + "}");
        assertThatThrownBy(() -> checkApart(splitting()))
                .hasMessageContaining("Lent.v1.json had no \"read\" and has it now");
        checkApart(splitting());

        Files.delete(file("Lent.v1.json"));
        assertThatThrownBy(() -> checkApart(splitting()))
                .hasMessageContaining(
                        "Lent.v1.json is missing: the codec reads events of Lent as several others");
    }

    @Test
    void theFileOfATypeThatWasRemovedHasNoEventAndNeedNotBeThere() throws IOException {
        archiveFirst();
        EventCodec<Apart> removing = JsonEventCodec.of(Apart.class, MAPPER).withRemoved("Lent");
        assertThatThrownBy(() -> checkApart(removing))
                .hasMessageContaining("Lent.v1.json is read as [], and it was read as {");
        String stored = Files.readString(file("Lent.v1.json"));
        Files.writeString(
                file("Lent.v1.json"),
                stored.substring(0, stored.indexOf(",\n  \"read\"")) + ",\"read\": []}");
        checkApart(removing);
        checkApart(untold(removing));
        Files.delete(file("Lent.v1.json"));
        checkApart(removing);
    }

    @Test
    void aTypeWithoutASampleIsFound() throws IOException {
        archiveSecond();
        assertThatThrownBy(() -> check(second(14), new Second.Returned("c1", null)))
                .hasMessageContaining("there is no sample of Lent: give one to check(…)");
    }

    @Test
    void filesThatAreNoneOfAnArchiveAreRefused() throws IOException {
        archiveFirst();
        Files.writeString(file("Lent.v1.json"), "{}");
        assertThatThrownBy(() -> check(FIRST, LENT))
                .hasMessageContaining("Lent.v1.json has no object \"stored\"");
        Files.writeString(file("Lent.v1.json"), "nuts");
        assertThatThrownBy(() -> check(FIRST, LENT)).hasMessageContaining("is not JSON");
        Files.delete(file("Lent.v1.json"));
        Files.writeString(file("Lent.json"), "{}");
        assertThatThrownBy(() -> check(FIRST, LENT))
                .hasMessage("an archive has files like CardIssued.v1.json, and not Lent.json");
    }
}
