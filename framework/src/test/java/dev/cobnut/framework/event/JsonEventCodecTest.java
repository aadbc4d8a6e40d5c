package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
}
