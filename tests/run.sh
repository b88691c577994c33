#!/usr/bin/env bash
# Every test, from formatting to the browser. Needs Rust and Node.js; installs the rest where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/install.sh

step() { printf '\n== %s\n' "$1"; }

step "Other programs"
install_quick_browser
install_proxies
install_authority
install_openers
install_readers
install_paper_readers
install_watchers
install_sandbox
install_names

step "Rust: formatting, lints, tests"
cargo fmt --check
export RUSTC_WORKSPACE_WRAPPER=$PWD/tests/compile
cargo build --locked --all-targets
# The program refuses settings it does not know, such as those of the browser tests, which may be set outside.
(unset "${!MANETES_@}" && cargo test --locked)

step "What others made: licences, sources, known faults"
tests/supply.sh

step "Front end: types and tests"
npm --prefix frontend run --silent typecheck
npm --prefix frontend test --silent

step "Browser tests, on the program itself"
timeout 45m npm --prefix frontend run --silent test:browser -- --forbid-only
