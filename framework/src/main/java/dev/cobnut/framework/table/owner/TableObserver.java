package dev.cobnut.framework.table.owner;

/// Is told what becomes of events; for metrics. Called on the threads of each table.
public interface TableObserver {

    /// Events were applied or passed over, also those of a build that is not read yet.
    void applied(String table, int count);

    /// A turn failed and is tried again: the journal, a map or the database does not answer.
    void failed(String table);

    /// A stream was parked.
    void parked(String table);
}
