/// Who runs a table: the thread of a table on this member, and the member that owns it. Tables in
/// memory and tables in SQL have it in common.
@NullMarked
package dev.cobnut.framework.table.owner;

import org.jspecify.annotations.NullMarked;
