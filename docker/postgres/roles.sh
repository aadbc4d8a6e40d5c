#!/usr/bin/env bash
# The two roles of the journal, when the database is made: one that owns the tables, and one that reads and appends.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --no-psqlrc -U "${POSTGRES_USER:-postgres}" -d "$POSTGRES_DB" \
  -v owner_password="$(</run/secrets/journal-owner)" -v password="$(</run/secrets/journal)" <<'SQL'
CREATE ROLE cobnut_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE cobnut LOGIN PASSWORD :'password' CONNECTION LIMIT 60;
REVOKE ALL ON DATABASE cobnut FROM PUBLIC;
GRANT CONNECT, CREATE ON DATABASE cobnut TO cobnut_owner;
GRANT CONNECT ON DATABASE cobnut TO cobnut;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
