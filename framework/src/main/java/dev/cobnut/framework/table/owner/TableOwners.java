package dev.cobnut.framework.table.owner;

import dev.cobnut.framework.journal.Journal;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Decides which member runs a table.
public final class TableOwners {

    /// Null for a single node.
    private final @Nullable Journal shared;

    private final BooleanSupplier mayOwn;

    private TableOwners(@Nullable Journal shared, BooleanSupplier mayOwn) {
        this.shared = shared;
        this.mayOwn = mayOwn;
    }

    /// A node whose maps nobody shares: it runs all its tables.
    public static TableOwners ofSingleNode() {
        return new TableOwners(null, () -> true);
    }

    /// A member of a cluster: it runs the tables whose cursors it owns in the journal.
    ///
    /// @param mayOwn false while this member does not see the majority
    public static TableOwners ofMember(Journal journal, BooleanSupplier mayOwn) {
        return new TableOwners(journal, mayOwn);
    }

    /// True when other members write the same maps.
    public boolean isShared() {
        return shared != null;
    }

    public TableOwnership ownership(String table, int version) {
        Journal journal = shared;
        return journal == null
                ? TableOwnership.ALWAYS
                : new CursorOwnership(journal, table, version, mayOwn, System::nanoTime);
    }
}
