/// Tables in a database of the application: projections over many streams whose rows the
/// application reads by SQL.
///
/// ```text
/// journal ──▶ JournalPages ──▶ SqlBuild ────────────────────▶ table <name>_v<version>[_b<build>]
///  pages by     one page         one transaction per page:      the application's rows
///  position     ahead            the rows and the position
///                                     │
///                                     └──▶ cobnut_sql_tables: how far each build is ──▶ SqlTable.sql, await
/// ```
///
/// One thread of one member, that of [SqlTableLoop], runs a table. The position is a row of the
/// same database and changes in the transaction that has the rows of its events, if it is where the
/// writer left it. So every event is applied exactly once, whatever crashes, and a member that was
/// taken for dead changes nothing.
///
/// Promises: the rows are what the reactions make of the journal through the position. A rebuild
/// fills another table beside the one that is read; one transaction switches. A stream whose event
/// cannot be applied is parked for the table, visibly, and the others continue.
@NullMarked
package dev.cobnut.framework.sqltable;

import org.jspecify.annotations.NullMarked;
