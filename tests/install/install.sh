#!/bin/sh
# label: full
# Installs into a temporary prefix, builds programs outside the tree in every way that is promised
# (pkg-config, pkg-config static, find_package; C and C++; the whole library, core, checked), and runs
# each.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
prefix=$work/prefix
fail() {
    echo "install: $*"
    exit 1
}

cmake --install "${AGON_BUILD:?}" --prefix "$prefix" >/dev/null
libdir=$(dirname "$(find "$prefix" -name 'libagon.a')")
cp "$here"/*.c "$here"/*.cpp "$here/CMakeLists.txt" "$work"
cd "$work"
export PKG_CONFIG_PATH="$libdir/pkgconfig"
export LD_LIBRARY_PATH="$libdir"
warnings='-Wall -Wextra -pedantic -Werror'

# shared NAME PACKAGE SOURCE COMPILER...: built with what pkg-config says, and run.
shared() {
    name=$1 package=$2 source=$3
    shift 3
    # shellcheck disable=SC2046,SC2086
    "$@" $warnings "$source" -o "$name" $(pkg-config --cflags --libs "$package")
    "./$name" >"$name.txt" || fail "$name: $(cat "$name.txt")"
}

# static NAME PACKAGE SOURCE COMPILER...: the same with the static library, and without the shared one.
static() {
    name=$1 package=$2 source=$3
    shift 3
    # shellcheck disable=SC2046,SC2086
    "$@" $warnings "$source" -o "$name" $(pkg-config --cflags "$package") "$libdir/lib$package.a" \
        $(pkg-config --static --libs "$package" | sed "s/-l$package//")
    env -u LD_LIBRARY_PATH "./$name" >"$name.txt" || fail "$name: $(cat "$name.txt")"
}

shared program agon program.c cc -std=c17
static program-static agon program.c cc -std=c17
shared cpp agon program.cpp c++ -std=c++17
static cpp-static agon program.cpp c++ -std=c++20
shared core agon-core core.c cc -std=c17
static core-static agon-core core.c cc -std=c17
shared misuse agon-checked misuse.c cc -std=c17
static misuse-static agon-checked misuse.c cc -std=c17

# Core needs the C library and nothing else, not even to compile.
[ "$(pkg-config --static --libs agon-core)" = "$(pkg-config --libs agon-core)" ] ||
    fail "agon-core needs $(pkg-config --static --libs agon-core)"
for file in core core-static "$libdir/libagon-core.so"; do
    needed=$(readelf -d "$file" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
        grep -Ev '^(libc\.so|libagon-core\.so|ld-linux)' || true)
    [ -z "$needed" ] || fail "$file needs $needed"
done
# shellcheck disable=SC2046
if cc -M core.c program.c $(pkg-config --cflags agon) | grep -q jansson; then
    fail "the headers need jansson's"
fi

# The library for speed has no checks.
for library in libagon.a libagon-core.a; do
    if nm "$libdir/$library" 2>/dev/null | grep -q 'U agon_assert_failed'; then
        fail "$library has checks"
    fi
done

cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build cmake >/dev/null
cmake -S . -B cmake-core -DCMAKE_PREFIX_PATH="$prefix" -DCORE_ONLY=ON >/dev/null
cmake --build cmake-core >/dev/null
for built in cmake/program_agon cmake/program_agon_static cmake/cpp_agon cmake/cpp_agon_static \
    cmake/core_agon_core cmake/core_agon_core_static cmake-core/core_agon_core \
    cmake/misuse_agon_checked cmake/misuse_agon_checked_static; do
    "./$built" >"$built.txt" || fail "$built: $(cat "$built.txt")"
    kind=$(basename "$built" | sed 's/_.*//')
    [ -s "$kind.txt" ] && cmp "$kind.txt" "$built.txt"
done
cmp program.txt program-static.txt
cmp cpp.txt cpp-static.txt
cmp core.txt core-static.txt

# A program with a game of its own (examples/own_game), built as its folder says.
cp -r "$here/../../examples/own_game" "$here/../../examples/sixth_game" "$work"
make -s -C own_game CFLAGS="-std=c17 -Wall -Wextra -Werror -I../sixth_game $(pkg-config --cflags agon)"
own_game/own_game check >own.txt
grep -q ' 0 findings' own.txt
own_game/own_game tourney >own.txt
grep -q '60 matches' own.txt
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"games"}' \
    '{"jsonrpc":"2.0","id":2,"method":"init","params":{"game":"pig"}}' \
    '{"jsonrpc":"2.0","id":3,"method":"init","params":{"game":"entropy"}}' | own_game/own_game engine >own.txt
[ "$(grep -c '"id":"' own.txt)" = 1 ] # Pig, and only Pig
grep -q '"id":2,"result":{"state":{"players":2,"target":50' own.txt
grep -q '"id":3.*unknown_game' own.txt

"$prefix/bin/agon" --version
for file in share/man/man1/agon.1 share/bash-completion/completions/agon \
    share/zsh/vendor-completions/_agon share/fish/vendor_completions.d/agon.fish; do
    [ -s "$prefix/$file" ] || fail "no $file"
done

# DESTDIR stages the same tree elsewhere and leaves the prefix out of it.
DESTDIR=$work/stage cmake --install "$AGON_BUILD" --prefix /usr >/dev/null
[ -x "$work/stage/usr/bin/agon" ]
echo "install: C, C++, core and checked programs agree, by pkg-config and find_package"
