-- From version 1 to version 2 of the journal's schema. Runs once, in one transaction.

-- Streams whose delivery waits for an operator, each from the event that could not be delivered.
-- A row counts as long as its position is in "unpublished".
CREATE TABLE parked (
    stream   TEXT    PRIMARY KEY,
    version  INTEGER NOT NULL,            -- of the event that could not be delivered
    position INTEGER NOT NULL UNIQUE,     -- of that event
    attempts INTEGER NOT NULL,            -- failed deliveries of that event
    failure  TEXT    NOT NULL             -- reason of the last one
) WITHOUT ROWID;

PRAGMA user_version = 2;
