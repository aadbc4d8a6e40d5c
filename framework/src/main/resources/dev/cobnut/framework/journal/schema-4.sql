-- From version 3 to version 4 of the journal's schema. Runs once, in one transaction.

-- The event types of each category, kept by the writer: the start compares them with the codecs.
CREATE TABLE event_types (
    category TEXT NOT NULL,
    type     TEXT NOT NULL,
    PRIMARY KEY (category, type)
) WITHOUT ROWID;

INSERT INTO event_types (category, type)
SELECT DISTINCT substr(stream, 1, instr(stream, '-') - 1), type FROM events;

PRAGMA user_version = 4;
