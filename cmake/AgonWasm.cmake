# The WebAssembly build: build/agon.wasm, one reactor module without a single import.
#
# jansson is compiled from Debian's source with the two headers in cmake/jansson, which say what
# wasi-libc has; its way to find a hash seed (clock, process id, /dev/urandom) is replaced by
# apps/wasm/jansson_seed.c. What wasi-libc would ask of its host is answered by apps/wasm/host.c.
if(NOT AGON_SOURCES)
  message(WARNING "no sources found: nothing to build")
  return()
endif()

set(jansson_dir "${PROJECT_SOURCE_DIR}/build/jansson")
execute_process(COMMAND "${PROJECT_SOURCE_DIR}/tools/fetch-jansson.sh" "${jansson_dir}"
  COMMAND_ERROR_IS_FATAL ANY)
set(jansson_sources
  dump.c error.c hashtable.c load.c memory.c pack_unpack.c strbuffer.c strconv.c utf.c value.c
  version.c)
list(TRANSFORM jansson_sources PREPEND "${jansson_dir}/src/src/")
add_library(jansson STATIC ${jansson_sources} apps/wasm/jansson_seed.c)
target_include_directories(jansson SYSTEM PUBLIC
  "${PROJECT_SOURCE_DIR}/cmake/jansson" "${jansson_dir}/src/src")
target_compile_definitions(jansson PRIVATE HAVE_CONFIG_H)

# Features that every browser and node have had for years (SIMD: Chrome 91, Firefox 89, Safari 16.4).
add_compile_options(-ffunction-sections -fdata-sections -mbulk-memory -msign-ext)

# Everybody who opens the page waits for the module, so what speaks text is compiled for size, and only
# what bots spend their time on for speed: 120 kB compressed instead of 104, and search takes half as
# long (bench/NOTES.md).
set(AGON_WASM_LEVEL -Oz)
add_compile_options(${AGON_WASM_LEVEL})
target_compile_options(jansson PRIVATE -ffunction-sections -fdata-sections ${AGON_WASM_LEVEL})

agon_glob(glue "apps/wasm/*.c")
list(FILTER glue EXCLUDE REGEX "jansson_seed\\.c$")
add_executable(agon_wasm ${AGON_SOURCES} ${glue})
foreach(layer core games bots)
  set_source_files_properties(${AGON_SOURCES_${layer}} PROPERTIES COMPILE_OPTIONS "-O3;-msimd128")
endforeach()
set_target_properties(agon_wasm PROPERTIES OUTPUT_NAME agon SUFFIX .wasm)
target_link_libraries(agon_wasm PRIVATE agon_flags jansson)
target_link_options(agon_wasm PRIVATE
  -mexec-model=reactor
  # Keeps clang from calling wasm-opt by itself, without the features above; see the end.
  -O0 -Wl,-O2
  # The stack comes first in memory, so that an overflow traps instead of destroying data.
  -Wl,--stack-first -Wl,-z,stack-size=524288
  -Wl,--gc-sections -Wl,--strip-all
  -Wl,--export=agon_wasm_request,--export=agon_wasm_rpc,--export=agon_wasm_session
  -Wl,--export=agon_wasm_signature)

# A copy of wasi-libc without its bindings to the host: what apps/wasm/host.c does not answer is an
# error of the linker, never an import.
execute_process(COMMAND "${CMAKE_C_COMPILER}" --target=wasm32-wasi -print-file-name=libc.a
  OUTPUT_VARIABLE wasi_libc OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS "${wasi_libc}")
  set(wasi_libc /usr/lib/wasm32-wasi/libc.a)
endif()
file(COPY "${wasi_libc}" DESTINATION "${PROJECT_BINARY_DIR}/libc")
execute_process(COMMAND "${CMAKE_AR}" d "${PROJECT_BINARY_DIR}/libc/libc.a" __wasilibc_real.o
  COMMAND_ERROR_IS_FATAL ANY)
target_link_directories(agon_wasm PRIVATE "${PROJECT_BINARY_DIR}/libc")

find_program(AGON_WASM_OPT wasm-opt)
if(AGON_WASM_OPT)
  add_custom_command(TARGET agon_wasm POST_BUILD VERBATIM
    COMMAND "${AGON_WASM_OPT}" -O3 --low-memory-unused
      --enable-bulk-memory --enable-sign-ext --enable-simd
      "$<TARGET_FILE:agon_wasm>" -o "$<TARGET_FILE:agon_wasm>")
endif()
