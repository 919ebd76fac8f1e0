#!/bin/sh
# Fetches Debian's source of jansson into a directory, for the WebAssembly build.
#   tools/fetch-jansson.sh DIR     leaves DIR/src; does nothing when it is there already
#
# The system's configuration is read, never changed: apt gets a private source list made from the
# mirrors the system uses itself, and private directories for everything it writes. apt checks the
# signatures as always. With AGON_JANSSON_SOURCE set to an unpacked source, that is used instead.
set -eu
mkdir -p "${1:?directory}"
dir=$(cd "$1" && pwd)
[ ! -f "$dir/src/src/jansson.h" ] || exit 0

if [ -n "${AGON_JANSSON_SOURCE:-}" ]; then
    rm -rf "$dir/src"
    cp -R "$AGON_JANSSON_SOURCE" "$dir/src"
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "fetch-jansson: no apt here; set AGON_JANSSON_SOURCE to an unpacked jansson source" >&2
    exit 1
fi

# The release this system is, e.g. bookworm; its main archive only.
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
signed_by() { # the keyring the system's own entry for this archive names, if any
    awk -v uri="${1%/}" '
        /^Types:/ { here = 0 }
        /^URIs:/ { here = index($0, uri) > 0 }
        /^Signed-By: *\// && here { print $2; exit }
        /^deb / && index($0, uri) && match($0, /signed-by=[^] ]+/) {
            print substr($0, RSTART + 10, RLENGTH - 10); exit }' \
        /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources \
        2>/dev/null || true
}
rm -rf "$dir/apt" "$dir/src"
mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sort -u |
    while read -r uri release component; do
        [ "$component" = main ] || continue
        case $release in "$codename" | stable) ;; *) continue ;; esac
        key=$(signed_by "$uri")
        echo "deb-src ${key:+[signed-by=$key] }$uri $release $component"
    done >"$dir/apt/sources.list"
if [ ! -s "$dir/apt/sources.list" ]; then
    echo "fetch-jansson: found no Debian archive among this system's package sources" >&2
    exit 1
fi

apt_private() {
    apt-get -qq \
        -o Dir::Etc::sourcelist="$dir/apt/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$dir/apt/lists" -o Dir::Cache="$dir/apt/cache" \
        -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}
apt_private update
(cd "$dir/apt" && apt_private source --download-only jansson)
dpkg-source --no-check -x "$dir"/apt/jansson_*.dsc "$dir/src" >/dev/null
rm -rf "$dir/apt"
