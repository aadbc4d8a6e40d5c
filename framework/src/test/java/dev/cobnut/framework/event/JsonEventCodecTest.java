package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class JsonEventCodecTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// Moved was `{"to"}`, then `{"place"}`, and is `{"place","floor"}`.
    private static final Upcaster TO_IS_PLACE =
            new Upcaster("Moved", 1, payload -> payload.set("place", payload.remove("to")));

    private static final Upcaster GROUND_FLOOR =
            new Upcaster("Moved", 2, payload -> payload.put("floor", 0));

    private final JsonEventCodec<Happened> codec =
            JsonEventCodec.of(Happened.class, JSON, TO_IS_PLACE, GROUND_FLOOR);

    sealed interface Happened {}

    record Moved(String place, int floor) implements Happened {}

    sealed interface Ended extends Happened {}

    record Closed(int value) implements Ended {}

    interface Open {}

    @Test
    void anEventComesBackAsItWasWritten() {
        for (Happened event : new Happened[] {new Moved("Köln", 3), new Closed(7)}) {
            assertThat(
                            codec.decode(
                                    codec.type(event),
                                    codec.schemaVersion(event),
                                    codec.encode(event)))
                    .isEqualTo(event);
        }
        assertThat(codec.type(new Closed(7))).isEqualTo("Closed");
        assertThat(codec.encode(new Closed(7)).asUtf8()).isEqualTo("{\"value\":7}");
    }

    @Test
    void anEventThatIsAboutToBeAppendedIsAtHandForTheCodecThatWroteIt() {
        Moved event = new Moved("Köln", 3);
        Payload payload = codec.encodeWithEvent(event);
        assertThat(payload).isEqualTo(codec.encode(event));
        assertThat(codec.decode("Moved", 3, payload)).isSameAs(event);
        assertThat(codec.decodeAll("Moved", 3, payload)).containsExactly(event);
    }

    @Test
    void everyOneElseReadsTheBytes() {
        Moved event = new Moved("Köln", 3);
        Payload payload = codec.encodeWithEvent(event);
        JsonEventCodec<Happened> other =
                JsonEventCodec.of(Happened.class, JSON, TO_IS_PLACE, GROUND_FLOOR);
        assertThat(other.decode("Moved", 3, payload)).isEqualTo(event).isNotSameAs(event);
        assertThat(codec.decode("Moved", 2, payload)).isEqualTo(new Moved("Köln", 0));
        assertThat(codec.decode("Moved", 3, payload.withoutEvent()))
                .isEqualTo(event)
                .isNotSameAs(event);
        assertThat(codec.decode("Moved", 3, codec.encode(event))).isNotSameAs(event);
    }

    @Test
    void aLargeEventIsReadFromItsBytesByAll() {
        int others = codec.encode(new Moved("", 3)).length();
        Moved largest = new Moved("x".repeat(JsonEventCodec.AT_HAND_BYTES_MAX - others), 3);
        Moved larger = new Moved(largest.place() + "x", 3);
        assertThat(codec.decode("Moved", 3, codec.encodeWithEvent(largest))).isSameAs(largest);
        assertThat(codec.decode("Moved", 3, codec.encodeWithEvent(larger)))
                .isEqualTo(larger)
                .isNotSameAs(larger);
    }

    @Test
    void theSchemaVersionIsOneMoreThanTheLastUpcasterReads() {
        assertThat(codec.schemaVersion(new Moved("x", 1))).isEqualTo(3);
        assertThat(codec.schemaVersion(new Closed(1))).isEqualTo(1);
    }

    @Test
    void everyOlderShapeIsLiftedStepByStep() {
        assertThat(codec.decode("Moved", 1, Payload.ofUtf8("{\"to\":\"Bonn\"}")))
                .isEqualTo(new Moved("Bonn", 0));
        assertThat(codec.decode("Moved", 2, Payload.ofUtf8("{\"place\":\"Bonn\"}")))
                .isEqualTo(new Moved("Bonn", 0));
        assertThat(codec.decode("Moved", 3, Payload.ofUtf8("{\"place\":\"Bonn\",\"floor\":2}")))
                .isEqualTo(new Moved("Bonn", 2));
    }

    @Test
    void aGapInTheChainIsRefusedAtTheStart() {
        assertThatThrownBy(() -> JsonEventCodec.of(Happened.class, JSON, GROUND_FLOOR))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no upcaster reads Moved of schema 1: the chain has a gap");
    }

    @Test
    void twoUpcastersOfTheSameShapeAreRefusedAtTheStart() {
        assertThatThrownBy(() -> JsonEventCodec.of(Happened.class, JSON, TO_IS_PLACE, TO_IS_PLACE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two upcasters read Moved of schema 1");
    }

    @Test
    void anUpcasterOfATypeThatDoesNotExistIsRefusedAtTheStart() {
        Upcaster stray = new Upcaster("Mooved", 1, _ -> {});
        assertThatThrownBy(() -> JsonEventCodec.of(Happened.class, JSON, stray))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("upcaster for unknown event type Mooved");
    }

    @Test
    void aFamilyWhoseTypesCannotBeListedIsRefusedAtTheStart() {
        assertThatThrownBy(() -> JsonEventCodec.of(Open.class, JSON))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is neither a record nor sealed");
    }

    @Test
    void anUnknownTypeIsUnreadableAndTheKnownOnesAreNamed() {
        assertThatThrownBy(() -> codec.decode("Lost", 1, Payload.ofUtf8("{}")))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage("unknown event type Lost; known are [Closed, Moved]");
    }

    @Test
    void aNewerSchemaIsUnreadable() {
        assertThatThrownBy(() -> codec.decode("Closed", 2, Payload.ofUtf8("{\"value\":1}")))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage("Closed was written with schema 2, this code knows up to 1");
    }

    @Test
    void anEventIsReadUnderItsFormerNamesAndWrittenUnderThePresentOne() {
        JsonEventCodec<Happened> renamed =
                codec.withFormerName("Shut", Closed.class).withFormerName("Went", Moved.class);
        assertThat(renamed.decode("Shut", 1, Payload.ofUtf8("{\"value\":7}")))
                .isEqualTo(new Closed(7));
        assertThat(renamed.decode("Went", 1, Payload.ofUtf8("{\"to\":\"Bonn\"}")))
                .isEqualTo(new Moved("Bonn", 0));
        assertThat(renamed.type(new Closed(7))).isEqualTo("Closed");
        assertThat(renamed.types()).containsExactly("Closed", "Moved", "Shut", "Went");
        assertThatThrownBy(() -> renamed.withFormerName("Shut", Moved.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Shut is the name of an event already");
        assertThatThrownBy(() -> codec.withFormerName("Moved", Closed.class))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEventWhoseUpcasterFailsIsUnreadable() {
        for (Throwable failure :
                new Throwable[] {
                    new ClassCastException("text"),
                    new NoClassDefFoundError("gone"),
                    new StackOverflowError()
                }) {
            Upcaster broken = new Upcaster("Closed", 1, _ -> fail(failure));
            JsonEventCodec<Happened> lifting =
                    JsonEventCodec.of(Happened.class, JSON, TO_IS_PLACE, GROUND_FLOOR, broken);
            assertThatThrownBy(() -> lifting.decode("Closed", 1, Payload.ofUtf8("{\"value\":1}")))
                    .isInstanceOf(UnreadableEventException.class)
                    .hasMessageStartingWith("the upcaster of Closed of schema 1 failed")
                    .hasCause(failure);
        }
    }

    private static void fail(Throwable failure) {
        switch (failure) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalArgumentException(failure);
        }
    }

    @Test
    void aSchemaThatNeverWasIsUnreadable() {
        assertThatThrownBy(() -> codec.decode("Closed", 0, Payload.ofUtf8("{\"value\":1}")))
                .isInstanceOf(UnreadableEventException.class);
    }

    /// `null` is valid JSON: it was bound to no event at all, which failed far from its cause.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"value\":",
                "{\"value\":\"seven\",\"place\":[],\"floor\":{}}",
                "[]",
                "7",
                "null",
                "{\"value\":1}}",
                "\u0000\u0001"
            })
    void aDamagedPayloadIsUnreadable(String damaged) {
        assertThatThrownBy(() -> codec.decode("Closed", 1, Payload.ofUtf8(damaged)))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageStartingWith("payload of Closed (schema 1)");
        assertThatThrownBy(() -> codec.decode("Moved", 2, Payload.ofUtf8(damaged)))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageStartingWith("payload of Moved");
    }

    @Test
    void aPayloadThatIsCutOffAnywhereIsUnreadable() {
        String whole = codec.encode(new Moved("Köln", 3)).asUtf8();
        for (int length = 0; length < whole.length(); length++) {
            Payload cut = Payload.ofUtf8(whole.substring(0, length));
            assertThatThrownBy(() -> codec.decode("Moved", 3, cut))
                    .isInstanceOf(UnreadableEventException.class);
        }
    }

    /// Carried was a move and its end; its place was called `to` at first.
    private record Carried(String place, int floor, int value) {}

    private static final Upcaster CARRIED_TO =
            new Upcaster("Carried", 1, payload -> payload.set("place", payload.remove("to")));

    private JsonEventCodec<Happened> splitting() {
        return codec.withSplit(
                "Carried",
                Carried.class,
                both -> List.of(new Moved(both.place(), both.floor()), new Closed(both.value())),
                CARRIED_TO);
    }

    @Test
    void aTypeThatWasSplitIsReadAsItsPartsFromEverySchemaVersion() {
        List<Happened> parts = List.of(new Moved("Bonn", 2), new Closed(7));
        assertThat(
                        splitting()
                                .decodeAll(
                                        "Carried",
                                        1,
                                        Payload.ofUtf8(
                                                "{\"to\":\"Bonn\",\"floor\":2,\"value\":7}")))
                .isEqualTo(parts);
        RecordedEvent stored = stored("Carried", 2, "{\"place\":\"Bonn\",\"floor\":2,\"value\":7}");
        assertThat(splitting().decodeAll(stored)).isEqualTo(parts);
        assertThat(splitting().<String>fold("", stored, (before, event) -> before + event))
                .isEqualTo("" + parts.get(0) + parts.get(1));
        assertThat(splitting().types()).containsExactly("Carried", "Closed", "Moved");
        assertThat(splitting().classes()).containsOnlyKeys("Closed", "Moved");
    }

    @Test
    void aSplitThatFailsAndAPayloadThatDoesNotParseAreUnreadable() {
        JsonEventCodec<Happened> failing =
                codec.withSplit(
                        "Carried",
                        Carried.class,
                        _ -> {
                            throw new IllegalStateException("torn");
                        });
        assertThatThrownBy(
                        () -> failing.decodeAll("Carried", 1, Payload.ofUtf8("{\"place\":\"x\"}")))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("does not parse");
        assertThatThrownBy(() ->
                        failing.decodeAll(
                                "Carried",
                                1,
                                Payload.ofUtf8("{\"place\":\"x\",\"floor\":1,\"value\":1}")))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage("the split of Carried failed: java.lang.IllegalStateException: torn");
        assertThatThrownBy(() -> splitting().decodeAll("Carried", 3, Payload.ofUtf8("{}")))
                .hasMessage("Carried was written with schema 3, this code knows up to 2");
    }

    @Test
    void aTypeThatWasRemovedIsNoEventWhateverItContains() {
        JsonEventCodec<Happened> without = codec.withRemoved("Painted");
        for (String payload : List.of("{\"colour\":\"red\"}", "nuts", "")) {
            RecordedEvent stored = stored("Painted", 9, payload);
            assertThat(without.decodeAll(stored)).isEmpty();
            assertThat(without.<String>fold("kept", stored, (_, _) -> "changed")).isEqualTo("kept");
            assertThat(without.<String>fold(null, stored, (_, _) -> "changed")).isNull();
        }
        assertThat(without.types()).containsExactly("Closed", "Moved", "Painted");
        assertThat(without.removed()).containsExactly("Painted");
        assertThat(without.classes()).containsOnlyKeys("Closed", "Moved");
        RecordedEvent unknown = stored("Sold", 1, "{}");
        assertThatThrownBy(() -> without.decodeAll(unknown))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage("unknown event type Sold; known are [Closed, Moved]");
    }

    /// Otherwise an event would silently be lost on a reader that knows single events only.
    @Test
    void whoReadsOneEventIsToldThatTheTypeIsNone() {
        assertThatThrownBy(() -> splitting().decode("Carried", 1, Payload.ofUtf8("{}")))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage(
                        "the event type Carried was split; who reads it calls fold or decodeAll");
        assertThatThrownBy(() ->
                        codec.withRemoved("Painted").decode("Painted", 1, Payload.ofUtf8("{}")))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage(
                        "the event type Painted was removed; who reads it calls fold or decodeAll");
    }

    @Test
    void aNameHasOneMeaning() {
        assertThatThrownBy(() -> codec.withRemoved("Moved"))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage("Moved is the name of an event already");
        assertThatThrownBy(() -> splitting().withRemoved("Carried"))
                .hasMessage("Carried is the name of an event already");
        assertThatThrownBy(() ->
                        codec.withRemoved("Carried")
                                .withSplit("Carried", Carried.class, _ -> List.of()))
                .hasMessage("Carried is the name of an event already");
        assertThatThrownBy(() ->
                        codec.withSplit(
                                "Carried",
                                Carried.class,
                                _ -> List.of(),
                                new Upcaster("Carried", 2, _ -> {})))
                .hasMessage("no upcaster reads Carried of schema 1: the chain has a gap");
        assertThatThrownBy(() ->
                        codec.withSplit("Carried", Carried.class, _ -> List.of(), TO_IS_PLACE))
                .hasMessage("the upcaster of Moved is given for Carried");
    }

    @Test
    void unknownFieldsAreIgnoredOrRefusedAsTheCodecSays() {
        Payload more = Payload.ofUtf8("{\"value\":7,\"reason\":\"rain\"}");
        JsonEventCodec<Happened> tolerant = codec.withUnknownFields(UnknownFields.IGNORED);
        JsonEventCodec<Happened> strict =
                codec.withUnknownFields(UnknownFields.REFUSED).withRemoved("Painted");
        assertThat(codec.decode("Closed", 1, more)).isEqualTo(new Closed(7));
        assertThat(tolerant.decode("Closed", 1, more)).isEqualTo(new Closed(7));
        assertThatThrownBy(() -> strict.decode("Closed", 1, more))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("reason");

        JsonMapper strictMapper =
                JsonMapper.builder()
                        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .build();
        JsonEventCodec<Happened> asTheMapper =
                JsonEventCodec.of(Happened.class, strictMapper, TO_IS_PLACE, GROUND_FLOOR);
        assertThatThrownBy(() -> asTheMapper.decode("Closed", 1, more))
                .isInstanceOf(UnreadableEventException.class);
        assertThat(asTheMapper.withUnknownFields(UnknownFields.IGNORED).decode("Closed", 1, more))
                .isEqualTo(new Closed(7));
    }

    private static RecordedEvent stored(String type, int schemaVersion, String payload) {
        NewEvent event =
                new NewEvent(
                        UUID.randomUUID(),
                        type,
                        schemaVersion,
                        Payload.ofUtf8(payload),
                        EventMetadata.at(Instant.EPOCH));
        return event.recorded(StreamId.of("thing", "1"), 1, 1, 1);
    }
}
