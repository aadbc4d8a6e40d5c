-- The journal's schema on PostgreSQL, version 1. Names are those of the schema for SQLite.

-- One row per event; rows never change. UNIQUE (stream, version) is the arbiter of every conflict.
CREATE TABLE events (
    position           bigint  PRIMARY KEY,   -- order of the whole journal, from 1, without a gap
    stream             text    COLLATE "C" NOT NULL,
    version            bigint  NOT NULL,      -- 1, 2, 3 ... without a gap within a stream
    event_id           uuid    NOT NULL,      -- UUIDv7
    type               text    NOT NULL,
    schema_version     integer NOT NULL,
    payload            bytea   NOT NULL,
    time_micros        bigint  NOT NULL,      -- microseconds since 1970-01-01T00:00Z
    recorded_at_micros bigint  NOT NULL,      -- strictly increasing with the position
    causation          text,
    correlation        text,
    traceparent        text,
    CONSTRAINT events_stream_version UNIQUE (stream, version)
);

-- One row per event that is not delivered yet; deleted when it is published.
-- Vacuumed by the number of dead rows, not by their share: it is small or empty most of the time.
CREATE TABLE unpublished (
    position bigint PRIMARY KEY
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Idempotency: the first command under each key.
CREATE TABLE commands (
    key         text   COLLATE "C" PRIMARY KEY,
    fingerprint text   NOT NULL,
    stream      text   COLLATE "C" NOT NULL,
    version     bigint NOT NULL,
    refusal     text                          -- null when the command was accepted
);

-- Secondary keys of views.
CREATE TABLE lookups (
    name text COLLATE "C" NOT NULL,
    grp  text COLLATE "C" NOT NULL,
    item text COLLATE "C" NOT NULL,
    PRIMARY KEY (name, grp, item)
);

-- Held by whoever writes, from before it reads the last position until its commit can be seen.
-- "Cobn", and the table, so that journals in several schemas do not wait for each other.
CREATE FUNCTION lock_journal() RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(x'436F626E'::integer, 'events'::regclass::oid::integer);
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
    OUT written boolean, OUT before_position bigint, OUT before_micros bigint
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
    _inserted bigint;
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
        DELETE FROM unpublished u WHERE u.position = ANY (_published);
    END IF;
    IF cardinality(_put_names) > 0 THEN
        INSERT INTO lookups (name, grp, item)
        SELECT * FROM unnest(_put_names, _put_groups, _put_items)
        ON CONFLICT DO NOTHING;
    END IF;
    IF cardinality(_gone_names) > 0 THEN
        DELETE FROM lookups WHERE ctid = ANY (ARRAY(
            SELECT hit.place
            FROM unnest(_gone_names, _gone_groups, _gone_items) AS g (gone_name, gone_group, gone_item)
            CROSS JOIN LATERAL (
                SELECT l.ctid AS place FROM lookups l
                WHERE l.name = g.gone_name AND l.grp = g.gone_group AND l.item = g.gone_item
                LIMIT 1) AS hit));
    END IF;
    written := true;
END
$$;
