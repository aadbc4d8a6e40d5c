/// Runs several members of the order service over one PostgreSQL, each in its own process, under
/// faults. Members are killed, cut off, or restarted one after the other; the database is killed. A
/// client-side ledger shows lost commands.
///
/// ```text
/// ClusterWorkers ──► any member ──► PostgreSQL      one of them is at fault
///    │  attempt, answer; the next member when there was none
///    ▼
/// Ledger ──► CommandHistory ──► Verifier ◄── Observer of each member
///                           │
///                           ▼
///                        Findings ──► ClusterReport
/// ```
///
/// A [ClusterNetwork] gives the members their addresses: on loopback, or in network namespaces of
/// their own, which can be cut off (this needs root and the program `ip`).
@NullMarked
package dev.cobnut.loadtests.cluster;

import org.jspecify.annotations.NullMarked;
