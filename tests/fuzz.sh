#!/usr/bin/env bash
# Made-up calls of every operation the program describes, as a visitor, a customer and the administrator: none may end
# in a 5xx or in an answer the description does not name. $1: cases per operation and role (210 make over 20,000 of each role).
# Needs Python; Schemathesis comes into a folder of its own under target/.
set -euo pipefail
cd "$(dirname "$0")/.."
cases=${1:-210}
binary=$PWD/target/debug/manetes
tool=$PWD/target/schemathesis/bin/schemathesis
address=127.0.0.1:8397
base=http://$address
data=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" && wait "$server" || true; fi; rm -rf "$data"' EXIT

cargo build --locked
[ -x "$tool" ] || { python3 -m venv target/schemathesis && target/schemathesis/bin/pip install --quiet 'schemathesis==4.32.5'; }

"$binary" serve --demo --limits relaxed --listen "$address" --data-dir "$data/shop" >"$data/serve.log" 2>&1 &
server=$!
until curl -sf -o /dev/null "$base/readyz"; do
    kill -0 "$server" || { cat "$data/serve.log" >&2; exit 1; }
    sleep 0.1
done
"$binary" openapi >"$data/openapi.json"
printf '[auth]\nauto-signup = false\n' >"$data/schemathesis.toml"
# Papers are sent as they are.
cat >"$data/hooks.py" <<'END'
import schemathesis


@schemathesis.serializer("application/pdf")
def pdf(_context, value):
    return bytes(value) if isinstance(value, (bytes, bytearray)) else str(value).encode()
END

post() { curl -sS --fail-with-body "$base$1" -H 'Content-Type: application/json' -d "$2"; }
token_of() { post '/api/auth/token?grant_type=password' "{\"email\":\"$1\",\"password\":\"$2\"}" | sed 's/.*"access_token":"\([^"]*\)".*/\1/'; }

# $1: the role; the rest: options. What would end the role's own session is left to the visitor, who is refused.
role() {
    local name=$1
    shift
    printf '\n== %s\n' "$name"
    # It keeps a cache where it stands.
    (cd "$data" && SCHEMATHESIS_HOOKS=hooks "$tool" --config-file "$data/schemathesis.toml" run "$data/openapi.json" --url "$base" --no-color --continue-on-failure \
        --max-examples "$cases" --phases examples,coverage,fuzzing --generation-database none --suppress-health-check all \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance "$@")
}
failed=0
role visitor || failed=1

post /api/auth/signup '{"email":"fuzz@example.com","password":"correct horse battery","data":{"name":"Fuzz"}}' >/dev/null
until mail=$(grep -ls 'fuzz@example.com' "$data"/shop/mail/*.eml); do sleep 0.1; done
hash=$(tr -d '\r' <"$mail" | sed ':a;/=$/{N;s/=\n//;ba}' | grep -o 'token_hash=3D[^&"<]*\|token_hash=[^&"<]*' | head -1 | sed 's/.*=\(3D\)\?//')
post /api/auth/verify "{\"type\":\"signup\",\"token_hash\":\"$hash\"}" >/dev/null
own='^(sign_out|update_user|end_session|erase_my_data|enrol_factor|verify_factor|create_session|verify|verify_by_link|revoke_admin|erase_customer)$'
role customer --header "Authorization: Bearer $(token_of fuzz@example.com 'correct horse battery')" --exclude-operation-id-regex "$own" || failed=1

password=$(sed -n 's/.*with the password \([^ ]*\) .*/\1/p' "$data/serve.log")
role administrator --header "Authorization: Bearer $(token_of admin@manetes.example "$password")" --exclude-operation-id-regex "$own" || failed=1

# Whatever was taken still adds up.
"$binary" check --invariants --data-dir "$data/shop"
exit "$failed"
