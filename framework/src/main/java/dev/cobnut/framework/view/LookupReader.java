package dev.cobnut.framework.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a lookup from durable storage: the journal's `findInLookup`.
@FunctionalInterface
public interface LookupReader {

    /// @param before return only items smaller than this one; null for the first page
    /// @return at most `limit` items of the group, largest first
    List<String> find(String lookup, String group, @Nullable String before, int limit);
}
