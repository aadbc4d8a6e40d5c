package dev.cobnut.framework.dispatch.actor;

class PinnedSupervisionTest extends SupervisionContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.pinned("test", 2);
    }
}
