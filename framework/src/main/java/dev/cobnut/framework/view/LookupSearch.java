package dev.cobnut.framework.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A search for the streams that are in every one of some groups of lookups, in the order of their
/// ids. The first group is walked, and each id is looked up in the others. So the first one should
/// be the smallest.
///
/// @param groups at least one
/// @param after only ids larger than this text; null for no bound
/// @param before only ids smaller than this text; null for no bound
/// @param ascending true for the smallest id first
public record LookupSearch(
        List<Group> groups, @Nullable String after, @Nullable String before, boolean ascending) {

    /// A secondary key.
    ///
    /// @param lookup name of the lookup, as the projection gives it
    public record Group(String lookup, String group) {}

    public LookupSearch {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a search needs a group to walk");
        }
    }
}
