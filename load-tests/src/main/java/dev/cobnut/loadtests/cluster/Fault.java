package dev.cobnut.loadtests.cluster;

/// The fault of a cluster under load.
public enum Fault {
    /// One member gets SIGKILL and is started again.
    KILL,
    /// One member is cut off from the other members; the database and the clients still reach it.
    PARTITION,
    /// The database gets SIGKILL and is started again.
    DATABASE,
    /// Every member is stopped orderly and started again, one after the other.
    ROLLING
}
