-- What the service's own role needs, and no more: it changes no event and drops nothing.
-- Run again by Flyway when the role or this file changes.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${role};
GRANT SELECT ON flyway_schema_history TO ${role};
GRANT SELECT, INSERT ON events, commands, event_types, event_tags TO ${role};
GRANT SELECT, INSERT, DELETE ON unpublished, lookups TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON parked TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON consumers, missed TO ${role};
GRANT SELECT, INSERT, UPDATE ON cursors TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON cursors_parked TO ${role};
GRANT SELECT, INSERT, UPDATE ON snapshots TO ${role};
