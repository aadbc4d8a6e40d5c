-- From version 4 to version 5 of the journal's schema. Runs once, in one transaction.

-- Positions of consumers that read the journal by themselves: handlers.
CREATE TABLE cursors (
    name     TEXT    PRIMARY KEY,
    position INTEGER NOT NULL,            -- everything through it is done or parked
    token    INTEGER NOT NULL             -- grows with every claim
) WITHOUT ROWID;

-- Streams that a cursor has left behind, each from the event that could not be handled.
CREATE TABLE cursors_parked (
    name     TEXT    NOT NULL,
    stream   TEXT    NOT NULL,
    version  INTEGER NOT NULL,            -- of the event that could not be handled
    position INTEGER NOT NULL,            -- of that event
    attempts INTEGER NOT NULL,            -- failed attempts to handle that event
    failure  TEXT    NOT NULL,            -- reason of the last one
    wanted   INTEGER NOT NULL,            -- 1: an operator asked for a retry
    PRIMARY KEY (name, stream)
) WITHOUT ROWID;

PRAGMA user_version = 5;
