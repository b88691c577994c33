#!/usr/bin/env bash
# The program's figures on this machine: a release build with the demo shop, on a port of its own, in a folder of its
# own. Times depend on the machine; sizes do not. Requests per second need `wrk`.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --locked
binary=$PWD/target/release/manetes
address=127.0.0.1:8399
base=http://$address
data=$(mktemp -d)
server=

start() {
    "$binary" serve --demo --limits relaxed --listen "$address" --data-dir "$data" 2>>"$data/log" &
    server=$!
    until curl -sf -o /dev/null "$base/readyz"; do
        kill -0 "$server" || { cat "$data/log" >&2; exit 1; }
        sleep 0.02
    done
}
stop() { if [ -n "$server" ]; then kill "$server" && wait "$server" || true; server=; fi; }
trap 'stop; rm -rf "$data"' EXIT

name() { case $1 in /product/*) echo "a product" ;; *) echo "$1" ;; esac; }
figure() { printf '%-46s %s\n' "$1" "$2"; }
resident() { awk '/^VmRSS/ { printf "%.1f MB", $2 / 1000 }' "/proc/$server/status"; }
bytes() { curl -s -H 'Accept-Encoding: br' -o /dev/null -w '%{size_download}' "$base$1"; }
milliseconds() { curl -s -H 'Accept-Encoding: br' -o /dev/null -w '%{time_total}' "$base$1" | awk '{ printf "%.1f ms", $1 * 1000 }'; }

figure "binary" "$(awk -v n="$(stat -c %s "$binary")" 'BEGIN { printf "%.1f MB", n / 1e6 }')"
start
stop
began=$(date +%s%N)
start
figure "ready on an existing database" "$((($(date +%s%N) - began) / 1000000)) ms"
figure "resident after the start" "$(resident)"

products=$(curl -s "$base/sitemap.xml" | grep -o '/product/[^<?"]*' | sort -u)
product=$(head -n 1 <<<"$products")
figure "first view of a product" "$(milliseconds "$product?lang=fr")"
figure "second view of it" "$(milliseconds "$product?lang=fr")"
for lang in es ar; do
    for page in / /store "$product"; do
        # The smallest form is made for what many people ask for.
        for _ in 1 2 3 4 5 6; do bytes "$page?lang=$lang" >/dev/null; sleep 0.3; done
        figure "$(name "$page") in $lang, brotli" "$(bytes "$page?lang=$lang") bytes"
    done
done

scripts=0
for file in $(curl -s "$base/store?lang=es" | grep -o '/assets/[^"]*\.js' | sort -u); do
    scripts=$((scripts + $(bytes "$file")))
done
figure "scripts of /store in es, brotli" "$scripts bytes"

for page in $products; do
    for lang in $(sed -n 's/^  "\(.*\)": {.*/\1/p' locales/languages.json); do bytes "$page?lang=$lang" >/dev/null; done
done
figure "resident after every product in every language" "$(resident)"

if command -v wrk >/dev/null; then
    for page in /store "$product"; do
        echo "-- wrk: $(name "$page") kept, 16 connections"
        wrk -t1 -c16 -d5s --latency -H 'Accept-Encoding: br' "$base$page?lang=es" | grep -E '50%|99%|Requests/sec|Non-2xx'
    done
fi
figure "resident at the end" "$(resident)"
