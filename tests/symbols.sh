#!/bin/sh
# What the binaries really contain, seen with nm.
#   tests/symbols.sh LIBAGON_SO PURE_OBJECTS_FILE
# 1. The shared library exports agon_* and AGON_* and nothing else, and has its soname.
# 2. The objects of core and games call nothing but our own functions and the few of the C library
#    below: no allocation, no I/O, no clock, no helper for floats.
# 3. They hold no writable data: no globals.
# 4. They compute nothing with floats (looked for among the instructions of x86-64).
set -eu
library=${1:?shared library}
objects=$(cat "${2:?list of objects}")
failed=0
complain() {
    echo "symbols: $*"
    failed=1
}

exported=$(nm -D --defined-only "$library" | awk '{ print $NF }')
[ -n "$exported" ] || complain "the shared library exports nothing"
for symbol in $exported; do
    case $symbol in
        agon_* | AGON_*) ;;
        *) complain "exported outside the name space: $symbol" ;;
    esac
done
readelf -d "$library" | grep -q 'SONAME.*\[libagon\.so\.[0-9]*\]' || complain "no soname"

# Bounded copying, comparing and printing into memory; the compiler's own calls.
allowed=' memcpy memmove memset memcmp memchr strlen strnlen strcmp strncmp strchr strrchr
 snprintf vsnprintf __snprintf_chk __vsnprintf_chk __memcpy_chk __memset_chk
 __stack_chk_fail _GLOBAL_OFFSET_TABLE_ '
undefined() {
    # shellcheck disable=SC2086
    nm -A --undefined-only $objects | sed 's/:  *[Uw] /: /'
}
bad=$(undefined | awk -v allowed="$allowed" '
    BEGIN { n = split(allowed, names); for (i = 1; i <= n; i++) ok[names[i]] = 1 }
    $NF !~ /^agon_/ && !($NF in ok)')
[ -z "$bad" ] || complain "core and games must not use:
$bad"

# Of nm's types B, D, C, G and S are writable; constant tables of pointers are in .data.rel.ro.
# shellcheck disable=SC2086
writable=$(for object in $objects; do
    objdump -t "$object" | awk -v object="$object" '
        # name, size and section of every object that is data
        / O / && $0 ~ /[ \t](\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $0 !~ /\.data\.rel\.ro/ {
            print object ": " $NF }'
done)
[ -z "$writable" ] || complain "writable data in core and games:
$writable"

if [ "$(uname -m)" = x86_64 ]; then
    # shellcheck disable=SC2086
    floats=$(objdump -d --no-show-raw-insn $objects | awk '
        /^[0-9a-f]+ <.*>:$/ { name = $2 }
        $2 ~ /^v?((add|sub|mul|div|sqrt|min|max|u?comi)[sp][sd]|cvt.*2[sp][sd]|cvtt?[sp][sd]2.*|f(ld|add|mul|div|sub)[a-z]*)$/ {
            print name " " $2 }' | sort | uniq -c)
    [ -z "$floats" ] || complain "floats in core and games:
$floats"
fi

count=$(echo "$exported" | wc -l)
# shellcheck disable=SC2086
set -- $objects
echo "symbols: $count exported, $# objects of core and games looked at"
exit $failed
