#!/usr/bin/env bash
# Every test, from formatting to the browser. Needs Rust and Node.js; installs the browser where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

step "Browser"
if ! find_chromium; then
    command -v apt-get >/dev/null || { echo "Install Chromium, then run this again." >&2; exit 1; }
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
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
