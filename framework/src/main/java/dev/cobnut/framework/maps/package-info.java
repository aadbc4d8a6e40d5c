/// How operations on many keys of one map are sent.
///
/// In: the keys of a group or a page. Out: one operation for each key, or one for each partition.
@NullMarked
package dev.cobnut.framework.maps;

import org.jspecify.annotations.NullMarked;
