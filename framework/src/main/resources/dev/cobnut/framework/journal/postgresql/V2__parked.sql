-- Version 2: parked streams, and lookups that are fenced by "unpublished".

-- Streams whose delivery waits for an operator, each from the event that could not be delivered.
-- A row counts as long as its position is in "unpublished".
CREATE TABLE parked (
    stream   text   COLLATE "C" PRIMARY KEY,
    version  bigint NOT NULL,             -- of the event that could not be delivered
    position bigint NOT NULL UNIQUE,      -- of that event
    attempts bigint NOT NULL,             -- failed deliveries of that event
    failure  text   NOT NULL              -- reason of the last one
);

-- Parks streams whose events are still unpublished. Returns those of them that are parked now.
CREATE FUNCTION park_streams(
    _streams  text[],   _versions bigint[], _positions bigint[],
    _attempts bigint[], _failures text[]
) RETURNS SETOF text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM lock_journal();
    DELETE FROM parked p WHERE NOT EXISTS (SELECT FROM unpublished u WHERE u.position = p.position);
    INSERT INTO parked AS p (stream, version, position, attempts, failure)
    SELECT n.stream, n.version, n.position, n.attempts, n.failure
    FROM unnest(_streams, _versions, _positions, _attempts, _failures)
        AS n (stream, version, position, attempts, failure)
    WHERE EXISTS (SELECT FROM unpublished u WHERE u.position = n.position)
    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, position = excluded.position,
        attempts = excluded.attempts, failure = excluded.failure
    WHERE excluded.version <= p.version;
    RETURN QUERY SELECT p.stream FROM parked p WHERE p.stream = ANY (_streams);
END
$$;

-- Makes the events of a parked stream deliverable again. Returns their number, 0 when it is not parked.
CREATE FUNCTION unpark_stream(_stream text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    _events bigint;
BEGIN
    PERFORM lock_journal();
    SELECT count(*) FROM parked p
    JOIN events e ON e.stream = p.stream AND e.version >= p.version
    JOIN unpublished u ON u.position = e.position
    WHERE p.stream = _stream
        AND EXISTS (SELECT FROM unpublished first WHERE first.position = p.position)
    INTO _events;
    DELETE FROM parked p WHERE p.stream = _stream;
    RETURN _events;
END
$$;

-- Writes one group, or nothing. In one call outside of a transaction, so that a member that stops
-- anywhere cannot leave a transaction open, nor the lock held.
--
-- The lock makes positions follow commits. So whoever sees a position sees all below it, whichever member
-- wrote them, and there are no gaps.
--
-- Each statement can only be planned as a look into an index per row that is asked for: plans are
-- kept, and are perhaps made while the tables are empty.
--
-- The lookups of an event change only in the transaction that takes the event out of "unpublished". So a
-- member that lost its partitions and publishes late changes nothing.
--
-- It differs from the function of version 1, which members of that version go on to call, by the positions
-- of the lookups.
--
-- _bases: the version of each stream before the group. Is one not the stream's last version, or a
-- key recorded before, then nothing is written, "written" is false, and the caller looks and
-- decides anew.
CREATE FUNCTION append_group(
    _now_micros    bigint,
    _keys          text[],   _fingerprints  text[],   _key_streams text[],
    _key_versions  bigint[], _refusals      text[],
    _streams       text[],   _versions      bigint[], _ids         uuid[],
    _types         text[],   _schemas       bigint[], _payloads    bytea[],
    _times         bigint[], _causations    text[],   _correlations text[],
    _traceparents  text[],
    _base_streams  text[],   _base_versions bigint[],
    _published     bigint[],
    _put_names     text[],   _put_groups    text[],   _put_items   text[],
    _gone_names    text[],   _gone_groups   text[],   _gone_items  text[],
    _put_positions bigint[], _gone_positions bigint[],
    OUT written boolean, OUT before_position bigint, OUT before_micros bigint
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
    _inserted bigint;
    _left     bigint[] := '{}';   -- positions that this call took out of "unpublished"
BEGIN
    PERFORM lock_journal();
    written := false;
    before_position := 0;
    before_micros := 0;

    IF EXISTS (SELECT FROM commands c WHERE c.key = ANY (_keys))
        OR EXISTS (
            SELECT FROM unnest(_base_streams, _base_versions) AS b (base_stream, base_version)
            LEFT JOIN LATERAL (
                SELECT e.version FROM events e
                WHERE e.stream = b.base_stream AND e.version >= b.base_version
                ORDER BY e.version DESC LIMIT 1) AS last ON true
            WHERE coalesce(last.version, 0) <> b.base_version)
    THEN
        RETURN;
    END IF;

    IF cardinality(_keys) > 0 THEN
        INSERT INTO commands (key, fingerprint, stream, version, refusal)
        SELECT * FROM unnest(_keys, _fingerprints, _key_streams, _key_versions, _refusals)
        ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS _inserted = ROW_COUNT;
        IF _inserted <> cardinality(_keys) THEN
            RAISE EXCEPTION 'a key was recorded outside of the journal''s lock'
                USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;

    IF cardinality(_streams) > 0 THEN
        SELECT e.position, e.recorded_at_micros FROM events e ORDER BY e.position DESC LIMIT 1
        INTO before_position, before_micros;
        before_position := coalesce(before_position, 0);
        before_micros := greatest(coalesce(before_micros, 0), _now_micros - 1);

        WITH appended AS (
            INSERT INTO events (position, stream, version, event_id, type, schema_version, payload,
                time_micros, recorded_at_micros, causation, correlation, traceparent)
            SELECT before_position + n.ordinal, n.stream, n.version, n.id, n.type, n.schema::integer,
                n.payload, n.time_micros, before_micros + n.ordinal, n.causation, n.correlation,
                n.traceparent
            FROM unnest(_streams, _versions, _ids, _types, _schemas, _payloads, _times, _causations,
                    _correlations, _traceparents)
                WITH ORDINALITY AS n (stream, version, id, type, schema, payload, time_micros,
                    causation, correlation, traceparent, ordinal)
            ON CONFLICT DO NOTHING
            RETURNING position
        ), waiting AS (
            INSERT INTO unpublished (position) SELECT a.position FROM appended a
        )
        SELECT count(*) FROM appended INTO _inserted;
        IF _inserted <> cardinality(_streams) THEN
            RAISE EXCEPTION 'an event was recorded outside of the journal''s lock'
                USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;

    IF cardinality(_published) > 0 THEN
        WITH gone AS (
            DELETE FROM unpublished u WHERE u.position = ANY (_published) RETURNING u.position
        )
        SELECT coalesce(array_agg(g.position), '{}') FROM gone g INTO _left;
    END IF;
    IF cardinality(_put_names) > 0 THEN
        INSERT INTO lookups (name, grp, item)
        SELECT put.name, put.grp, put.item
        FROM unnest(_put_names, _put_groups, _put_items, _put_positions) AS put (name, grp, item, position)
        JOIN unnest(_left) AS l (position) ON l.position = put.position
        ON CONFLICT DO NOTHING;
    END IF;
    IF cardinality(_gone_names) > 0 THEN
        DELETE FROM lookups WHERE ctid = ANY (ARRAY(
            SELECT hit.place
            FROM unnest(_gone_names, _gone_groups, _gone_items, _gone_positions)
                AS g (gone_name, gone_group, gone_item, gone_position)
            JOIN unnest(_left) AS went (position) ON went.position = g.gone_position
            CROSS JOIN LATERAL (
                SELECT l.ctid AS place FROM lookups l
                WHERE l.name = g.gone_name AND l.grp = g.gone_group AND l.item = g.gone_item
                LIMIT 1) AS hit));
    END IF;
    written := true;
END
$$;
