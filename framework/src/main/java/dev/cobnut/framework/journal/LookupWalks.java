package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

import dev.cobnut.framework.journal.LookupItems.Change;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Walks over changes of lookups, in the order of their items.
final class LookupWalks {

    private LookupWalks() {}

    private static int compare(String one, String other, boolean ascending) {
        int order = LookupOrder.compareTexts(one, other);
        return ascending ? order : -order;
    }

    private static @Nullable Change nextOf(Iterator<Change> walk) {
        return walk.hasNext() ? walk.next() : null;
    }

    /// A walk up to an item that does not belong to it.
    static final class Until implements Iterator<Change> {

        private final Iterator<Change> walk;
        private final String end;
        private final boolean ascending;
        private @Nullable Change next;

        Until(Iterator<Change> walk, String end, boolean ascending) {
            this.walk = walk;
            this.end = end;
            this.ascending = ascending;
            next = nextOf(walk);
        }

        @Override
        public boolean hasNext() {
            return next != null && compare(next.item(), end, ascending) < 0;
        }

        @Override
        public Change next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Change current = requireNonNull(next);
            next = nextOf(walk);
            return current;
        }
    }

    /// Two walks as one. Of an item that is in both, the change of the newer one counts.
    static final class NewerCounts implements Iterator<Change> {

        private final Iterator<Change> newer;
        private final Iterator<Change> older;
        private final boolean ascending;
        private @Nullable Change nextNewer;
        private @Nullable Change nextOlder;

        NewerCounts(Iterator<Change> newer, Iterator<Change> older, boolean ascending) {
            this.newer = newer;
            this.older = older;
            this.ascending = ascending;
            nextNewer = nextOf(newer);
            nextOlder = nextOf(older);
        }

        @Override
        public boolean hasNext() {
            return nextNewer != null || nextOlder != null;
        }

        @Override
        public Change next() {
            Change one = nextNewer;
            Change other = nextOlder;
            if (one == null && other == null) {
                throw new NoSuchElementException();
            }
            int order =
                    one == null
                            ? 1
                            : other == null ? -1 : compare(one.item(), other.item(), ascending);
            if (order <= 0) {
                nextNewer = nextOf(newer);
            }
            if (order >= 0) {
                nextOlder = nextOf(older);
            }
            return requireNonNull(order <= 0 ? one : other);
        }
    }
}
