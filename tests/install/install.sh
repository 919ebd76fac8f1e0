#!/bin/sh
# label: full
# Installs into a temporary prefix, builds a program outside the tree in every way that is promised
# (pkg-config, pkg-config static, find_package), and runs each.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
prefix=$work/prefix

cmake --install "${AGON_BUILD:?}" --prefix "$prefix" >/dev/null
libdir=$(dirname "$(find "$prefix" -name 'libagon.a')")
cp "$here/program.c" "$here/CMakeLists.txt" "$work"
cd "$work"

export PKG_CONFIG_PATH="$libdir/pkgconfig"
export LD_LIBRARY_PATH="$libdir"
# shellcheck disable=SC2046
cc -std=c17 -Wall -Wextra -Werror program.c -o with-pkg-config $(pkg-config --cflags --libs agon)
./with-pkg-config >pkg-config.txt
# shellcheck disable=SC2046
cc -std=c17 program.c -o static $(pkg-config --cflags agon) "$libdir/libagon.a" \
    $(pkg-config --libs jansson) -lpthread -lm
env -u LD_LIBRARY_PATH ./static >static.txt

cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build cmake >/dev/null
./cmake/program >find_package.txt
./cmake/program_static >find_package_static.txt
for output in static find_package find_package_static; do
    cmp pkg-config.txt $output.txt
done
[ -s pkg-config.txt ]

# The headers stand alone: each compiles by itself.
for header in "$prefix"/include/agon/*.h; do
    printf '#include <agon/%s>\ntypedef int unused;\n' "$(basename "$header")" >header.c
    # shellcheck disable=SC2046
    cc -std=c17 -Wall -Wextra -pedantic -Werror -fsyntax-only $(pkg-config --cflags agon) header.c
done

"$prefix/bin/agon" --version
for file in share/man/man1/agon.1 share/bash-completion/completions/agon \
    share/zsh/vendor-completions/_agon share/fish/vendor_completions.d/agon.fish; do
    [ -s "$prefix/$file" ] || {
        echo "install: no $file"
        exit 1
    }
done

# DESTDIR stages the same tree elsewhere and leaves the prefix out of it.
DESTDIR=$work/stage cmake --install "$AGON_BUILD" --prefix /usr >/dev/null
[ -x "$work/stage/usr/bin/agon" ]
echo "install: pkg-config, static and find_package programs agree"
