-- Version 3: consumers. It only adds. Members of an older version go on to work with it.

-- Who has to get every event: a projection with its version. A row is made by the first member that
-- knows the consumer, and deleted when no member has known it for a while.
CREATE TABLE consumers (
    name       text    COLLATE "C" NOT NULL,
    version    integer NOT NULL,
    registered bigint  NOT NULL,          -- the last position then; later events are delivered, or missed
    built      bigint  NOT NULL,          -- streams that began up to this position are caught up
    answers    boolean NOT NULL,          -- true: an older version filled its lookups, before it was registered
    seen       timestamptz NOT NULL,      -- when a member last said that it knows the consumer
    keeper     text,                      -- the member that catches up
    kept_until timestamptz,
    PRIMARY KEY (name, version)
);

-- Streams that a consumer has to catch up with: a member that does not know the consumer published an
-- event of them.
CREATE TABLE missed (
    name    text    COLLATE "C" NOT NULL,
    version integer NOT NULL,
    stream  text    COLLATE "C" NOT NULL,
    PRIMARY KEY (name, version, stream)
);

-- Whoever publishes an event says in "cobnut.consumers" which consumers got it. Members of a version
-- without consumers say nothing, and this notices them, too.
CREATE FUNCTION note_missed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    _served text[] := string_to_array(coalesce(current_setting('cobnut.consumers', true), ''), ',');
BEGIN
    IF EXISTS (
        SELECT FROM ${flyway:defaultSchema}.consumers c
        WHERE (c.name || '/' || c.version) <> ALL (_served))
    THEN
        INSERT INTO ${flyway:defaultSchema}.missed (name, version, stream)
        SELECT DISTINCT c.name, c.version, e.stream
        FROM published p
        CROSS JOIN LATERAL (
            SELECT ev.stream FROM ${flyway:defaultSchema}.events ev
            WHERE ev.position = p.position LIMIT 1) AS e
        CROSS JOIN ${flyway:defaultSchema}.consumers c
        WHERE (c.name || '/' || c.version) <> ALL (_served)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;

-- Before the trigger: this script is committed before that of the other rights.
GRANT SELECT, INSERT, UPDATE, DELETE ON consumers, missed TO ${role};

CREATE TRIGGER note_missed AFTER DELETE ON unpublished
    REFERENCING OLD TABLE AS published
    FOR EACH STATEMENT EXECUTE FUNCTION note_missed();

-- A member says which consumers it knows. Registers those that are new, and forgets those that no member
-- has known for a while. What these have missed is deleted in pieces, one per call. Whoever takes the
-- journal's lock takes it before any row's. For each consumer at most one member at a time is the keeper; its term is prolonged
-- here. Two keepers at once do no harm, they only do the same work twice.
CREATE FUNCTION attend_consumers(
    _member text, _names text[], _versions bigint[], _term_micros bigint, _forget_micros bigint
) RETURNS TABLE (
    consumer_name text, consumer_version integer, registered_at bigint, built_through bigint,
    may_answer boolean, is_keeper boolean
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    _now    timestamptz := clock_timestamp();
    _term   interval := _term_micros * interval '1 microsecond';
    _forget interval := _forget_micros * interval '1 microsecond';
    _last   bigint;
    _first  boolean;
    _orphan missed;   -- of a consumer that is forgotten
BEGIN
    IF EXISTS (
        SELECT FROM consumers c
        WHERE c.seen < _now - _forget AND (c.name, c.version) NOT IN (
            SELECT k.known, k.known_version FROM unnest(_names, _versions) AS k (known, known_version)))
    THEN
        PERFORM lock_journal();
        DELETE FROM consumers c
        WHERE c.seen < _now - _forget AND (c.name, c.version) NOT IN (
            SELECT k.known, k.known_version FROM unnest(_names, _versions) AS k (known, known_version));
    END IF;

    -- From each consumer in "missed" to the next, not over its rows.
    WITH RECURSIVE kinds AS (
        (SELECT m AS missing FROM missed m ORDER BY m.name, m.version LIMIT 1)
        UNION ALL
        SELECT (
            SELECT m FROM missed m
            WHERE (m.name, m.version) > ((k.missing).name, (k.missing).version)
            ORDER BY m.name, m.version LIMIT 1)
        FROM kinds k WHERE (k.missing).name IS NOT NULL
    )
    SELECT (k.missing).* FROM kinds k
    WHERE (k.missing).name IS NOT NULL AND NOT EXISTS (
        SELECT FROM consumers c WHERE c.name = (k.missing).name AND c.version = (k.missing).version)
    LIMIT 1
    INTO _orphan;
    IF FOUND THEN
        PERFORM lock_journal();
        DELETE FROM missed d WHERE d.ctid = ANY (ARRAY(
            SELECT m.ctid FROM missed m
            WHERE m.name = _orphan.name AND m.version = _orphan.version AND NOT EXISTS (
                SELECT FROM consumers c WHERE c.name = _orphan.name AND c.version = _orphan.version)
            LIMIT 5000));
    END IF;

    IF EXISTS (
        SELECT FROM unnest(_names, _versions) AS k (known, known_version)
        WHERE NOT EXISTS (
            SELECT FROM consumers c WHERE c.name = k.known AND c.version = k.known_version))
    THEN
        PERFORM lock_journal();
        SELECT coalesce(max(e.position), 0) FROM events e INTO _last;
        _first := NOT EXISTS (SELECT FROM consumers);
        INSERT INTO consumers (name, version, registered, built, answers, seen)
        SELECT k.known, k.known_version::integer, _last, 0, _first AND k.known_version = 1, _now
        FROM unnest(_names, _versions) AS k (known, known_version)
        ON CONFLICT DO NOTHING;
    END IF;

    UPDATE consumers c SET seen = _now,
        keeper = CASE WHEN coalesce(c.kept_until, _now) <= _now THEN _member ELSE c.keeper END,
        kept_until = CASE WHEN coalesce(c.kept_until, _now) <= _now OR c.keeper = _member
            THEN _now + _term ELSE c.kept_until END
    FROM unnest(_names, _versions) AS k (known, known_version)
    WHERE c.name = k.known AND c.version = k.known_version
        AND (c.seen < _now - _term / 3 OR coalesce(c.kept_until, _now) <= _now
            OR (c.keeper = _member AND c.kept_until < _now + _term * 2 / 3));

    RETURN QUERY SELECT c.name, c.version, c.registered, c.built, c.answers,
        coalesce(c.keeper = _member AND c.kept_until > _now, false)
    FROM unnest(_names, _versions) WITH ORDINALITY AS k (known, known_version, ordinal)
    JOIN consumers c ON c.name = k.known AND c.version = k.known_version
    ORDER BY k.ordinal;
END
$$;

-- A consumer has caught up with streams: their lookup rows are written, unless a stream has grown since it
-- was read. Such a stream is missed. A stream that failed stays missed. Returns those that are missed.
CREATE FUNCTION record_caught_up(
    _name text, _version bigint, _built bigint,
    _streams    text[], _through     bigint[], _failed     text[],
    _put_names  text[], _put_groups  text[],   _put_items  text[],
    _gone_names text[], _gone_groups text[],   _gone_items text[]
) RETURNS SETOF text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    _done text[];
    _left text[];   -- not up to date, or not to be applied
BEGIN
    PERFORM lock_journal();
    IF NOT EXISTS (SELECT FROM consumers c WHERE c.name = _name AND c.version = _version) THEN
        RETURN QUERY SELECT s.stream FROM unnest(_streams) AS s (stream);
        RETURN;
    END IF;

    SELECT coalesce(array_agg(s.stream), '{}')
    FROM unnest(_streams, _through) AS s (stream, version)
    WHERE (
        SELECT e.version FROM events e WHERE e.stream = s.stream AND e.version > s.version
        LIMIT 1) IS NULL
    INTO _done;

    SELECT coalesce(array_agg(s.stream), '{}') FROM unnest(_streams) AS s (stream)
    WHERE s.stream NOT IN (SELECT unnest(_done)) OR s.stream IN (SELECT unnest(_failed))
    INTO _left;

    DELETE FROM missed m
    WHERE m.name = _name AND m.version = _version AND m.stream = ANY (_done);
    INSERT INTO missed (name, version, stream)
    SELECT _name, _version, l.stream FROM unnest(_left) AS l (stream)
    ON CONFLICT DO NOTHING;

    INSERT INTO lookups (name, grp, item)
    SELECT p.name, p.grp, p.item FROM unnest(_put_names, _put_groups, _put_items) AS p (name, grp, item)
    WHERE p.item IN (SELECT unnest(_done))
    ON CONFLICT DO NOTHING;
    DELETE FROM lookups d WHERE d.ctid = ANY (ARRAY(
        SELECT hit.place
        FROM unnest(_gone_names, _gone_groups, _gone_items) AS g (name, grp, item)
        JOIN unnest(_done) AS s (stream) ON s.stream = g.item
        CROSS JOIN LATERAL (
            SELECT l.ctid AS place FROM lookups l
            WHERE l.name = g.name AND l.grp = g.grp AND l.item = g.item
            LIMIT 1) AS hit));

    UPDATE consumers c SET built = greatest(c.built, _built)
    WHERE c.name = _name AND c.version = _version AND c.built < _built;

    RETURN QUERY SELECT unnest(_left);
END
$$;

-- The oldest version whose members may use these tables. A later script replaces it: by its own version
-- when it changes what is there, by the same number when it only adds.
CREATE FUNCTION usable_since() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 3';
