#!/usr/bin/env bash
# Puts a backup into an empty database: restore.sh FILE DATABASE_URL
set -euo pipefail
[ $# = 2 ] || { echo "usage: $0 FILE DATABASE_URL" >&2; exit 2; }
tables=$(psql --tuples-only --no-align --command \
    "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'" "$2")
[ "$tables" = 0 ] || { echo "the database has $tables tables; restore into an empty one" >&2; exit 1; }
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$2" "$1"
psql --tuples-only --no-align --command \
    "SELECT count(*) || ' games, ' || (SELECT count(*) FROM moves) || ' moves' FROM games" "$2"
