package dev.cobnut.framework.boundary;

import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import dev.cobnut.framework.node.CounterDecider.Added;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Opened;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/// A rule across counters: all of them together are at most a limit. Its events go to the counters
/// of `CounterDecider`.
final class CounterBudget implements Boundary<Integer, CounterBudget.Raise, Counted> {

    static final int LIMIT = 20;

    /// Raises counters by one each.
    record Raise(List<StreamId> counters) {
        static Raise of(StreamId... counters) {
            return new Raise(List.of(counters));
        }
    }

    private static final Tag ALL = Tag.of("budget", "all");

    private final EventCodec<Counted> codec =
            JsonEventCodec.of(Counted.class, JsonMapper.builder().build())
                    .withTags(event ->
                            switch (event) {
                                case Added _ -> Set.of(ALL);
                                case Opened _ -> Set.of();
                            });

    /// Called while a decision is made, before it is appended.
    volatile Runnable meanwhile = () -> {};

    /// The last event of a decision is one that the query does not find.
    volatile boolean endsUnseen;

    @Override
    public String name() {
        return "budget";
    }

    @Override
    public EventCodec<Counted> codec() {
        return codec;
    }

    @Override
    public EventQuery query(Raise command) {
        return EventQuery.tagged(ALL).ofTypes(codec, Added.class);
    }

    @Override
    public Integer initial(Raise command) {
        return 0;
    }

    @Override
    public Integer evolve(Integer spent, Counted event) {
        return switch (event) {
            case Added(int by) -> spent + by;
            case Opened _ -> throw new IllegalStateException("the query names Added only");
        };
    }

    @Override
    public Decision<StreamEvent<Counted>> decide(Integer spent, Raise command, Instant now) {
        meanwhile.run();
        int wanted = command.counters().size();
        if (spent + wanted > LIMIT) {
            return Decision.refused("budget-spent", "Only " + (LIMIT - spent) + " are left.");
        }
        List<StreamEvent<Counted>> events = new ArrayList<>();
        for (StreamId counter : command.counters()) {
            events.add(StreamEvent.to(counter, new Added(1)));
        }
        if (endsUnseen) {
            events.add(StreamEvent.to(StreamId.of("counter", "unseen"), new Opened(1)));
        }
        return new Decision.Accepted<>(List.copyOf(events));
    }
}
