package dev.cobnut.runtime.actor;

class PinnedSupervisionTest extends SupervisionContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.pinned("test", 2);
    }
}
