package dev.cobnut.framework.table;

/// A table that this member runs, or whose owner it waits to follow. Thread-safe.
public interface RunningTable {

    String name();

    /// Begins. Called once, when the journal has started.
    void start();

    /// There are new events. Any thread; cheap.
    void appended();

    /// Members were lost, and with them what only they had.
    default void lostRows() {}

    /// How far it is, over all members.
    ///
    /// @param lastPosition the journal's last position
    TableStatus status(long lastPosition);

    /// Wants it to be built anew, by whichever member runs it.
    void rebuild();

    /// Begins no further turn.
    void beginClosing();

    /// Ends the running turn. Called before the journal closes.
    void close();
}
