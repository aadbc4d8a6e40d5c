/// How many nodes, clusters and databases a demand takes: `./cobnut capacity`.
///
/// What comes in: figures of stored measurements, read from their files, and assumptions, each with
/// its reason. What goes out: the tables of `docs/internet-scale.md`. Nothing is typed in twice.
@NullMarked
package dev.cobnut.loadtests.capacity;

import org.jspecify.annotations.NullMarked;
