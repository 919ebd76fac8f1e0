#!/bin/sh
# label: full
# The checks check themselves: planted faults must be found, and a clean tree must pass.
#   tests/planted.sh
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
failed=0
must() { # must pass|fail WHAT COMMAND...
    expected=$1
    what=$2
    shift 2
    if "$@" >output 2>&1; then result=pass; else result=fail; fi
    if [ $result != "$expected" ]; then
        echo "planted: $what: expected $expected"
        cat output
        failed=1
    fi
}

# Layers.
mkdir -p include/agon src/core src/codec games/g/codec games/g/cards games/h apps/cli apps/terminal/games/g tools
cp "$source/tools/layers.py" "$source/tools/sizes" tools
echo '#include "agon/status.h"' >include/agon/game.h
: >include/agon/status.h
: >include/agon/codec.h
: >include/agon/agon.h
: >src/core/rng.c
: >src/core/game.c
: >src/core/status_text.c
echo '#include "agon/codec.h"' >src/codec/codec.c
echo '#include "agon/game.h"' >games/g/rules.c
printf '#include "agon/codec.h"\n#include <jansson.h>\n' >games/g/codec/json.c
cp games/g/codec/json.c games/h/codec.c
: >games/g/bots.c
: >games/g/cards/cards.c
: >games/g/state.h
echo '#include "games/g/g.h"' >apps/terminal/games/g/screen.c
: >games/g/g.h
must pass "clean layers" tools/layers.py .
plant() { # plant FILE LINE
    cp "$1" saved
    echo "$2" >>"$1"
    must fail "layers: $2 in $1" tools/layers.py .
    cp saved "$1"
}
plant src/core/rng.c '#include "agon/codec.h"'
plant src/core/rng.c '#include <stdlib.h>'
plant src/core/rng.c '#include <time.h>'
plant src/core/rng.c '#  include "../../games/g/rules.c"'
plant games/g/rules.c '#include "src/codec/codec.c"'
plant games/g/rules.c '#include <jansson.h>'
plant games/g/rules.c '#include "games/g/bots.c"'
plant games/g/cards/cards.c '#include "games/g/codec/json.c"'
plant games/g/cards/cards.c '#include "games/h/codec.c"'
plant games/g/bots.c '#include "games/g/codec/json.c"'
plant games/g/bots.c '#include <jansson.h>'
plant src/codec/codec.c '#include "agon/agon.h"'
plant apps/terminal/games/g/screen.c '#include "games/g/state.h"'
plant include/agon/status.h '#include <agon/codec.h>'
: >include/agon/surprise.h
must fail "layers: a header that is in no layer" tools/layers.py .
rm include/agon/surprise.h

# Sizes.
must pass "clean sizes" tools/sizes
body() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "    x();" }'; }
{ printf 'static int\nf(int a) {\n' && body 77 && echo '}'; } >src/core/long.c
must pass "a function of 80 lines" tools/sizes
{ printf 'static int f(int a,\n             int b) {\n' && body 78 && echo '}'; } >src/core/long.c
must fail "a function of 81 lines" tools/sizes
{ echo 'int x;' && body 500 | tr -d '[:print:]'; } >src/core/long.c
must fail "a file of 501 lines" tools/sizes
rm src/core/long.c

# Symbols.
cc=${CC:-cc}
object() { # object CODE: compiles it into pure.o and lists that
    echo "$1" >pure.c
    $cc -O1 -fPIC -c pure.c -o pure.o
    echo "$work/pure.o" >pure-objects.txt
}
library() { # library CODE: makes libagon.so.0
    echo "$1" >library.c
    $cc -shared -fPIC -Wl,-soname,libagon.so.0 library.c -o libagon.so
}
symbols() { sh "$source/tests/symbols.sh" libagon.so pure-objects.txt; }
library 'int agon_f(void) { return 1; }'
object 'static const int t[2] = {1, 2}; const char *const agon_names[] = {"a", "b"};
        int agon_f(int i) { return t[i]; }'
must pass "clean symbols" symbols
for code in \
    'void *malloc(unsigned long); void *agon_f(void) { return malloc(3); }' \
    'int puts(const char *); int agon_f(void) { return puts("x"); }' \
    'long time(long *); long agon_f(void) { return time(0); }' \
    'double pow(double, double); double agon_f(double x) { return pow(x, x); }' \
    'long double agon_g(__float128 x) { return (long double)x; }' \
    'float agon_f(float x) { return x * 1.5f; }' \
    'int agon_f(int x) { return (int)(x * 0.1); }' \
    'int agon_counter;' \
    'int agon_counter = 3;' \
    'static int n; int agon_f(void) { return ++n; }' \
    'int agon_f(void) { static int n = 5; return ++n; }' \
    'static _Thread_local int n; int agon_f(void) { return ++n; }' \
    'const char *agon_name = "x";'; do
    object "$code"
    must fail "symbols: $code" symbols
done
object 'int agon_f(void) { return 1; }'
library 'int agon_f(void) { return 1; } int helper(void) { return 1; }'
must fail "symbols: a name outside agon_" symbols

# Manuals.
manuals() { python3 "$source/tests/manuals.py" .; }
mkdir -p docs
echo '.summary = "Roll on, or bank what you have."' >games/g/rules.c
echo 'Whoever rolls a one **loses** all points of this turn.' >games/g/manual.md
must pass "clean manuals" manuals
plant_text() { # plant_text FILE TEXT
    echo "$2" >"$1"
    must fail "manuals: $1: $2" manuals
    rm "$1"
}
plant_text docs/g.md 'Note: whoever rolls a one loses all
points of this turn, as ever.'
plant_text apps/terminal/games/g/words.c '"Whoever rolls a one loses all\n"
    "points of this turn.\n"'
plant_text apps/cli/words.c '"Roll on, or bank what you have."'
echo 'Whoever rolls a one loses `all` points.' >games/g/manual.md
must fail "manuals: Markdown that readers do not know" manuals

[ $failed -ne 0 ] || echo "planted: every planted fault was found"
exit $failed
