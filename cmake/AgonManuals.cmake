# The manuals of the games inside the program: each games/<id>/manual.md as it is. A game without one
# has none.
set(AGON_MANUALS_SOURCE "${PROJECT_BINARY_DIR}/manuals.c")
agon_glob(found "games/*/manual.md")
set(AGON_MANUALS "") # the files of registered games
set(texts "")
set(names "")
set(entries "")
foreach(game IN LISTS AGON_GAMES)
  set(file "${PROJECT_SOURCE_DIR}/games/${game}/manual.md")
  if(file IN_LIST found)
    string(MAKE_C_IDENTIFIER "manual_${game}" name)
    list(APPEND AGON_MANUALS "${file}")
    string(APPEND texts "        \".global ${name}\\n${name}: .incbin \\\"${file}\\\"\\n.byte 0\\n\"\n")
    string(APPEND names "extern const char ${name}[];\n")
    string(APPEND entries "    {\"${game}\", ${name}},\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT "${AGON_MANUALS_SOURCE}" @ONLY CONTENT [[
// Made by cmake/AgonManuals.cmake.
#include "apps/host/manual.h"
#include <stddef.h>
__asm__(".section .rodata\n"
@texts@        ".previous\n");
@names@
const agon_manual agon_manuals[] = {
@entries@    {NULL, NULL},
};
]])
set_source_files_properties("${AGON_MANUALS_SOURCE}" PROPERTIES OBJECT_DEPENDS "${AGON_MANUALS}")
