package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.scheduler.Dispatcher;

class PinnedSupervisionTest extends SupervisionContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.pinned("test", 2);
    }
}
