#!/usr/bin/env bash
# What takes longer than every change can wait for, and prints figures: a hundred kills, stops and restarts, two machines with
# Litestream between them, a real mail server, clients as others publish them, every test that starts the program, browser
# included, under the limits of the unit that is shipped, 60,000 made-up calls, and the code of money broken in every way
# cargo-mutants knows. Hours, with the last. Run tests/run.sh before.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/install.sh

step() { printf '\n== %s\n' "$1"; }

step "Killed and stopped a hundred times"
cargo test --locked --test it a_hundred_times -- --ignored --nocapture --test-threads=1

step "Started anew a hundred times with a socket that stays"
cargo test --locked --test it service::restarts -- --ignored --nocapture

step "Put back twenty times while it reports to the tax agency"
cargo test --locked --test it put_back_twenty_times -- --ignored --nocapture

step "A thousand records in one batch"
cargo test --locked --test it a_thousand_records -- --ignored --nocapture

step "Ten thousand lives of a shop"
cargo test --locked --lib ten_thousand_lives -- --ignored
step "A thousand changed backups, and killed in the middle of one"
cargo test --locked --test it backup -- --ignored --nocapture --test-threads=1
step "Killed while it migrates and rolls back, fifty times"
cargo test --locked --test it fifty_times -- --ignored --nocapture

step "Two machines, the first of which dies twenty times"
install_litestream
cargo test --locked --test it litestream -- --ignored --nocapture --test-threads=1

step "What is handed out: the same from two folders, on an empty Debian and as a container"
install_handed_out
as_root env "PATH=$PATH" "HOME=$HOME" cargo test --locked --test it handed_out -- --ignored --nocapture --test-threads=1

step "A real mail server"
command -v postfix >/dev/null || install_packages "a real mail server" postfix
as_root env "PATH=$PATH" "HOME=$HOME" cargo test --locked --test it postfix -- --ignored

step "Clients of the auth wire format"
cargo build --locked
tests/clients/run.sh

step "Under the limits of the unit"
install_sandbox
install_browser
export SHOP_LAUNCHER=$PWD/tests/sandbox/run
"$SHOP_LAUNCHER" --check
cargo test --locked --test it -- confined faults
cargo build --locked
MANETES_E2E_THOROUGH=1 npm --prefix frontend run --silent test:browser
unset SHOP_LAUNCHER

step "Made-up calls of every operation"
tests/fuzz.sh

step "Every mutant of the code of money is caught"
command -v cargo-mutants >/dev/null || cargo install --locked cargo-mutants
money=(src/cart/pricing.rs src/catalogue/price.rs src/orders/status.rs src/checkout/{fact,refund,given,shipping}.rs src/payments/signed.rs)
cargo mutants --in-place --output target --timeout 900 "${money[@]/#/--file=}" -- --lib
