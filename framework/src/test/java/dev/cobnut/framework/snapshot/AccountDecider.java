package dev.cobnut.framework.snapshot;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// A decider of streams without an end. It counts the events that it applies.
final class AccountDecider
        implements Decider<AccountDecider.Balance, AccountDecider.Book, AccountDecider.Booked> {

    static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final EventCodec<Booked> CODEC = JsonEventCodec.of(Booked.class, MAPPER);

    /// @param last entry; the sum alone would not show a wrong order
    record Balance(long sum, long last) {}

    record Book(long amount, String text) {}

    sealed interface Booked {}

    record Entry(long amount, String text) implements Booked {}

    private final @Nullable Snapshots<Balance> snapshots;
    private final AtomicInteger applied = new AtomicInteger();

    /// @param snapshots null for none
    AccountDecider(@Nullable Snapshots<Balance> snapshots) {
        this.snapshots = snapshots;
    }

    static Snapshots<Balance> json() {
        return Snapshots.json(Balance.class, MAPPER);
    }

    /// Events that were applied since the last call.
    int applied() {
        return applied.getAndSet(0);
    }

    @Override
    public String category() {
        return "account";
    }

    @Override
    public EventCodec<Booked> codec() {
        return CODEC;
    }

    @Override
    public Decision<Booked> decide(@Nullable Balance state, Book command, Instant now) {
        return new Decision.Accepted<>(List.of(new Entry(command.amount(), command.text())));
    }

    @Override
    public Balance evolve(@Nullable Balance state, Booked event) {
        applied.incrementAndGet();
        long amount = ((Entry) event).amount();
        return new Balance((state == null ? 0 : state.sum()) + amount, amount);
    }

    @Override
    public Optional<Snapshots<Balance>> snapshots() {
        return Optional.ofNullable(snapshots);
    }
}
