package dev.cobnut.test.transaction;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.test.transaction.FineDesk.Charge;
import dev.cobnut.test.transaction.FineDesk.FineCharged;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Library cards that are charged fines; the state is the sum of a card.
final class FineDesk implements Decider<Long, Charge, FineCharged> {

    record Charge(long cents) {}

    record FineCharged(long cents) {}

    private final EventCodec<FineCharged> codec =
            JsonEventCodec.of(FineCharged.class, JsonMapper.shared());

    @Override
    public String category() {
        return "card";
    }

    @Override
    public EventCodec<FineCharged> codec() {
        return codec;
    }

    @Override
    public Decision<FineCharged> decide(@Nullable Long sum, Charge charge, Instant now) {
        return new Decision.Accepted<>(List.of(new FineCharged(charge.cents())));
    }

    @Override
    public Long evolve(@Nullable Long sum, FineCharged fine) {
        return (sum == null ? 0 : sum) + fine.cents();
    }
}
