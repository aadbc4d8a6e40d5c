-- The event types of each category, kept by the writers: the start compares them with the codecs.
-- Filled once, from all events. It only adds, so usable_since() stays as it is.
CREATE TABLE event_types (
    category text COLLATE "C" NOT NULL,
    type     text COLLATE "C" NOT NULL,
    PRIMARY KEY (category, type)
);

INSERT INTO event_types (category, type)
SELECT DISTINCT split_part(e.stream, '-', 1), e.type FROM events e;
