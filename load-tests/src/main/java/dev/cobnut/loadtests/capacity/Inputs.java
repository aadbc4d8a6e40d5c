package dev.cobnut.loadtests.capacity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// All inputs of the model.
///
/// @param cpuPerRequest µs of a node's CPU for a request of the mix, collector and compiler
///   included
/// @param cpuPerOrder µs of a node's CPU for placing an order, without other requests
/// @param requestsPerOrder requests of the mix for each order that is placed
/// @param eventsPerOrder events of the mix for each order that is placed
/// @param bytesPerEvent size of the journal's file per event
/// @param clusterFactor CPU of a request in a cluster divided by that on one node
/// @param journalEvents events per second that one PostgreSQL takes
/// @param coresPerNode processors of a node
/// @param membersMax members of one cluster
/// @param utilization planned share of a limit
record Inputs(
        Input cpuPerRequest,
        Input cpuPerOrder,
        Input requestsPerOrder,
        Input eventsPerOrder,
        Input bytesPerEvent,
        Input clusterFactor,
        Input journalEvents,
        Input coresPerNode,
        Input membersMax,
        Input utilization) {

    private static final String MIX = "benchmarks/history/2026-11-21/load-mixed-1000.json";
    private static final String PLACING = "docs/sessions/03-where-the-time-goes/comparison.json";
    private static final String JOURNAL = "benchmarks/history/2026-11-21/journal.json";
    private static final String CONTAINERS = "benchmarks/history/2026-11-21/containers.json";

    /// 20 users of the mix send 49 requests, place 7 orders and cause 18 events (`docs/load.md`).
    private static final double MIX_REQUESTS = 49;

    private static final double MIX_ORDERS = 7;
    private static final double MIX_EVENTS = 18;

    /// @param home folder of the repository
    static Inputs of(Path home) throws IOException {
        return new Inputs(
                Input.measured(
                        "CPU of a node per request of the mix, µs",
                        home,
                        MIX,
                        "/parts/0/serviceCpuMicrosPerRequest"),
                Input.measured(
                                "CPU of a node per order placed, ns",
                                home,
                                PLACING,
                                "/windows/0/figures/rows/0/a/mean")
                        .times("CPU of a node per order placed, µs", 1e-3),
                Input.assumed(
                        "requests per order",
                        MIX_REQUESTS / MIX_ORDERS,
                        "the mix of `./cobnut load`: 20 users send 49 requests and place 7 orders"),
                Input.assumed(
                        "events per order",
                        MIX_EVENTS / MIX_ORDERS,
                        "the same mix: 18 of the 49 requests change something"),
                Input.measured(
                        "bytes of the journal's file per event",
                        home,
                        CONTAINERS,
                        "/journal/bytesPerEvent"),
                Input.assumed(
                        "CPU of a request in a cluster ÷ CPU of a request on one node",
                        1.5,
                        "calls to other members; on two shared processors three members cost 2.1 to 2.8 times as much per order, on a slower machine 2.9 to 4.3 (docs/cluster.md)"),
                Input.measured(
                        "events per second of one PostgreSQL, which shares two processors with its writer and the generator",
                        home,
                        JOURNAL,
                        "/figures/arms/9/appendsPerSecond/median"),
                Input.assumed("processors per node", 8, "a common size of a virtual machine"),
                Input.assumed(
                        "members per cluster",
                        9,
                        "271 partitions are 30 per member and about four per processor"),
                Input.assumed(
                        "planned share of a limit",
                        0.6,
                        "reserve for the loss of a member and for peaks within an hour"));
    }

    List<Input> all() {
        return List.of(
                cpuPerRequest,
                cpuPerOrder,
                bytesPerEvent,
                requestsPerOrder,
                eventsPerOrder,
                clusterFactor,
                journalEvents,
                coresPerNode,
                membersMax,
                utilization);
    }
}
