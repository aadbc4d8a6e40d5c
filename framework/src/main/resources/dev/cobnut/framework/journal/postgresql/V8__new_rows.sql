-- Version 8: groups are written without looking for each row first. It only adds, so usable_since() stays as
-- it is: members of the versions before go on to call the function of version 2.

-- Writes one group, or nothing: as the function of version 2, whose comment says how and why. It differs by
-- the rows that are there already.
--
-- With ON CONFLICT, the server looks into each unique index before it inserts a row, and once more when it
-- does. A lookup's row is new nearly always. So the caller says that all are, and one that is not is a
-- unique_violation: nothing is written, and the caller repeats the call without saying so.
--
-- A key and an event are always new, because they are looked for under the lock. One that is not was recorded
-- outside of the lock, and is a unique_violation in either case.
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
    _all_new       boolean,
    OUT written boolean, OUT before_position bigint, OUT before_micros bigint
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
    _left bigint[] := '{}';   -- positions that this call took out of "unpublished"
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
        SELECT * FROM unnest(_keys, _fingerprints, _key_streams, _key_versions, _refusals);
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
            RETURNING position
        )
        INSERT INTO unpublished (position) SELECT a.position FROM appended a;
    END IF;

    IF cardinality(_published) > 0 THEN
        WITH gone AS (
            DELETE FROM unpublished u WHERE u.position = ANY (_published) RETURNING u.position
        )
        SELECT coalesce(array_agg(g.position), '{}') FROM gone g INTO _left;
    END IF;
    IF cardinality(_put_names) > 0 THEN
        IF _all_new THEN
            INSERT INTO lookups (name, grp, item)
            SELECT put.name, put.grp, put.item
            FROM unnest(_put_names, _put_groups, _put_items, _put_positions) AS put (name, grp, item, position)
            JOIN unnest(_left) AS l (position) ON l.position = put.position;
        ELSE
            INSERT INTO lookups (name, grp, item)
            SELECT put.name, put.grp, put.item
            FROM unnest(_put_names, _put_groups, _put_items, _put_positions) AS put (name, grp, item, position)
            JOIN unnest(_left) AS l (position) ON l.position = put.position
            ON CONFLICT DO NOTHING;
        END IF;
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
