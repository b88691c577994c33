#!/usr/bin/env bash
# Every test, from formatting to the browser. Needs Rust and Node.js; installs the browser, the proxies and what judges
# the unit where they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# nginx is where only root looks for programs.
PATH=$PATH:/usr/sbin

missing=()
find_chromium || missing+=(chromium)
for program in nginx caddy openssl; do command -v "$program" || missing+=("$program"); done
command -v systemd-analyze || missing+=(systemd)

step "Other programs"
if [ "${#missing[@]}" -gt 0 ]; then
    command -v apt-get >/dev/null || { echo "Install ${missing[*]}, then run this again." >&2; exit 1; }
    as_root apt-get update -qq
    # What is installed to be tested is not started as a service.
    policy=/usr/sbin/policy-rc.d
    [ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' | as_root install -m 755 /dev/stdin "$policy"; made=$policy; }
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
    [ -z "${made:-}" ] || as_root rm "$made"
fi
CHROMIUM_PATH=$(find_chromium)
export CHROMIUM_PATH

step "Rust: formatting, lints, tests"
cargo fmt --check
cargo clippy --locked --all-targets -- -D warnings
cargo test --locked

step "Front end: types and tests"
npm --prefix frontend run --silent typecheck
npm --prefix frontend test --silent

step "Browser tests, on the program itself"
cargo build --locked
timeout 45m npm --prefix frontend run --silent test:browser -- --forbid-only
