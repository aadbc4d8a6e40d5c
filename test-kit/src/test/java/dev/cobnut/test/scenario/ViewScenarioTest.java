package dev.cobnut.test.scenario;

import static dev.cobnut.test.scenario.DomainScenarioTest.assertThatFailure;
import static dev.cobnut.test.scenario.Lamp.carried;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection.LookupRow;
import dev.cobnut.test.scenario.Lamp.LampEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ViewScenarioTest {

    private static final Lamp.Rules RULES = new Lamp.Rules();

    private final ViewScenario<Lamp, LampEvent> view = ViewScenario.of(new Lamp.InRooms(), RULES);

    @Test
    void theProjectionGetsTheEventsAsTheJournalRecordsThem() {
        List<RecordedEvent> seen = new ArrayList<>();
        Lamp.InRooms watching =
                new Lamp.InRooms() {
                    @Override
                    public @Nullable Lamp apply(@Nullable Lamp current, RecordedEvent event) {
                        seen.add(event);
                        return super.apply(current, event);
                    }
                };
        Instant later = DomainScenario.NOW.plusSeconds(60);
        ViewScenario.of(watching, RULES).stream("desk")
                .given(carried("hall"))
                .at(later)
                .given(carried("attic"));

        assertThat(seen).extracting(RecordedEvent::version).containsExactly(1L, 2L);
        assertThat(seen).extracting(event -> event.stream().value()).containsOnly("lamp-desk");
        assertThat(seen)
                .extracting(event -> event.metadata().time())
                .containsExactly(DomainScenario.NOW, later);
        assertThat(seen.getFirst().recordedAtMicros())
                .isLessThan(seen.getLast().recordedAtMicros());
        assertThat(seen.getFirst().id()).isNotEqualTo(seen.getLast().id());
    }

    @Test
    void anEntryThatDiffersIsShownByItsFields() {
        assertThatFailure(() -> view.given(carried("hall")).thenValue(new Lamp(List.of("attic"))))
                .isEqualTo(
                        """
                        in the view lamps, the stream lamp-1 has another entry:
                          rooms[0]: expected "attic", was "hall\"\
                        """);
        assertThatFailure(view::value)
                .isEqualTo("in the view lamps, the stream lamp-1 has no entry");
    }

    @Test
    void aLookupSaysWhereTheStreamIs() {
        view.given(carried("hall")).thenInLookup("by-room", "hall");
        view.thenNotInLookup("by-room", "hall");
        assertThatFailure(() -> view.given(carried("hall")).thenInLookup("by-room", "attic"))
                .endsWith("is not in by-room \"attic\"; it is in by-room \"hall\"");
        assertThatFailure(() -> view.thenInLookup("by-room", "attic"))
                .endsWith("it is in no lookup");
        assertThatFailure(() -> view.given(carried("hall")).thenNotInLookup("by-room", "hall"))
                .endsWith("is in by-room \"hall\"");
    }

    @Test
    void aValueThatIsNotReadBackIsShownByItsFields() {
        Lamp.InRooms lossy =
                new Lamp.InRooms() {
                    @Override
                    public Lamp decode(Payload payload) {
                        return new Lamp(List.of("dark"));
                    }
                };
        assertThatFailure(() -> ViewScenario.of(lossy, RULES).given(carried("hall")))
                .isEqualTo(
                        """
                        the view lamps does not read its value after Carried back as it wrote it:
                          rooms[0]: expected "hall", was "dark\"\
                        """);
    }

    /// The row of the first event is lost when the events are delivered again.
    @Test
    void lookupsThatASecondDeliveryWouldChangeAreRefused() {
        Lamp.InRooms ofTheLastRoom =
                new Lamp.InRooms() {
                    @Override
                    public List<LookupRow> lookups(Lamp after, RecordedEvent event) {
                        return List.of(LookupRow.put("by-room", after.rooms().getLast()));
                    }
                };
        assertThatFailure(() ->
                        ViewScenario.of(ofTheLastRoom, RULES)
                                .given(carried("hall"), carried("attic")))
                .contains("is in by-room \"attic\", by-room \"hall\", and after a second delivery")
                .contains("events in by-room \"attic\":");
    }

    @Test
    void aViewOfOtherStreamsIsRefused() {
        Lamp.InRooms other =
                new Lamp.InRooms() {
                    @Override
                    public Set<String> categories() {
                        return Set.of("candle");
                    }
                };
        assertThatFailure(() -> ViewScenario.of(other, RULES))
                .isEqualTo("the view lamps shows streams of [candle], not of lamp");
    }

    @Test
    void theStreamIsNamedBeforeItsEvents() {
        assertThatThrownBy(() -> view.given(carried("hall")).stream("desk"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the events of lamp-1 are given already");
    }
}
