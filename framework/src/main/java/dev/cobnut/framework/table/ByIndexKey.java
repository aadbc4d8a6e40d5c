package dev.cobnut.framework.table;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The order of an index, and of the rows' keys among equal ones.
///
/// @param index number of the index in its table
record ByIndexKey(int index) implements Comparator<Map.Entry<String, TableRow>>, Serializable {

    @Override
    public int compare(Map.Entry<String, TableRow> one, Map.Entry<String, TableRow> other) {
        int order = key(one.getValue()).compareTo(key(other.getValue()));
        return order != 0 ? order : one.getKey().compareTo(other.getKey());
    }

    private String key(TableRow row) {
        @Nullable String key = row.keys().get(index);
        return key == null ? "" : key;
    }
}
