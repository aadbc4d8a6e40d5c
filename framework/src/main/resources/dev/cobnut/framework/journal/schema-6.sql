-- From version 5 to version 6 of the journal's schema. Runs once, in one transaction.

-- States of long streams, so that a command need not apply all of their events. They can be lost.
CREATE TABLE snapshots (
    stream         TEXT    PRIMARY KEY,
    version        INTEGER NOT NULL,      -- of the last event that is in the state
    event_id       BLOB    NOT NULL,      -- of that event; 16 bytes, big-endian
    schema_version INTEGER NOT NULL,      -- of the state's shape
    state          BLOB    NOT NULL
);

PRAGMA user_version = 6;
