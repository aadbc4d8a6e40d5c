/// Several members of the order service over one PostgreSQL, each a process of its own, and what
/// happens to them: members are killed, cut off, restarted one after the other; the database is
/// killed. A client ledger tells whether anything was lost.
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
/// Where members live is a [ClusterNetwork]: on loopback, or in network namespaces of their own,
/// which can be cut off (needs root and the program `ip`).
@NullMarked
package dev.cobnut.loadtests.cluster;

import org.jspecify.annotations.NullMarked;
