package dev.cobnut.framework.statistic;

/// A fact with its time for Jet, and with the statistic whose functions sum it up: the functions of
/// Jet's window must be serializable, so they hold nothing.
record StampedFact<F, K, A>(long micros, F fact, Statistic<F, K, A> statistic) {

    K key() {
        return statistic.key(fact);
    }
}
