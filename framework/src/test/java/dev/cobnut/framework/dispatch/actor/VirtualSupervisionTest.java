package dev.cobnut.framework.dispatch.actor;

class VirtualSupervisionTest extends SupervisionContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }
}
