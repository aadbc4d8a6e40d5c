package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The event types that a writer knows to be in the journal's table of types. A look-up allocates
/// nothing. Used by one thread.
final class KnownTypes {

    private final Map<String, List<String>> categoriesOfType = new HashMap<>();

    boolean has(StreamId stream, String type) {
        List<String> categories = categoriesOfType.get(type);
        if (categories == null) {
            return false;
        }
        for (int i = 0; i < categories.size(); i++) {
            if (stream.isOf(categories.get(i))) {
                return true;
            }
        }
        return false;
    }

    /// The types of the appends that are not known.
    Set<StoredType> missing(List<AppendRequest> appends) {
        Set<StoredType> missing = Set.of();
        for (AppendRequest request : appends) {
            for (AppendRequest.StreamEvents part : request.streams()) {
                for (var event : part.events()) {
                    if (!has(part.stream(), event.type())) {
                        if (missing.isEmpty()) {
                            missing = new LinkedHashSet<>();
                        }
                        missing.add(new StoredType(part.stream().category(), event.type()));
                    }
                }
            }
        }
        return missing;
    }

    void addAll(Set<StoredType> types) {
        for (StoredType stored : types) {
            categoriesOfType
                    .computeIfAbsent(stored.type(), _ -> new ArrayList<>())
                    .add(stored.category());
        }
    }

    void clear() {
        categoriesOfType.clear();
    }
}
