package dev.cobnut.framework.table.owner;

/// Whether this member runs a table. Used by the table's thread.
public interface TableOwnership {

    /// Of a node whose maps nobody shares.
    TableOwnership ALWAYS =
            new TableOwnership() {

                @Override
                public boolean acquire() {
                    return true;
                }

                @Override
                public boolean renew(long position) {
                    return true;
                }

                @Override
                public boolean isLeft(int version) {
                    return false;
                }

                @Override
                public void release() {
                    // nobody follows
                }
            };

    /// @return false when another member runs the table, or this one may not
    boolean acquire();

    /// Called before each turn.
    ///
    /// @param position how far the table is, for whoever reads the journal's tables
    /// @return false when this member does not run the table any more
    boolean renew(long position);

    /// True when no member runs another version of the table any more.
    boolean isLeft(int version);

    /// Lets another member run the table at once.
    void release();
}
