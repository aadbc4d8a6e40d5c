package dev.cobnut.web.json;

import java.util.ArrayList;
import java.util.List;

/// The names of the fields of one kind of JSON object: at most 31, the required ones first.
public record FieldNames(List<String> names, int requiredCount) {

    /// An object with these fields, each required.
    public static FieldNames required(String... names) {
        return new FieldNames(List.of(names), names.length);
    }

    /// The same with one more field, which may be missing.
    public FieldNames optional(String name) {
        var more = new ArrayList<>(names);
        more.add(name);
        return new FieldNames(List.copyOf(more), requiredCount);
    }

    /// -1 when there is no such field.
    int indexOf(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
