-- From version 6 to version 7 of the journal's schema. Runs once, in one transaction.

-- One row per tag of an event, for decisions that depend on more than one stream. Events of the versions
-- before have no tags.
CREATE TABLE event_tags (
    tag      TEXT    NOT NULL,
    position INTEGER NOT NULL,            -- of the event
    type     TEXT    NOT NULL,            -- of the event
    PRIMARY KEY (tag, position)
) WITHOUT ROWID;

PRAGMA user_version = 7;
