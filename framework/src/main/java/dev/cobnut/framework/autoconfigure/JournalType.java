package dev.cobnut.framework.autoconfigure;

/// Where the journal is.
enum JournalType {

    /// A file in the data folder: one node, nothing to install.
    SQLITE,

    /// A database that several nodes share.
    POSTGRESQL
}
