-- From version 2 to version 3 of the journal's schema. Runs once, in one transaction.

-- Who has to get every event: a projection with its version.
CREATE TABLE consumers (
    name       TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    registered INTEGER NOT NULL,          -- the last position then; later events are delivered
    built      INTEGER NOT NULL,          -- streams that began up to this position are caught up
    answers    INTEGER NOT NULL,          -- 1: an older version filled its lookups, before it was registered
    PRIMARY KEY (name, version)
) WITHOUT ROWID;

-- Streams that a consumer still has to catch up with.
CREATE TABLE missed (
    name    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    stream  TEXT    NOT NULL,
    PRIMARY KEY (name, version, stream)
) WITHOUT ROWID;

PRAGMA user_version = 3;
