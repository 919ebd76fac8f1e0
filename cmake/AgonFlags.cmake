# Compiler flags, gathered in the interface target agon_flags that everything of ours links.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(AGON_DEBUG_FLAGS "-O1 -g" CACHE STRING "Flags of the build type Debug")
set(CMAKE_C_FLAGS_DEBUG "${AGON_DEBUG_FLAGS}")

add_library(agon_flags INTERFACE)
target_compile_options(agon_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror)
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  # Texts have bounds, and snprintf cuts them on purpose.
  target_compile_options(agon_flags INTERFACE -Wno-format-truncation)
endif()
if(NOT AGON_WASM)
  # Public functions may call each other directly inside the library.
  target_compile_options(agon_flags INTERFACE -fno-semantic-interposition)
endif()
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # gcc clears and copies a few hundred bytes with `rep stos` and `rep movs`, which take longer to
  # start than the C library takes to do it.
  target_compile_options(agon_flags INTERFACE
    -mmemset-strategy=vector_loop:128:noalign,libcall:-1:noalign
    -mmemcpy-strategy=vector_loop:128:noalign,libcall:-1:noalign)
endif()
target_include_directories(agon_flags INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/include")

if(AGON_MARCH)
  target_compile_options(agon_flags INTERFACE "-march=${AGON_MARCH}")
endif()

if(AGON_SANITIZE)
  set(sanitize "-fsanitize=${AGON_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_compile_options(agon_flags INTERFACE ${sanitize})
  target_link_options(agon_flags INTERFACE ${sanitize})
  target_compile_definitions(agon_flags INTERFACE AGON_SANITIZED)
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    # gcc's instrumentation makes these two cry wolf; the other builds have them on.
    target_compile_options(agon_flags INTERFACE -Wno-conversion -Wno-maybe-uninitialized)
  endif()
endif()

if(AGON_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "AGON_FUZZ needs clang: use the preset fuzz")
  endif()
  target_compile_options(agon_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(AGON_COVERAGE)
  target_compile_options(agon_flags INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(agon_flags INTERFACE --coverage)
endif()

# Shown by `agon bench` so that numbers are never quoted without their build.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}}" AGON_BUILD_FLAGS)
if(AGON_MARCH)
  string(APPEND AGON_BUILD_FLAGS " -march=${AGON_MARCH}")
endif()
if(AGON_SANITIZE)
  string(APPEND AGON_BUILD_FLAGS " -fsanitize=${AGON_SANITIZE}")
endif()
