package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.scheduler.Dispatcher;

class VirtualSupervisionTest extends SupervisionContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }
}
