-- The journal's schema, version 1. Runs once, in one transaction, in an empty file. Later versions are in
-- schema-2.sql and so on; this file does not change.

-- One row per event; rows never change. (stream, version) is the arbiter of every conflict.
CREATE TABLE events (
    position           INTEGER PRIMARY KEY,   -- order of the whole journal, from 1
    stream             TEXT    NOT NULL,
    version            INTEGER NOT NULL,      -- 1, 2, 3 ... without a gap within a stream
    event_id           BLOB    NOT NULL,      -- UUIDv7, 16 bytes, big-endian
    type               TEXT    NOT NULL,
    schema_version     INTEGER NOT NULL,
    payload            BLOB    NOT NULL,
    time_micros        INTEGER NOT NULL,      -- microseconds since 1970-01-01T00:00Z
    recorded_at_micros INTEGER NOT NULL,      -- strictly increasing with the position
    causation          TEXT,
    correlation        TEXT,
    traceparent        TEXT
);
CREATE UNIQUE INDEX events_stream_version ON events (stream, version);

-- One row per event that the pipeline has not delivered yet; deleted when it is published.
CREATE TABLE unpublished (
    position INTEGER PRIMARY KEY
);

-- Idempotency: the first command under each key.
CREATE TABLE commands (
    key         TEXT PRIMARY KEY,
    fingerprint TEXT    NOT NULL,
    stream      TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    refusal     TEXT                          -- null when the command was accepted
) WITHOUT ROWID;

-- Secondary keys of views.
CREATE TABLE lookups (
    name TEXT NOT NULL,
    grp  TEXT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (name, grp, item)
) WITHOUT ROWID;

-- Empty; filled and emptied again to find out whether a full disk has space again.
CREATE TABLE space_probe (
    id     INTEGER PRIMARY KEY,
    filler BLOB NOT NULL
);

PRAGMA application_id = 0x436F626E;           -- "Cobn"
PRAGMA user_version = 1;
