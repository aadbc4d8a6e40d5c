-- From version 8 to version 9 of the journal's schema. Runs once, in one transaction.

-- Idempotency: the first command under each key, in the order of their commits. Commands of before are in "commands".
CREATE TABLE command_log (
    id          INTEGER PRIMARY KEY,      -- ascending
    key         TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    stream      TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    refusal     TEXT                      -- null when the command was accepted
);

-- Finds the row of a key. Written in the order of the hashes, many at a time.
CREATE TABLE command_keys (
    hash INTEGER NOT NULL,                -- of the key: the first 8 bytes of its SHA-256, big-endian
    id   INTEGER NOT NULL,                -- of its row in "command_log"
    PRIMARY KEY (hash, id)
) WITHOUT ROWID;

-- One row: "command_keys" has the keys of all rows through this one.
CREATE TABLE command_keys_through (
    id INTEGER NOT NULL
);
INSERT INTO command_keys_through (id) VALUES (0);

PRAGMA user_version = 9;
