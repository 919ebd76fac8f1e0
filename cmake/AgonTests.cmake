# Every test is found by its place; nothing is listed by hand.
#   tests/<part>/test_*.c, games/<id>/tests/test*.c               cmocka programs
#   tests/server/<part>/test_*.c                                  the same, with the server
#   tests/golden/agon-{golden,describe}.c   tools: compare as a test, `--write` regenerates
#   tests/e2e/*.{sh,py,mjs}                                       scripts driving the programs
#   tests/fuzz/fuzz_*.c                                           libFuzzer targets (AGON_FUZZ)
#   examples/*.c, examples/{sixth,new}_game/                      built and run
# A test is of the quick tier unless it says "label: full" in a comment (scripts: first five lines).
if(NOT TARGET agon_static)
  return()
endif()
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

agon_glob(support_sources "tests/support/*.c")
add_library(agon_test_support INTERFACE)
target_compile_definitions(agon_test_support INTERFACE AGON_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
if(support_sources)
  add_library(agon_support STATIC ${support_sources})
  target_compile_definitions(agon_support PRIVATE AGON_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(agon_support PRIVATE agon_flags
    PUBLIC agon_terminal agon_static PkgConfig::CMOCKA)
  target_link_libraries(agon_test_support INTERFACE agon_support)
endif()
target_link_libraries(agon_test_support INTERFACE
  agon_static agon_flags PkgConfig::CMOCKA Threads::Threads m)

# agon_label(OUT SOURCE): quick or full, as the file says.
function(agon_label out source)
  file(STRINGS "${source}" marks REGEX "(//|#|\\*)[ \t]*label: full" LIMIT_COUNT 1)
  if(marks)
    set(${out} full PARENT_SCOPE)
  else()
    set(${out} quick PARENT_SCOPE)
  endif()
endfunction()

# agon_environment(NAME LABEL): what every test finds in its environment, and its time limit.
function(agon_environment name label)
  set(timeout 60)
  if(label STREQUAL full OR AGON_SANITIZE)
    set(timeout 900)
  endif()
  set(agon_program "")
  if(TARGET agon_cli)
    set(agon_program "AGON=$<TARGET_FILE:agon_cli>")
  endif()
  set_tests_properties("${name}" PROPERTIES LABELS ${label} TIMEOUT ${timeout} SKIP_RETURN_CODE 77
    ENVIRONMENT "${agon_program};AGON_BUILD=${PROJECT_BINARY_DIR};AGON_SOURCE=${PROJECT_SOURCE_DIR}")
endfunction()

# agon_add_test(NAME SOURCE...): a test program; its first source carries the label.
function(agon_add_test name)
  string(MAKE_C_IDENTIFIER "test_${name}" target)
  add_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_link_libraries(${target} PRIVATE agon_test_support)
  add_test(NAME "${name}" COMMAND ${target} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
  list(GET ARGN 0 first)
  agon_label(label "${first}")
  agon_environment("${name}" ${label})
endfunction()

# Tests of the server have the server linked to them, and what they share: tests/server/support.
if(TARGET agon_server)
  agon_glob(server_support "tests/server/support/*.c")
  add_library(agon_server_support STATIC ${server_support})
  target_link_libraries(agon_server_support PRIVATE agon_flags PUBLIC agon_server agon_support)
endif()

# A test is called as its place says: tests/server/net/test_http.c is server/net/test_http.
agon_glob(sources "tests/*/test_*.c" "tests/server/*/test_*.c")
foreach(source IN LISTS sources)
  file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/tests" "${source}")
  string(REGEX REPLACE "\\.c$" "" name "${name}")
  if(NOT name MATCHES "^server/")
    agon_add_test("${name}" "${source}")
  elseif(TARGET agon_server)
    agon_add_test("${name}" "${source}")
    string(MAKE_C_IDENTIFIER "test_${name}" target)
    target_link_libraries(${target} PRIVATE agon_server_support)
  endif()
endforeach()

# The checked library finds mistakes; tests/install does the same with the installed one.
if(TARGET agon_checked_static)
  add_executable(test_misuse "tests/install/misuse.c")
  set_target_properties(test_misuse PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_link_libraries(test_misuse PRIVATE agon_checked_static)
  add_test(NAME misuse COMMAND test_misuse)
  agon_environment(misuse quick)
endif()

foreach(tool golden describe)
  add_executable(agon_${tool} "tests/golden/agon-${tool}.c")
  set_target_properties(agon_${tool} PROPERTIES OUTPUT_NAME agon-${tool})
  target_link_libraries(agon_${tool} PRIVATE agon_test_support)
  add_test(NAME ${tool} COMMAND agon_${tool} WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
  agon_environment(${tool} quick)
endforeach()

foreach(game IN LISTS AGON_GAMES)
  agon_glob(sources "games/${game}/tests/test*.c")
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    agon_add_test("game/${game}/${name}" "${source}")
  endforeach()
endforeach()

agon_glob(sources "examples/*.c")
foreach(source IN LISTS sources)
  get_filename_component(name "${source}" NAME_WE)
  agon_add_test("example/${name}" "${source}")
endforeach()
# A bot is a program that others start: nothing of Agon is linked to it.
agon_glob(sources "examples/bots/*.c")
foreach(source IN LISTS sources)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(example_${name} "${source}")
  set_target_properties(example_${name} PROPERTIES OUTPUT_NAME "${name}"
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples/bots")
  target_link_libraries(example_${name} PRIVATE agon_flags)
endforeach()
# Games that are not registered: a folder each, as it would be below games/.
foreach(example sixth_game new_game)
  agon_glob(sources "examples/${example}/*.c" "examples/${example}/tests/*.c")
  agon_add_test("example/${example}" ${sources})
endforeach()

# Scripts. The interpreter follows from the name's ending.
set(AGON_INTERPRETER_sh sh)
set(AGON_INTERPRETER_py python3)
set(AGON_INTERPRETER_mjs node)
function(agon_add_script name script)
  get_filename_component(ending "${script}" LAST_EXT)
  string(SUBSTRING "${ending}" 1 -1 ending)
  add_test(NAME "${name}" COMMAND ${AGON_INTERPRETER_${ending}} "${script}" ${ARGN}
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
  agon_label(label "${script}")
  agon_environment("${name}" ${label})
endfunction()

agon_glob(scripts "tests/e2e/*.sh" "tests/e2e/*.py" "tests/e2e/*.mjs")
foreach(script IN LISTS scripts)
  get_filename_component(name "${script}" NAME_WE)
  agon_add_script("e2e/${name}" "${script}")
endforeach()

agon_add_script(layers "${PROJECT_SOURCE_DIR}/tests/layers.sh")
if(NOT AGON_SANITIZE AND NOT AGON_COVERAGE)
  agon_add_script(headers "${PROJECT_SOURCE_DIR}/tests/headers.py")
  agon_add_script(architecture "${PROJECT_SOURCE_DIR}/tests/architecture.py")
endif()
agon_add_script(sizes "${PROJECT_SOURCE_DIR}/tests/sizes.sh")
agon_add_script(manuals "${PROJECT_SOURCE_DIR}/tests/manuals.py")
agon_add_script(names "${PROJECT_SOURCE_DIR}/tests/names.py")
if(TARGET agon AND NOT AGON_SANITIZE AND NOT AGON_COVERAGE AND CMAKE_BUILD_TYPE STREQUAL Release)
  # The layers that must not allocate, do I/O, use floats or keep writable data.
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/pure-objects.txt" CONTENT
    "$<$<TARGET_EXISTS:agon_core>:$<JOIN:$<TARGET_OBJECTS:agon_core>,\n>\n>$<$<TARGET_EXISTS:agon_games>:$<JOIN:$<TARGET_OBJECTS:agon_games>,\n>\n>")
  agon_add_script(symbols "${PROJECT_SOURCE_DIR}/tests/symbols.sh"
    "$<TARGET_FILE:agon>" "${PROJECT_BINARY_DIR}/pure-objects.txt")
  agon_add_script(planted "${PROJECT_SOURCE_DIR}/tests/planted.sh")
  agon_add_script(install "${PROJECT_SOURCE_DIR}/tests/install/install.sh")
endif()

if(AGON_FUZZ)
  set(AGON_FUZZ_SECONDS 5 CACHE STRING "How long each fuzz target runs in the full tier")
  agon_glob(sources "tests/fuzz/fuzz_*.c")
  add_custom_target(fuzzers)
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(${name} "${source}")
    add_dependencies(fuzzers ${name})
    set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
    target_link_libraries(${name} PRIVATE agon_test_support agon_server -fsanitize=fuzzer)
    add_test(NAME "fuzz/${name}" COMMAND sh "${PROJECT_SOURCE_DIR}/tools/fuzz.sh"
      "$<TARGET_FILE:${name}>" ${AGON_FUZZ_SECONDS})
    agon_environment("fuzz/${name}" full)
  endforeach()
endif()
