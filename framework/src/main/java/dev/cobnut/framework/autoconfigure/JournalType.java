package dev.cobnut.framework.autoconfigure;

/// The kind of storage of the journal.
enum JournalType {

    /// A file in the data folder: one node, nothing to install.
    SQLITE,

    /// A database that several nodes share.
    POSTGRESQL
}
