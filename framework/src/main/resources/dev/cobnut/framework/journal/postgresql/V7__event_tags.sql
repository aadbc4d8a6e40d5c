-- Version 7: tags of events. It only adds, so usable_since() stays as it is: members of the versions before
-- write events without tags.

-- One row per tag of an event, for decisions that depend on more than one stream. Written under the journal's
-- lock (lock_journal), in the transaction of the event. Conditions of appends are checked under the same lock.
CREATE TABLE event_tags (
    tag      text   COLLATE "C" NOT NULL,
    position bigint NOT NULL,             -- of the event
    type     text   COLLATE "C" NOT NULL, -- of the event
    PRIMARY KEY (tag, position) INCLUDE (type)
);
