-- Version 5: cursors. It only adds, so usable_since() stays as it is.

-- Positions of consumers that read the journal by themselves: handlers. At most one member at a time owns a
-- cursor. Whoever claims it takes the next token, and what an older token writes changes nothing.
CREATE TABLE cursors (
    name       text   COLLATE "C" PRIMARY KEY,
    position   bigint NOT NULL,           -- everything through it is done or parked
    token      bigint NOT NULL,           -- grows with every claim
    owner      text,
    kept_until timestamptz                -- no other member claims it before
);

-- Streams that a cursor has left behind, each from the event that could not be handled.
CREATE TABLE cursors_parked (
    name     text    COLLATE "C" NOT NULL,
    stream   text    COLLATE "C" NOT NULL,
    version  bigint  NOT NULL,            -- of the event that could not be handled
    position bigint  NOT NULL,            -- of that event
    attempts bigint  NOT NULL,            -- failed attempts to handle that event
    failure  text    NOT NULL,            -- reason of the last one
    wanted   boolean NOT NULL,            -- an operator asked for a retry
    PRIMARY KEY (name, stream)
);

-- In one call, so that a member that stops anywhere leaves no transaction open.
CREATE FUNCTION advance_cursor(
    _name text, _token bigint, _position bigint, _term_micros bigint,
    _streams  text[],   _versions bigint[], _positions bigint[],
    _attempts bigint[], _failures text[],   _unparked  text[]
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    UPDATE cursors c
    SET position = greatest(c.position, _position),
        kept_until = clock_timestamp() + _term_micros * interval '1 microsecond'
    WHERE c.name = _name AND c.token = _token;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF cardinality(_streams) > 0 THEN
        INSERT INTO cursors_parked AS k (name, stream, version, position, attempts, failure, wanted)
        SELECT _name, p.stream, p.version, p.position, p.attempts, p.failure, false
        FROM unnest(_streams, _versions, _positions, _attempts, _failures)
            AS p (stream, version, position, attempts, failure)
        ON CONFLICT (name, stream) DO UPDATE SET version = excluded.version,
            position = excluded.position, attempts = excluded.attempts,
            failure = excluded.failure, wanted = false;
    END IF;
    IF cardinality(_unparked) > 0 THEN
        DELETE FROM cursors_parked k WHERE k.name = _name AND k.stream = ANY (_unparked);
    END IF;
    RETURN true;
END
$$;
