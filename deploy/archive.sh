#!/usr/bin/env bash
# Keeps a file of Postgres' log in an archive: archive.sh WAL_FILE ARCHIVE
# Postgres calls it for each, and again until it succeeds:
#   archive_command = '/path/to/archive.sh %p /path/to/archive'
set -euo pipefail
[ $# = 2 ] || { echo "usage: $0 WAL_FILE ARCHIVE" >&2; exit 2; }
[ -d "$2" ] || { echo "there is no folder $2; make it, for the user that Postgres runs as" >&2; exit 1; }
kept=$2/$(basename "$1")
if [ ! -e "$kept" ]; then
    # Whoever reads the archive meanwhile sees a whole file or none.
    cp "$1" "$kept.part"
    sync "$kept.part"
    mv "$kept.part" "$kept"
elif ! cmp --silent "$1" "$kept"; then
    echo "$kept is there and differs from $1; give each cluster an archive of its own" >&2
    exit 1
fi
# Postgres lets go of its own file after this, so the other one must be on disk, with its name.
sync "$kept" "$2"
