package dev.cobnut.loadtests.capacity;

/// What a demand takes. A *cell* is one cluster with its own PostgreSQL; a tenant lives in one
/// cell, so that cells share nothing and their number is the demand divided by what one of them
/// bears.
record Model(Inputs inputs) {

    private static final double MICROS = 1e6;
    private static final double SECONDS_PER_DAY = 86_400;

    /// Fewer members have no majority when one is lost.
    private static final int MEMBERS_MIN = 3;

    /// What limits a cell.
    enum Limit {
        PROCESSORS("processors"),
        JOURNAL("journal");

        private final String word;

        Limit(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /// @param orders per second
    /// @param processors that are busy at this demand
    /// @param nodes of all cells
    /// @param limit what a full cell has least of
    /// @param bytesPerDay that the journals grow by
    record Plan(
            double orders,
            double requests,
            double events,
            double processors,
            long cells,
            long nodes,
            Limit limit,
            double bytesPerDay) {}

    /// CPU seconds of one order in a cluster, with all its requests.
    double cpuSecondsPerOrder() {
        return inputs.requestsPerOrder().value()
                * inputs.cpuPerRequest().value()
                * inputs.clusterFactor().value()
                / MICROS;
    }

    double ordersPerNode() {
        return inputs.coresPerNode().value() * inputs.utilization().value() / cpuSecondsPerOrder();
    }

    double ordersPerCellByProcessors() {
        return inputs.membersMax().value() * ordersPerNode();
    }

    double ordersPerCellByJournal() {
        return inputs.journalEvents().value()
                * inputs.utilization().value()
                / inputs.eventsPerOrder().value();
    }

    Limit limit() {
        return ordersPerCellByProcessors() <= ordersPerCellByJournal()
                ? Limit.PROCESSORS
                : Limit.JOURNAL;
    }

    Plan plan(double orders) {
        double perCell = Math.min(ordersPerCellByProcessors(), ordersPerCellByJournal());
        long cells = (long) Math.ceil(orders / perCell);
        long nodesPerCell =
                Math.max(MEMBERS_MIN, (long) Math.ceil(orders / cells / ordersPerNode()));
        double events = orders * inputs.eventsPerOrder().value();
        return new Plan(
                orders,
                orders * inputs.requestsPerOrder().value(),
                events,
                orders * cpuSecondsPerOrder(),
                cells,
                cells * nodesPerCell,
                limit(),
                events * inputs.bytesPerEvent().value() * SECONDS_PER_DAY);
    }

    /// Orders per second that so many processors of one node without a cluster could place, if they
    /// did nothing else.
    double placingCeiling(int processors) {
        return processors * MICROS / inputs.cpuPerOrder().value();
    }
}
