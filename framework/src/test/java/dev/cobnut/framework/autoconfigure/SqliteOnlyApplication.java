package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/// Starts a node and sends one command. [JournalDriversTest] runs it in a class loader that lacks
/// the libraries of the journal in PostgreSQL.
public final class SqliteOnlyApplication {

    private SqliteOnlyApplication() {}

    /// @param data the data folder
    /// @return the result of the command
    @SuppressWarnings("unchecked")
    public static String run(String data, String clusterName) {
        try (AnnotationConfigApplicationContext context =
                new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(
                            new MapPropertySource(
                                    "test",
                                    Map.of(
                                            "cobnut.data",
                                            data,
                                            "cobnut.hazelcast.cluster-name",
                                            clusterName)));
            context.registerBean(CounterDecider.class);
            context.register(CobnutAutoConfiguration.class);
            context.refresh();
            CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
            return gateway.send(Command.beginning(StreamId.of("counter", "1"), new Open(3)))
                    .toString();
        }
    }
}
