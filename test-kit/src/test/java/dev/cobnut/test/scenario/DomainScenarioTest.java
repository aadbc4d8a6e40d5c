package dev.cobnut.test.scenario;

import static dev.cobnut.test.scenario.Lamp.carried;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.test.scenario.Lamp.Carried;
import dev.cobnut.test.scenario.Lamp.Carry;
import dev.cobnut.test.scenario.Lamp.LampEvent;
import dev.cobnut.test.scenario.Lamp.Place;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DomainScenarioTest {

    private final DomainScenario<Lamp, Carry, LampEvent> lamp = DomainScenario.of(new Lamp.Rules());
    private final DomainScenario<Lamp, Carry, LampEvent> inHall = lamp.given(carried("hall"));

    @Test
    void anEventThatDiffersIsShownByItsFields() {
        assertThatFailure(() ->
                        inHall.when(new Carry("attic"))
                                .thenEvents(new Carried("attic", new Place(2, null))))
                .isEqualTo(
                        """
                        Carry[room=attic] led to other events:
                          event 1, Carried.place.floor: expected 2, was 1
                          event 1, Carried.place.note: expected null, was "here"
                        given Carried\
                        """);
    }

    @Test
    void anEventThatIsMissingAndOneThatIsTooManyAreShownWhole() {
        assertThatFailure(() ->
                        inHall.when(new Carry("attic"))
                                .thenEvents(carried("attic"), carried("roof")))
                .isEqualTo(
                        """
                        Carry[room=attic] led to other events:
                          event 2: expected Carried[room=roof, place=Place[floor=1, note=here]], was nothing
                        given Carried\
                        """);
        assertThatFailure(() -> inHall.when(new Carry("attic")).thenNoEvents())
                .contains("event 1: expected nothing, was Carried[room=attic,");
    }

    @Test
    void whatWasAnsweredInsteadOfEventsIsSaid() {
        assertThatFailure(() -> inHall.when(new Carry("cellar")).thenEvents(carried("cellar")))
                .isEqualTo(
                        """
                        Carry[room=cellar] was refused with too-dark, "The cellar is too dark."; expected 1 event
                        given Carried\
                        """);
        assertThatFailure(() -> lamp.when(new Carry("nowhere")).thenNoEvents())
                .isEqualTo(
                        """
                        Carry[room=nowhere] found no such stream; expected 0 events
                        given no event\
                        """);
    }

    @Test
    void whatWasAnsweredInsteadOfARefusalIsSaid() {
        assertThatFailure(() -> inHall.when(new Carry("attic")).thenRefused("too-dark"))
                .startsWith("Carry[room=attic] led to [Carried[room=attic,")
                .contains("; expected the refusal too-dark\n");
        assertThatFailure(() -> inHall.when(new Carry("same")).refusal())
                .startsWith("Carry[room=same] led to no event; expected a refusal\n");
        assertThatFailure(() ->
                        inHall.when(new Carry("cellar")).thenRefused("too-dark", "It is dark."))
                .contains("sentence: expected \"It is dark.\", was \"The cellar is too dark.\"");
        assertThatFailure(() -> inHall.when(new Carry("cellar")).thenRefused("too-bright"))
                .contains("code: expected \"too-bright\", was \"too-dark\"");
        assertThatFailure(() -> inHall.when(new Carry("cellar")).thenMissing())
                .contains("expected that there is no such stream");
    }

    @Test
    void theStateIsComparedByItsFieldsAndItsLists() {
        assertThatFailure(() -> inHall.when(new Carry("attic")).thenState(new Lamp(List.of("a"))))
                .isEqualTo(
                        """
                        Carry[room=attic] led to another state:
                          rooms[0]: expected "a", was "hall"
                          rooms[1]: expected nothing, was "attic"
                        given Carried\
                        """);
        assertThatFailure(() -> inHall.thenState(new Lamp(List.of())))
                .contains("rooms[0]: expected nothing, was \"hall\"");
        assertThatFailure(lamp::state)
                .isEqualTo("there is no state, because the stream has no event");
    }

    @Test
    void aCommandThatIsNotAcceptedLeavesTheState() {
        inHall.when(new Carry("cellar")).thenRefused("too-dark").thenState(inHall.state());
        assertThat(inHall.when(new Carry("cellar")).refusal().code()).isEqualTo("too-dark");
    }

    /// As the gateway answers it.
    @Test
    void aCommandWithoutEventsOnAStreamThatDoesNotExistIsMissing() {
        lamp.when(new Carry("same")).thenMissing();
        inHall.when(new Carry("same")).thenNoEvents();
    }

    @Test
    void theEventsOfAnOutcomeAreTheHistoryOfTheNextCommand() {
        lamp.when(new Carry("hall"))
                .when(new Carry("attic"))
                .after()
                .thenHistory(carried("hall"), carried("attic"));
        lamp.givenCommands(new Carry("hall"), new Carry("attic"))
                .thenHistory(carried("hall"), carried("attic"));
        assertThatFailure(() -> lamp.givenCommands(new Carry("cellar")))
                .contains("was refused with too-dark")
                .contains("expected events");
        assertThatFailure(() -> inHall.thenHistory()).startsWith("the history has other events:");
    }

    @Test
    void aDecisionThatIsNotRepeatableIsRefusedUnlessItsCommandMayNotShareAnAppend() {
        assertThatFailure(() -> lamp.when(new Carry("anywhere")))
                .contains("decided twice on the same state")
                .contains("events[0].room: first \"room 1\", then \"room 2\"");

        Lamp.Rules alone =
                new Lamp.Rules() {
                    @Override
                    public boolean sharesAppend(Carry command) {
                        return false;
                    }
                };
        DomainScenario.of(alone).when(new Carry("anywhere")).thenEvents(carried("room 1"));
    }

    @Test
    void anEventThatTheCodecDoesNotReadBackIsShownWithItsStoredForm() {
        Lamp.Rules forgetful =
                withCodec(codec ->
                        new OtherCodec(codec) {
                            @Override
                            public LampEvent decode(
                                    String type, int schemaVersion, Payload payload) {
                                return new Carried("hall", new Place(0, "here"));
                            }
                        });
        for (ThrowingCallable step :
                List.<ThrowingCallable>of(
                        () -> DomainScenario.of(forgetful).given(carried("hall")),
                        () -> DomainScenario.of(forgetful).when(new Carry("hall")))) {
            assertThatFailure(step)
                    .isEqualTo(
                            """
                            Carried is not read back from its stored form as it was written:
                              place.floor: expected 1, was 0
                              stored {"room":"hall","place":{"floor":1,"note":"here"}}\
                            """);
        }
    }

    @Test
    void aTypeThatTheCodecDoesNotNameIsRefused() {
        Lamp.Rules nameless =
                withCodec(codec ->
                        new OtherCodec(codec) {
                            @Override
                            public Set<String> types() {
                                return Set.of("Lit");
                            }
                        });
        assertThatFailure(() -> DomainScenario.of(nameless).given(carried("hall")))
                .startsWith("the codec writes Carried, and types() has [Lit] only");
    }

    @Test
    void aStoredEventOfAnUnknownTypeIsRefusedByTheCodec() {
        assertThatThrownBy(() -> lamp.givenStored("Lit", 1, "{}"))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("unknown event type Lit");
    }

    private record Shown(List<String> rooms) {}

    @Test
    void aStoredEventOfATypeThatWasSplitOrRemovedIsWhatItIsReadAs() {
        Lamp.Rules evolved =
                withCodec(_ ->
                        JsonEventCodec.of(LampEvent.class, JsonMapper.shared())
                                .withSplit(
                                        "Shown",
                                        Shown.class,
                                        shown -> shown.rooms().stream().map(Lamp::carried).toList())
                                .withRemoved("Lit"));
        DomainScenario.of(evolved)
                .givenStored("Lit", 3, "{}")
                .thenHistory()
                .givenStored("Shown", 1, "{\"rooms\":[\"hall\",\"attic\"]}")
                .thenHistory(carried("hall"), carried("attic"))
                .thenState(new Lamp(List.of("hall", "attic")));
    }

    @Test
    void theTimeOfACommandHasMicroseconds() {
        Instant[] seen = {Instant.EPOCH};
        Lamp.Rules clock =
                new Lamp.Rules() {
                    @Override
                    public Decision<LampEvent> decide(
                            @Nullable Lamp state, Carry command, Instant now) {
                        seen[0] = now;
                        return super.decide(state, command, now);
                    }
                };
        DomainScenario.of(clock).when(new Carry("hall"));
        assertThat(seen[0]).isEqualTo(DomainScenario.NOW);
        DomainScenario.of(clock)
                .at(Instant.parse("2026-11-20T10:15:30.123456789Z"))
                .when(new Carry("a"));
        assertThat(seen[0]).isEqualTo(Instant.parse("2026-11-20T10:15:30.123456Z"));
    }

    private static Lamp.Rules withCodec(UnaryOperator<EventCodec<LampEvent>> codec) {
        return new Lamp.Rules() {
            @Override
            public EventCodec<LampEvent> codec() {
                return codec.apply(super.codec());
            }
        };
    }

    static AbstractStringAssert<?> assertThatFailure(ThrowingCallable step) {
        Throwable failure = catchThrowable(step);
        assertThat(failure).isExactlyInstanceOf(AssertionError.class);
        return assertThat(failure.getMessage());
    }

    private static class OtherCodec implements EventCodec<LampEvent> {

        private final EventCodec<LampEvent> codec;

        OtherCodec(EventCodec<LampEvent> codec) {
            this.codec = codec;
        }

        @Override
        public String type(LampEvent event) {
            return codec.type(event);
        }

        @Override
        public Set<String> types() {
            return codec.types();
        }

        @Override
        public int schemaVersion(LampEvent event) {
            return codec.schemaVersion(event);
        }

        @Override
        public Payload encode(LampEvent event) {
            return codec.encode(event);
        }

        @Override
        public LampEvent decode(String type, int schemaVersion, Payload payload) {
            return codec.decode(type, schemaVersion, payload);
        }
    }
}
