#!/usr/bin/env bash
# Checks that .sqlx is what the queries of accounts, contests, days, exploration, following, moderation, notices, order, ratings, server, solving and studies come to on a real Postgres with our
# migrations. With --write it is brought up to date instead. A command given after that compiles
# them in place of `cargo check`, as in: crates/server/check-queries.sh cargo clippy
set -euo pipefail
write=false
[ "${1:-}" != --write ] || { write=true; shift; }
[ $# -gt 0 ] || set -- cargo check --quiet --locked --package longjump-server
compile=("$@")
cd "$(dirname "$0")"

bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
folder=$(mktemp -d)
as_user=()
if [ "$(id -u)" = 0 ]; then
    as_user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    chown postgres "$folder"
fi
end() {
    "${as_user[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap end EXIT

(cd "$folder" && "${as_user[@]}" "$bin/initdb" -D data --auth=trust --username=longjump >/dev/null)
# Only through a socket in the folder, so that no port is needed.
(cd "$folder" && "${as_user[@]}" "$bin/pg_ctl" -D data -w -l log \
    -o "-k $folder -c listen_addresses='' -c fsync=off" start >/dev/null)
chmod 755 "$folder"
for migration in migrations/*.sql; do
    psql --quiet --set=ON_ERROR_STOP=1 --host="$folder" --username=longjump postgres --file="$migration"
done

mkdir "$folder/queries"
touch src/lib.rs ../accounts/src/lib.rs ../contests/src/lib.rs ../days/src/lib.rs ../exploration/src/lib.rs ../following/src/lib.rs ../moderation/src/lib.rs ../notices/src/lib.rs ../order/src/lib.rs ../ratings/src/lib.rs ../solving/src/lib.rs ../studies/src/lib.rs
SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$folder/queries" \
    DATABASE_URL="postgres://longjump@localhost/postgres?host=$folder" \
    "${compile[@]}"
if $write; then
    rm -rf ../../.sqlx
    cp -r "$folder/queries" ../../.sqlx
    chmod -R u=rwX,go=rX ../../.sqlx
elif ! diff -rq ../../.sqlx "$folder/queries"; then
    echo ".sqlx is out of date: run crates/server/check-queries.sh --write" >&2
    exit 1
fi
