#!/usr/bin/env bash
# Copies the database into one file while servers go on: backup.sh DATABASE_URL FILE
set -euo pipefail
[ $# = 2 ] || { echo "usage: $0 DATABASE_URL FILE" >&2; exit 2; }
pg_dump --format=custom --no-owner --file="$2.part" "$1"
# What can't be read back is no backup.
pg_restore --list "$2.part" >/dev/null
mv "$2.part" "$2"
echo "$2: $(stat --format=%s "$2") bytes"
