package dev.cobnut.framework.table;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.function.BiFunction;

/// What events of one class do to the row of a key.
///
/// @param readsRow true when it needs the row before
record TableOperation<R>(
        Class<?> event,
        BiFunction<Object, RecordedEvent, String> key,
        boolean readsRow,
        RowFold<R, Object> fold) {

    /// Longest key of a row, in characters.
    static final int KEY_LENGTH_MAX = 255;

    static <R, E> TableOperation<R> of(
            Class<E> event,
            BiFunction<E, RecordedEvent, String> key,
            boolean readsRow,
            RowFold<R, E> fold) {
        return new TableOperation<>(
                event,
                (one, recorded) -> key.apply(event.cast(one), recorded),
                readsRow,
                (current, one, recorded) -> fold.apply(current, event.cast(one), recorded));
    }

    /// @throws IllegalArgumentException when the function gives no key
    @SuppressWarnings("ConstantValue") // a function of the application may return null
    String keyOf(Object content, RecordedEvent recorded) {
        String rowKey = key.apply(content, recorded);
        if (rowKey == null
                || rowKey.isEmpty()
                || rowKey.length() > KEY_LENGTH_MAX
                || rowKey.startsWith(TableBuild.MARK)) {
            throw new IllegalArgumentException(
                    "the key of a row has 1 to "
                            + KEY_LENGTH_MAX
                            + " characters and does not begin with U+0000, but was "
                            + (rowKey == null ? "null" : "'" + rowKey + "'"));
        }
        return rowKey;
    }
}
