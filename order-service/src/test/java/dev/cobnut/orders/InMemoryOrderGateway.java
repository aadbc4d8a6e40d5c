package dev.cobnut.orders;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.orders.view.OrdersByCustomer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// A gateway and its queries with everything in memory: decides, evolves, numbers versions and
/// remembers keys as the contract says, on one lock. It never is full and never fails.
public final class InMemoryOrderGateway
        implements CommandGateway<Order, OrderCommand>, OrderQueries {

    private record First(
            CommandKey key, StreamId stream, long version, Decision.@Nullable Refused<?> refusal) {}

    private final OrderDomain domain = new OrderDomain();
    private final InstantSource clock;
    private final TimeOrderedIds ids;
    private final Map<StreamId, List<RecordedEvent>> streams = new HashMap<>();
    private final Map<String, First> firsts = new HashMap<>();
    private final Map<String, NavigableSet<String>> ordersByCustomer = new TreeMap<>();
    private long position;

    public InMemoryOrderGateway(InstantSource clock) {
        this.clock = clock;
        this.ids = new TimeOrderedIds(clock, () -> ThreadLocalRandom.current().nextLong());
    }

    @Override
    public synchronized CommandResult<Order> send(Command<OrderCommand> command) {
        CommandKey key = command.key();
        First first = key == null ? null : firsts.get(key.key());
        if (key != null && first != null) {
            return repeated(key, first);
        }
        Order order = fold(command.stream(), Long.MAX_VALUE);
        long version = version(command.stream());
        Long expected = command.expectedVersion();
        if (order != null && expected != null && expected != version) {
            return new CommandResult.VersionConflict<>(expected, version);
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        return switch (domain.decide(order, command.content(), now)) {
            case Decision.Accepted<OrderEvent>(var events) -> {
                for (OrderEvent event : events) {
                    record(command, event, now);
                }
                long after = version(command.stream());
                remember(key, command.stream(), after, null);
                yield accepted(command.stream(), after, false);
            }
            case Decision.Missing<OrderEvent>() -> new CommandResult.Missing<>();
            case Decision.Refused<OrderEvent> refused -> {
                remember(key, command.stream(), version, refused);
                yield new CommandResult.Refused<>(refused.code(), refused.detail(), version, false);
            }
        };
    }

    @Override
    public synchronized Optional<Versioned<Order>> state(StreamId stream) {
        Order order = fold(stream, Long.MAX_VALUE);
        return order == null
                ? Optional.empty()
                : Optional.of(new Versioned<>(order, version(stream)));
    }

    @Override
    public synchronized List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
        return streams.getOrDefault(stream, List.of()).stream()
                .filter(event -> event.version() > afterVersion)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Page ofCustomer(String customerId, @Nullable String before, int limit) {
        NavigableSet<String> all = ordersByCustomer.getOrDefault(customerId, new TreeSet<>());
        List<String> found =
                (before == null ? all : all.headSet(before, false))
                        .descendingSet().stream().limit(limit + 1L).toList();
        boolean more = found.size() > limit;
        List<String> page = more ? found.subList(0, limit) : found;
        List<Found> orders = new ArrayList<>();
        for (String id : page) {
            state(StreamId.of(OrderDomain.CATEGORY, id))
                    .ifPresent(order -> orders.add(new Found(order.state(), order.version())));
        }
        return new Page(orders, more ? page.getLast() : null);
    }

    private CommandResult<Order> repeated(CommandKey key, First first) {
        if (!first.key().equals(key)) {
            return new CommandResult.KeyReused<>(key.key());
        }
        Decision.Refused<?> refusal = first.refusal();
        return refusal == null
                ? accepted(first.stream(), first.version(), true)
                : new CommandResult.Refused<>(
                        refusal.code(), refusal.detail(), first.version(), true);
    }

    private CommandResult<Order> accepted(StreamId stream, long version, boolean repeated) {
        Order order = fold(stream, version);
        if (order == null) {
            throw new IllegalStateException(stream + " was accepted and has no events");
        }
        return new CommandResult.Accepted<>(stream, order, version, repeated);
    }

    private void record(Command<OrderCommand> command, OrderEvent event, Instant now) {
        var metadata =
                new EventMetadata(
                        now, command.causation(), command.correlation(), command.traceparent());
        var codec = domain.codec();
        RecordedEvent recorded =
                new NewEvent(
                                ids.next(),
                                codec.type(event),
                                codec.schemaVersion(event),
                                codec.encode(event),
                                metadata)
                        .recorded(
                                command.stream(),
                                version(command.stream()) + 1,
                                ++position,
                                ChronoUnit.MICROS.between(Instant.EPOCH, now));
        streams.computeIfAbsent(command.stream(), _ -> new ArrayList<>()).add(recorded);
        for (var change : OrdersByCustomer.changes(event)) {
            ordersByCustomer
                    .computeIfAbsent(change.group(), _ -> new TreeSet<>())
                    .add(change.item());
        }
    }

    private void remember(
            @Nullable CommandKey key,
            StreamId stream,
            long version,
            Decision.@Nullable Refused<OrderEvent> refusal) {
        if (key != null) {
            firsts.put(key.key(), new First(key, stream, version, refusal));
        }
    }

    private @Nullable Order fold(StreamId stream, long upTo) {
        Order order = null;
        for (RecordedEvent event : streams.getOrDefault(stream, List.of())) {
            if (event.version() <= upTo) {
                order = domain.evolve(order, domain.codec().decode(event));
            }
        }
        return order;
    }

    private long version(StreamId stream) {
        return streams.getOrDefault(stream, List.of()).size();
    }
}
