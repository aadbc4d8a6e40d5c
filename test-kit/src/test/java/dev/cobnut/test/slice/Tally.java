package dev.cobnut.test.slice;

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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// A service that counts.
@SpringBootApplication
class Tally {

    sealed interface TallyEvent {}

    record Counted(int by) implements TallyEvent {}

    @Component
    static final class Rules implements Decider<Integer, Integer, TallyEvent> {

        @Override
        public String category() {
            return "tally";
        }

        @Override
        public EventCodec<TallyEvent> codec() {
            return JsonEventCodec.of(TallyEvent.class, JsonMapper.shared());
        }

        @Override
        public Decision<TallyEvent> decide(@Nullable Integer sum, Integer by, Instant now) {
            return new Decision.Accepted<>(List.of(new Counted(by)));
        }

        @Override
        public Integer evolve(@Nullable Integer sum, TallyEvent event) {
            return (sum == null ? 0 : sum) + ((Counted) event).by();
        }
    }

    /// Cannot show more than its limit.
    @Component
    static final class Sums implements Projection<Integer> {

        static final int LIMIT = 100;

        final AtomicInteger limit = new AtomicInteger(LIMIT);
        private final Rules rules;

        Sums(Rules rules) {
            this.rules = rules;
        }

        @Override
        public String name() {
            return "sums";
        }

        @Override
        public Set<String> categories() {
            return Set.of("tally");
        }

        @Override
        public Integer apply(@Nullable Integer current, RecordedEvent event) {
            int sum = rules.evolve(current, rules.codec().decode(event));
            if (sum > limit.get()) {
                throw new IllegalStateException("more than " + limit);
            }
            return sum;
        }

        @Override
        public Payload encode(Integer sum) {
            return Payload.ofUtf8(Integer.toString(sum));
        }

        @Override
        public Integer decode(Payload payload) {
            return Integer.valueOf(payload.asUtf8());
        }
    }
}
