package dev.cobnut.framework.table;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// Takes the group or the order of an index from a row: a method of the row, or a lambda.
///
/// It is serializable, because such a lambda tells the type that it returns. So a query with a
/// value of another type is an exception, and not an empty answer. Nothing is serialized.
///
/// @param <R> the row
/// @param <V> a text, a whole number, a boolean, a date, a time, a UUID or an enum constant
@FunctionalInterface
public interface IndexValue<R, V> extends Serializable {

    /// @return null when the row is not in the index
    @Nullable V of(R row);
}
