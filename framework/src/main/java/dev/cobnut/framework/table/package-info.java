/// Tables: projections over many streams, with rows whose keys come from the events, and queries
/// through indexes.
///
/// ```text
/// journal ──▶ JournalPages ──▶ TableBuild ────────────────▶ map table-<name>.<version>.<build>
///  pages by     one page         decodes, folds per row key,     row key → TableRow
///  position     ahead            in the order of positions
///                                     │
///                                     └──▶ map tables: how far the build is ──▶ Table.query, get, await
/// ```
///
/// One thread of one member, [TableLoop], runs a table. So every row takes the events of all
/// streams in the order of the journal, and never goes back. Rows are in memory only: the journal
/// has the events, and a build makes the rows of them again. A rebuild fills another map beside the
/// one that is read, and one write to the map `tables` switches to it.
///
/// Promises: the rows are what a fold of the journal through the table's position gives. A stream
/// whose event cannot be applied is parked for the table, visibly, and the others continue.
@NullMarked
package dev.cobnut.framework.table;

import org.jspecify.annotations.NullMarked;
