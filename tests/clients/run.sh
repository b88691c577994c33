#!/usr/bin/env bash
# Two clients of the auth wire format, as they are published, on the program itself, through every flow they have. Needs
# Python 3 with venv, and a build of the program; what it takes is kept below target/.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

# $1: a name; answers with the address of a new shop, in `shop`.
open_shop() {
    local port
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    shop=http://localhost:$port
    target/debug/manetes serve --data-dir "$work/$1" --listen "127.0.0.1:$port" --base-url "$shop" --limits relaxed \
        2>"$work/$1.log" &
    server=$!
    for _ in $(seq 300); do
        curl -fsS -o /dev/null "$shop/healthz" 2>/dev/null && return
        kill -0 "$server" || { cat "$work/$1.log"; return 1; }
        sleep 0.1
    done
    return 1
}
close_shop() { kill "$server"; wait "$server"; }

venv=target/clients/python
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet supabase_auth==2.34.1
open_shop python
"$venv/bin/python" tests/clients/client.py "$shop" "$work/python/mail"
close_shop

crate=target/clients/crate
cargo build --quiet --locked --manifest-path tests/clients/crate/Cargo.toml --target-dir "$crate"
open_shop crate
"$crate/debug/gotrue-client" "$shop" "$work/crate/mail"
close_shop
