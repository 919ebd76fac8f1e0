# Finds the sources of every layer. games/games.def names the game folders. What is named after a layer,
# file or folder, is of that layer; everything else of a game is its rules:
#   bots.c bots/ -> bots    codec.c codec/ -> codec    tests/ -> tests    any other -> games
set(AGON_GAMES "")
if(EXISTS "${PROJECT_SOURCE_DIR}/games/games.def")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS games/games.def)
  file(STRINGS games/games.def lines REGEX "^[ \t]*AGON_GAME\\(")
  foreach(line IN LISTS lines)
    if(line MATCHES "AGON_GAME\\([ \t]*\"([^\"]+)\"")
      list(APPEND AGON_GAMES "${CMAKE_MATCH_1}")
    endif()
  endforeach()
endif()

# agon_glob(OUT PATTERN...): sorted, project-relative patterns, re-evaluated when files come and go.
function(agon_glob out)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/")
  file(GLOB found CONFIGURE_DEPENDS ${ARGN})
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

foreach(layer core common bots codec match check rpc tourney)
  agon_glob(AGON_SOURCES_${layer} "src/${layer}/*.c" "src/${layer}/*/*.c")
endforeach()

foreach(game IN LISTS AGON_GAMES)
  agon_glob(rules "games/${game}/*.c" "games/${game}/*/*.c")
  foreach(layer bots codec tests)
    agon_glob(sources "games/${game}/${layer}.c" "games/${game}/${layer}/*.c")
    list(APPEND AGON_SOURCES_${layer} ${sources})
    list(REMOVE_ITEM rules ${sources})
  endforeach()
  list(APPEND AGON_SOURCES_games ${rules})
endforeach()

# The layers that have sources, bottom first, and all sources of the library.
set(AGON_LAYERS "")
set(AGON_SOURCES "")
foreach(layer core games common bots codec match check rpc tourney)
  if(AGON_SOURCES_${layer})
    list(APPEND AGON_LAYERS ${layer})
    list(APPEND AGON_SOURCES ${AGON_SOURCES_${layer}})
  endif()
endforeach()

# The layers that need the C library only; those above them may see jansson.
set(AGON_CORE_LAYERS ${AGON_LAYERS})
list(FILTER AGON_CORE_LAYERS INCLUDE REGEX "^(core|games|common|bots)$")

# agon_add_layers(PREFIX DEFINITION...): one object library PREFIX_<layer> each.
function(agon_add_layers prefix)
  foreach(layer IN LISTS AGON_LAYERS)
    add_library(${prefix}_${layer} OBJECT ${AGON_SOURCES_${layer}})
    set_target_properties(${prefix}_${layer} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${prefix}_${layer} PRIVATE agon_flags)
    target_compile_definitions(${prefix}_${layer} PRIVATE ${ARGN})
    if(NOT layer IN_LIST AGON_CORE_LAYERS)
      target_link_libraries(${prefix}_${layer} PRIVATE PkgConfig::JANSSON)
    endif()
  endforeach()
endfunction()

# A game's public header is games/<id>/<id>.h; users include it as agon/games/<id>.h.
foreach(game IN LISTS AGON_GAMES)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/include/agon/games/${game}.h"
    CONTENT "#include \"${PROJECT_SOURCE_DIR}/games/${game}/${game}.h\"\n")
endforeach()

# The version is CMake's; programs see it in agon/version.h.
configure_file("${PROJECT_SOURCE_DIR}/include/agon/version.h.in"
  "${PROJECT_BINARY_DIR}/include/agon/version.h" @ONLY)
