-- From version 7 to version 8 of the journal's schema. Runs once, in one transaction.

-- Changes of lookups in the order of their commits, until they are merged into "lookups".
CREATE TABLE lookup_changes (
    id      INTEGER PRIMARY KEY,          -- ascending
    changes BLOB    NOT NULL              -- of one publication; the format is in LookupChangesFormat
);

PRAGMA user_version = 8;
