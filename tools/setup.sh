#!/bin/sh
# Installs the Debian packages Agon is built and tested with, and only the missing ones.
# This is the single list of packages; a second run costs a few milliseconds.
#
#   tools/setup.sh           install what is missing
#   tools/setup.sh --list    print the list
#   tools/setup.sh --check   print what is missing, exit 1 if anything is
#   tools/setup.sh web       what the tests of the web page need besides: a browser
#   tools/setup.sh docs      what make docs needs: Doxygen
#   tools/setup.sh python    what make python needs: headers, and environments of their own
set -eu

packages='
    build-essential cmake ninja-build pkg-config
    libjansson-dev libedit-dev libcmocka-dev libsqlite3-dev libsodium-dev libwebsockets-dev libuv1-dev
    libssl-dev libseccomp-dev
    clang lld libclang-rt-14-dev llvm
    wasi-libc libclang-rt-dev-wasm32 binaryen
    clang-format clang-tidy cppcheck shellcheck gcovr valgrind
    python3 python3-yaml openssl bubblewrap dpkg-dev ca-certificates'

# What only a few need, and is large, is installed when it is used.
if [ "${1:-}" = web ]; then
    packages='chromium fonts-dejavu-core'
    shift
elif [ "${1:-}" = docs ]; then
    packages=doxygen
    shift
elif [ "${1:-}" = python ]; then
    # Another Python than Debian's brings its own.
    case $(command -v python3) in
        /usr/bin/python3) packages='python3-dev python3-venv' ;;
        *) packages= ;;
    esac
    packages="$packages build-essential cmake ninja-build pkg-config libjansson-dev"
    shift
fi

# Node and npm may come from elsewhere; Debian's are taken only when there are none.
command -v node >/dev/null 2>&1 || packages="$packages nodejs"
command -v npm >/dev/null 2>&1 || packages="$packages npm"

# shellcheck disable=SC2086 # the list is meant to be split
if [ "${1:-}" = --list ]; then
    printf '%s\n' $packages
    exit 0
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: this is not a Debian system; install the equivalents of:" >&2
    # shellcheck disable=SC2086
    echo "setup:" $packages >&2
    [ "${1:-}" = --check ] && exit 1
    # Building may still work: leave the verdict to CMake.
    exit 0
fi

# One query for all: prints "name status" for the known ones, nothing for the unknown.
# shellcheck disable=SC2086
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $packages 2>/dev/null |
    awk '$2 == "installed" { print $1 }' || true)
missing=
for package in $packages; do
    case "
$installed
" in
        *"
$package
"*) ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "${1:-}" = --check ]; then
    echo "setup: missing:$missing"
    exit 1
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: missing:$missing" >&2
        echo "setup: run as root: apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi
    as_root=sudo
fi

echo "setup: installing$missing"
install_missing() {
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 $missing >/dev/null
}
# The package lists may be absent (fresh machine) or old: try, refresh, try again.
if ! install_missing 2>/dev/null; then
    $as_root apt-get update -qq || echo "setup: some package lists could not be refreshed" >&2
    install_missing
fi
