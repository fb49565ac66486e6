#!/usr/bin/env bash
# Copies a whole cluster into a new folder while servers go on: base-backup.sh DATABASE_URL FOLDER
# With this and the files that archive.sh kept since, restore-to.sh goes back to any later time.
set -euo pipefail
[ $# = 2 ] || { echo "usage: $0 DATABASE_URL FOLDER" >&2; exit 2; }
[ ! -e "$2" ] || { echo "$2 is there already; name a new folder" >&2; exit 1; }
# Where Debian has the programs that go with a cluster.
PATH=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1):$PATH
ask() { psql --no-psqlrc --tuples-only --no-align --command "$2" "$1"; }

[ "$(ask "$1" "SHOW archive_mode")" != off ] || {
    echo "nothing is archived: set archive_mode = on and archive_command, and restart Postgres" >&2
    exit 1
}
part=$(mktemp -d "$2.part-XXXX")
trap 'rm -rf "$part"' EXIT
pg_basebackup --dbname="$1" --pgdata="$part/data" --checkpoint=fast
# What can't be read back is no backup.
pg_verifybackup --quiet "$part/data"
ask "$1" "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')" \
    >"$part/ended"
# Who to ask for the games when this is restored.
ask "$1" "SELECT 'user=' || current_user || ' dbname=' || current_database()" >"$part/database"
sync --file-system "$part"
mv --no-target-directory "$part" "$2"
first=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$2/data/backup_label")
echo "$2: $(du -sh "$2" | cut -f1), for any time since $(cat "$2/ended")"
echo "If no older one is kept, files before it can go: pg_archivecleanup ARCHIVE $first"
