package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.process.Processes;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.framework.subscription.Events;
import dev.cobnut.framework.table.Tables;
import org.springframework.context.SmartLifecycle;

/// Starts and stops the parts of a node in order. It starts before the web server accepts requests
/// and stops after the last request was answered. A stop first ends the processes and the handlers,
/// which may send commands, the tables and the statistics, closes the gateways to commands, ends
/// the delivery, then closes the journal, which writes what it has queued. The Hazelcast bean shuts
/// down afterwards.
final class CobnutNode implements SmartLifecycle {

    private final CommandGateways gateways;
    private final Journal journal;
    private final GroupListener listener;
    private final DeliveryRuntime delivery;
    private final Handlers handlers;
    private final Processes processes;
    private final Tables tables;
    private final Events events;
    private final Statistics statistics;
    private volatile boolean running;

    CobnutNode(
            CommandGateways gateways,
            Journal journal,
            GroupListener listener,
            DeliveryRuntime delivery,
            Handlers handlers,
            Processes processes,
            Tables tables,
            Events events,
            Statistics statistics) {
        this.gateways = gateways;
        this.journal = journal;
        this.listener = listener;
        this.delivery = delivery;
        this.handlers = handlers;
        this.processes = processes;
        this.tables = tables;
        this.events = events;
        this.statistics = statistics;
    }

    @Override
    public void start() {
        gateways.requireReadable(journal.storedTypes());
        journal.start(events.waking(tables.waking(handlers.waking(listener))));
        delivery.start();
        handlers.start();
        processes.start();
        tables.start();
        statistics.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        events.close();
        statistics.close();
        processes.close();
        handlers.close();
        tables.close();
        gateways.close();
        delivery.close();
        journal.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// A closed journal and closed gateways cannot be opened again. So a node keeps running while
    /// its context is paused. Spring's test framework pauses every context that is not in use.
    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE
                - 8_192; // the web server starts at DEFAULT_PHASE - 2 048
    }
}
