package dev.cobnut.loadtests.capacity;

/// Computes the nodes, cells and data of a demand. A *cell* is one cluster with its own PostgreSQL.
/// A tenant lives in one cell, so cells share nothing. The number of cells is the demand divided by
/// the capacity of one cell.
record Model(Inputs inputs) {

    private static final double MICROS = 1e6;
    private static final double SECONDS_PER_DAY = 86_400;

    /// Minimum of members. Fewer members have no majority when one is lost.
    private static final int MEMBERS_MIN = 3;

    /// The limit of a cell.
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
    /// @param processors busy processors at this demand
    /// @param nodes number of nodes of all cells
    /// @param limit the resource that limits a full cell
    /// @param bytesPerDay growth of all journals per day
    record Plan(
            double orders,
            double requests,
            double events,
            double processors,
            long cells,
            long nodes,
            Limit limit,
            double bytesPerDay) {}

    /// CPU seconds of one order in a cluster, all its requests included.
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

    /// Orders per second that this number of processors of one node without a cluster could place,
    /// without other work.
    double placingCeiling(int processors) {
        return processors * MICROS / inputs.cpuPerOrder().value();
    }
}
