package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// A domain in which a test plants one fault. The name of a command chooses it.
///
/// @param rooms that the lamp was carried through; the last one is where it is
record Lamp(List<String> rooms) {

    record Carry(String room) {}

    sealed interface LampEvent {}

    record Carried(String room, Place place) implements LampEvent {}

    record Place(int floor, @Nullable String note) {}

    static Carried carried(String room) {
        return new Carried(room, new Place(1, "here"));
    }

    static class Rules implements Decider<Lamp, Carry, LampEvent> {

        private int asked;

        @Override
        public String category() {
            return "lamp";
        }

        @Override
        public EventCodec<LampEvent> codec() {
            return JsonEventCodec.of(LampEvent.class, JsonMapper.shared());
        }

        @Override
        public Decision<LampEvent> decide(@Nullable Lamp lamp, Carry command, Instant now) {
            return switch (command.room()) {
                case "cellar" -> new Decision.Refused<>("too-dark", "The cellar is too dark.");
                case "same" -> new Decision.Accepted<>(List.of());
                case "nowhere" -> new Decision.Missing<>();
                case "anywhere" -> new Decision.Accepted<>(List.of(carried("room " + ++asked)));
                default -> new Decision.Accepted<>(List.of(carried(command.room())));
            };
        }

        @Override
        public Lamp evolve(@Nullable Lamp lamp, LampEvent event) {
            String room = ((Carried) event).room();
            if (lamp == null) {
                return new Lamp(List.of(room));
            }
            return new Lamp(List.of(lamp.rooms().getLast(), room));
        }
    }

    /// Every room of the lamp is the group of a lookup.
    static class InRooms implements Projection<Lamp> {

        private final Rules rules = new Rules();

        @Override
        public String name() {
            return "lamps";
        }

        @Override
        public Set<String> categories() {
            return Set.of("lamp");
        }

        @Override
        public @Nullable Lamp apply(@Nullable Lamp current, RecordedEvent event) {
            return rules.codec().fold(current, event, rules::evolve);
        }

        @Override
        public Payload encode(Lamp lamp) {
            return Payload.ofUtf8(String.join(",", lamp.rooms()));
        }

        @Override
        public Lamp decode(Payload payload) {
            return new Lamp(List.of(payload.asUtf8().split(",")));
        }

        @Override
        public List<LookupRow> lookups(Lamp after, RecordedEvent event) {
            return rules.codec().decode(event) instanceof Carried(var room, _)
                    ? List.of(LookupRow.put("by-room", room))
                    : List.of();
        }
    }
}
