package dev.cobnut.loadtests.cluster;

/// What happens to a cluster under load.
public enum Fault {
    /// SIGKILL of one member, which is started again.
    KILL,
    /// One member is cut off from the others; database and clients still reach it.
    PARTITION,
    /// SIGKILL of the database, which is started again.
    DATABASE,
    /// Every member is stopped in order and started again, one after the other.
    ROLLING
}
