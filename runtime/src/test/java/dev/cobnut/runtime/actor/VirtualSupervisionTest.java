package dev.cobnut.runtime.actor;

class VirtualSupervisionTest extends SupervisionContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }
}
