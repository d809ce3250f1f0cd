#!/usr/bin/env bash
# A PostgreSQL of its own for one command, thrown away afterwards:
#     tests/office/postgresql.sh make test-office
# The command finds it in BAREME_TEST_DATABASE_URL. Installs Debian's PostgreSQL where there is none.
set -euo pipefail

programs() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1; }

if [ -z "$(programs)" ]; then
    [ "$(id -u)" = 0 ] || { echo "PostgreSQL is not installed: apt-get install postgresql" >&2; exit 1; }
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql >/dev/null
fi
bin=$(programs)

# The server refuses to run as root: then it runs as postgres, in a folder of his.
as=()
[ "$(id -u)" != 0 ] || as=(setpriv --reuid=postgres --regid=postgres --init-groups env -C / "PATH=$PATH" LC_ALL=C.UTF-8)

folder=$(mktemp -d "${TMPDIR:-/tmp}/bareme-postgresql-XXXXXX")
[ "$(id -u)" != 0 ] || chown postgres "$folder"
stop() {
    "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT

# Tests need no durability, only speed. It listens on a socket in its folder and on no network.
"${as[@]}" "$bin/initdb" -D "$folder/data" -U bareme -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" start >/dev/null \
    -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off -c full_page_writes=off -c max_connections=200" \
    || { cat "$folder/log" >&2; exit 1; }

export BAREME_TEST_DATABASE_URL="postgresql://bareme@/postgres?host=$folder"
"$@"
