#!/usr/bin/env bash
# What others made and the program is built of: licences, sources and what is banned (deny.toml), and the faults that are known
# of it. The databases of those cannot be reached from everywhere: then it says that nobody has looked, and does not fail.
set -euo pipefail
cd "$(dirname "$0")/.."
source tests/install.sh
install_deny

"$DENY" --locked check licenses sources bans

# Exceptions are looked at again on the day they begin with; one that is past it is no fault of today's change.
today=$(date +%F)
sed -n 's/.*id = "\([^"]*\)", reason = "\([0-9-]*\):.*/\1 \2/p' deny.toml | while read -r id day; do
    [[ $day > $today ]] || echo "deny.toml: look at $id again, which was due on $day" >&2
done

if timeout 120 "$DENY" fetch db 2>/dev/null; then
    "$DENY" --locked check advisories
else
    echo "Crates are NOT looked at for known faults: their database cannot be reached." >&2
fi

# npm tells by its exit status neither from the other.
report=$(timeout 120 npm audit --prefix frontend --omit=dev --json 2>/dev/null || true)
case $report in
*auditReportVersion*) npm audit --prefix frontend --omit=dev ;;
*) echo "npm packages are NOT looked at for known faults: their registry does not say." >&2 ;;
esac
