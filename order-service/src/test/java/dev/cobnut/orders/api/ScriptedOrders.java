package dev.cobnut.orders.api;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamFold;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.view.OrderFilter;
import dev.cobnut.orders.view.OrderQueries;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/// A gateway that gives the answers of a script, and shows the command that it got.
final class ScriptedOrders implements CommandGateway<Order, OrderCommand>, OrderQueries {

    @TestConfiguration(proxyBeanMethods = false)
    static class Wiring {
        @Bean
        @Primary
        ScriptedOrders scriptedOrders() {
            return new ScriptedOrders();
        }
    }

    private volatile Function<Command<OrderCommand>, CommandResult<Order>> script =
            _ -> new CommandResult.Missing<>();
    private volatile StreamFold.Pages events =
            (_, _) -> {
                throw new StackOverflowError();
            };
    private volatile List<String> ids = List.of();
    private volatile Function<List<String>, List<Found>> orders =
            _ -> {
                throw new IllegalStateException("no ids were given");
            };
    private volatile @Nullable Command<OrderCommand> sent;

    void events(StreamFold.Pages read) {
        events = read;
    }

    /// @param found the ids of every list
    void orders(List<String> found, Function<List<String>, List<Found>> find) {
        ids = found;
        orders = find;
    }

    void answer(Function<Command<OrderCommand>, CommandResult<Order>> answer) {
        script = answer;
    }

    @Nullable Command<OrderCommand> sent() {
        return sent;
    }

    @Override
    public StreamId stream(String id) {
        return StreamId.of("order", id);
    }

    @Override
    @SuppressWarnings("unchecked") // a command is only read
    public CommandResult<Order> send(Command<? extends OrderCommand> command) {
        sent = (Command<OrderCommand>) command;
        return script.apply((Command<OrderCommand>) command);
    }

    @Override
    public Optional<Versioned<Order>> state(StreamId stream) {
        throw new IllegalStateException("dev.cobnut.secret failed");
    }

    @Override
    public Optional<Versioned<Order>> past(StreamId stream, Predicate<RecordedEvent> accepted) {
        return state(stream);
    }

    @Override
    public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
        return events.read(afterVersion, limit);
    }

    @Override
    public List<Found> find(OrderFilter filter, List<String> ids) {
        return orders.apply(ids);
    }

    @Override
    public boolean await(Collection<Long> positions) {
        return false;
    }

    @Override
    public Ids ids(OrderFilter filter, @Nullable String behind, int limit) {
        if (ids.isEmpty()) {
            throw new dev.cobnut.framework.journal.JournalException(
                    "The journal /data/secret is gone.", null);
        }
        List<String> page = ids.subList(0, Math.min(limit, ids.size()));
        return new Ids(page, page.size() < ids.size() ? page.getLast() : null);
    }
}
