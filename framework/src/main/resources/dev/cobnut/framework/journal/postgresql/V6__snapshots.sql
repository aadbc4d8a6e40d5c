-- Version 6: snapshots. It only adds, so usable_since() stays as it is.

-- States of long streams, so that a command need not apply all of their events. They can be lost.
CREATE TABLE snapshots (
    stream         text    COLLATE "C" PRIMARY KEY,
    version        bigint  NOT NULL,      -- of the last event that is in the state
    event_id       uuid    NOT NULL,      -- of that event
    schema_version integer NOT NULL,      -- of the state's shape
    state          bytea   NOT NULL
);
