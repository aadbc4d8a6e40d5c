package dev.cobnut.framework.node;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.framework.snapshot.Snapshots;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// A small decider: counters that never exceed [#MAX].
public final class CounterDecider
        implements Decider<CounterDecider.Counter, CounterDecider.Change, CounterDecider.Counted> {

    public static final int MAX = 10;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final EventCodec<Counted> codec = JsonEventCodec.of(Counted.class, MAPPER);
    private final Optional<Snapshots<Counter>> snapshots;

    public CounterDecider() {
        snapshots = Optional.empty();
    }

    /// With snapshots after some events.
    public CounterDecider(int everyEvents) {
        snapshots = Optional.of(Snapshots.json(Counter.class, MAPPER).everyEvents(everyEvents));
    }

    public record Counter(int value) {}

    public sealed interface Change {}

    public record Open(int value) implements Change {}

    public record Add(int by) implements Change {}

    /// Asks for a value; nothing happens when the counter has it.
    public record SetTo(int value) implements Change {}

    /// A bug in the decider.
    public record Explode() implements Change {}

    public sealed interface Counted {}

    public record Opened(int value) implements Counted {}

    public record Added(int by) implements Counted {}

    @Override
    public String category() {
        return "counter";
    }

    @Override
    public EventCodec<Counted> codec() {
        return codec;
    }

    @Override
    public Decision<Counted> decide(@Nullable Counter state, Change command, Instant now) {
        return switch (command) {
            case Open(int value) when value > MAX -> new Decision.Refused<>(tooLarge(value));
            case Open(int value) -> accepted(new Opened(value));
            case Explode() -> throw new IllegalStateException("planted bug");
            case Add _, SetTo _ when state == null -> new Decision.Missing<>();
            case Add(int by) when state.value() + by > MAX ->
                    new Decision.Refused<>(tooLarge(state.value() + by));
            case Add(int by) -> accepted(new Added(by));
            case SetTo(int value) when value == state.value() -> new Decision.Accepted<>(List.of());
            case SetTo(int value) -> accepted(new Added(value - state.value()));
        };
    }

    @Override
    public Counter evolve(@Nullable Counter state, Counted event) {
        return switch (event) {
            case Opened(int value) -> new Counter(value);
            case Added(int by) -> new Counter((state == null ? 0 : state.value()) + by);
        };
    }

    @Override
    public Optional<Snapshots<Counter>> snapshots() {
        return snapshots;
    }

    private static Decision<Counted> accepted(Counted event) {
        return new Decision.Accepted<>(List.of(event));
    }

    /// The sentence has a line break: what is stored and repeated must keep it.
    public static Refusal tooLarge(int value) {
        return new Refusal("too-large", value + " is more than " + MAX + "\nand that is the limit");
    }
}
