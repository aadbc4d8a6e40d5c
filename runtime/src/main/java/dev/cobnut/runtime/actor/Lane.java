package dev.cobnut.runtime.actor;

/// Runs turns. An actor keeps its lane for life.
interface Lane {

    /// Calls [Turn#run] soon, on another thread or after the turn that this thread runs, until it
    /// returns false. Never blocks.
    ///
    /// @throws java.util.concurrent.RejectedExecutionException when the dispatcher is closed; then
    ///   the turn is not run
    void execute(Turn turn);
}
