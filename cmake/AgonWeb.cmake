# The web page inside the program: what `make web` left in build/web is packed into one file, and that
# is put into the program as it is. Without a page the pack is empty, and `agon serve` says so.
set(AGON_WEB_DIR "${PROJECT_SOURCE_DIR}/build/web" CACHE PATH "The built web page to carry")
set(pack "${PROJECT_BINARY_DIR}/web.pack")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# The page's files are not known to CMake, so the pack is looked at in every build; it is only written,
# and the program linked again, when something changed.
add_custom_target(agon_web_pack BYPRODUCTS "${pack}"
  COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/pack-web.py" "${AGON_WEB_DIR}" "${pack}"
  COMMENT "" VERBATIM)
set(AGON_WEB_SOURCE "${PROJECT_BINARY_DIR}/web_pack.c")
file(CONFIGURE OUTPUT "${AGON_WEB_SOURCE}" @ONLY CONTENT [[
// Made by cmake/AgonWeb.cmake.
#include "apps/server/net/files.h"
__asm__(".section .rodata\n"
        ".global agon_web_pack\n"
        "agon_web_pack:\n"
        ".incbin \"@pack@\"\n"
        ".global agon_web_pack_end\n"
        "agon_web_pack_end:\n"
        ".byte 0\n"
        ".previous\n");
]])
set_source_files_properties("${AGON_WEB_SOURCE}" PROPERTIES OBJECT_DEPENDS "${pack}")
