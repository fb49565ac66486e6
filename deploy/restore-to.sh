#!/usr/bin/env bash
# Makes a second cluster as the first one was at a time: restore-to.sh BASE ARCHIVE TIME NEW_FOLDER
#   BASE        a folder that base-backup.sh made
#   ARCHIVE     where archive.sh keeps files
#   TIME        such as '2026-11-17 15:40:01.5 UTC'
#   NEW_FOLDER  the new cluster's data folder, which must not be there yet or be empty
# Nothing is changed that the first cluster uses. Run it as the user that is to run Postgres.
set -euo pipefail
[ $# = 4 ] || { echo "usage: $0 BASE ARCHIVE TIME NEW_FOLDER" >&2; exit 2; }
fail() { echo "$*" >&2; exit 1; }
PATH=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1):$PATH

base=$1 archive=$(realpath "$2") new=$(realpath --canonicalize-missing "$4")
[ "$(id -u)" != 0 ] || fail "Postgres does not run as root: setpriv --reuid=postgres --regid=postgres --clear-groups $0 …"
[ -e "$base/ended" ] || fail "$base was not made by base-backup.sh; name a folder that was"
[ -d "$archive" ] || fail "there is no archive $archive; name the folder that archive_command names"
[ -z "$(ls -A "$new" 2>/dev/null)" ] || fail "$new is not empty; name a new folder"
nanoseconds() { date --date="$1" +%s%N; }
time=$(nanoseconds "$3") || fail "give the time like this: '$(date --utc '+%F %T UTC')'"
[ "$time" -le "$(nanoseconds now)" ] || fail "$3 is in the future; give a time that is over"
[ "$time" -ge "$(nanoseconds "$(cat "$base/ended")")" ] ||
    fail "$base ended only at $(cat "$base/ended"); name one that is older, or a later time"

# Built beside its place, and moved there when all is well.
mkdir -p "$(dirname "$new")"
part=$(mktemp -d "$new.part-XXXX") work=$(mktemp -d)
end() {
    pg_ctl --pgdata="$part" --mode=immediate stop >/dev/null 2>&1 || true
    rm -rf "$part" "$work"
}
trap end EXIT

explain() {
    grep -q "recovery ended before configured recovery target" "$work/log" ||
        fail "$(cat "$work/log")"$'\n'"Postgres could not restore it: see above"
    last=$(sed -n 's/.*last completed transaction was at log time //p' "$work/log")
    fail "the archive ends before that, at ${last:-the end of $base}; give a time up to then, or have" \
        "the first cluster archive what it has, SELECT pg_switch_wal(), and try again"
}

cp -a "$base/data/." "$part"
# Debian keeps the settings elsewhere, and then a base backup has none.
touch "$part/postgresql.conf"
# The archive is the first cluster's, and so is its standby.
printf '%s\n' "archive_mode = off" "synchronous_standby_names = ''" >>"$part/postgresql.auto.conf"
cp "$part/postgresql.auto.conf" "$work/settings"
cat >>"$part/postgresql.auto.conf" <<END
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$(date --utc --date="$3" '+%F %T.%6N+00')'
recovery_target_action = promote
END
touch "$part/recovery.signal"

# Nobody reaches it but through this folder, and it answers once it is at the time.
echo "local all all trust" >"$work/hba"
pg_ctl --pgdata="$part" --log="$work/log" start >/dev/null 2>&1 \
    -o "-k $work -p 5432 -c listen_addresses= -c hba_file=$work/hba -c hot_standby=off" || true
until pg_isready --quiet --host="$work" --port=5432; do
    # It ends by itself if it can't get there.
    pg_ctl --pgdata="$part" status >/dev/null || explain
    sleep 0.2
done
says=$(psql --no-psqlrc --tuples-only --no-align "host=$work port=5432 $(cat "$base/database")" --command \
    "SELECT count(*) || ' games, ' || (SELECT count(*) FROM moves) || ' moves, the last at '
            || coalesce((SELECT to_timestamp(max(at) / 1000.0) FROM moves)::text, 'never') FROM games")
pg_ctl --pgdata="$part" --mode=fast stop >/dev/null
cp "$work/settings" "$part/postgresql.auto.conf"
[ ! -d "$new" ] || rmdir "$new"
mv --no-target-directory "$part" "$new"
echo "$new: $says"
echo "Start it with another port than the first one: pg_ctl --pgdata=$new -o '-p 5433' start"
