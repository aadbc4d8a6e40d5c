package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import org.springframework.context.SmartLifecycle;

/// Start and end of a node, in order. It starts before the web server takes requests and ends after
/// the last one was answered: first no more commands, then the journal's rest, then the delivery;
/// Hazelcast is closed by its own bean, after this.
final class CobnutNode implements SmartLifecycle {

    private final CommandGateways gateways;
    private final Journal journal;
    private final GroupListener listener;
    private final DeliveryRuntime delivery;
    private volatile boolean running;

    CobnutNode(
            CommandGateways gateways,
            Journal journal,
            GroupListener listener,
            DeliveryRuntime delivery) {
        this.gateways = gateways;
        this.journal = journal;
        this.listener = listener;
        this.delivery = delivery;
    }

    @Override
    public void start() {
        journal.start(listener);
        delivery.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        gateways.close();
        delivery.close();
        journal.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// A node starts once: its journal and gateways, once closed, stay closed. So it goes on while
    /// the context is paused, which Spring's test framework does with every context that is not in
    /// use.
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
