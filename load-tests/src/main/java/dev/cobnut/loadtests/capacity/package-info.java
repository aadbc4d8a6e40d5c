/// Computes the nodes, clusters and databases that a demand takes: `./cobnut capacity`.
///
/// In: figures of stored measurements, read from their files, and assumptions, each with its
/// reason. Out: the tables of `docs/internet-scale.md`. Every number has one source.
@NullMarked
package dev.cobnut.loadtests.capacity;

import org.jspecify.annotations.NullMarked;
