# Executables: apps/cli -> build/agon, every bench/*.c -> build/bench/<name>. What programs share
# that start others (processes, pipes, the sandbox) is apps/host; playing in the terminal is apps/terminal;
# apps/server is the server, the only part that needs SQLite, libsodium, OpenSSL and libwebsockets.
if(NOT TARGET agon_static)
  return()
endif()

include(AgonManuals)
agon_glob(host_sources "apps/host/*.c" "apps/host/*/*.c")
add_library(agon_host STATIC ${host_sources} "${AGON_MANUALS_SOURCE}")
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
target_link_libraries(agon_host PUBLIC agon_static PkgConfig::SECCOMP PRIVATE agon_flags Threads::Threads)

agon_glob(server_sources "apps/server/*.c" "apps/server/*/*.c")
if(server_sources)
  pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
  pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
  pkg_check_modules(WEBSOCKETS REQUIRED IMPORTED_TARGET libwebsockets)
  pkg_check_modules(SSL REQUIRED IMPORTED_TARGET libssl libcrypto)
  pkg_check_modules(UV REQUIRED IMPORTED_TARGET libuv)
  add_library(agon_server STATIC ${server_sources})
  target_link_libraries(agon_server PUBLIC agon_host agon_static PkgConfig::SQLITE3
    PkgConfig::SODIUM PkgConfig::WEBSOCKETS PkgConfig::SSL PkgConfig::UV Threads::Threads PRIVATE agon_flags)
endif()

# Playing and watching in the terminal.
pkg_check_modules(EDIT REQUIRED IMPORTED_TARGET libedit)
agon_glob(terminal_sources "apps/terminal/*/*.c" "apps/terminal/*/*/*.c")
add_library(agon_terminal STATIC ${terminal_sources})
target_link_libraries(agon_terminal PUBLIC agon_host agon_static PRIVATE agon_flags PkgConfig::EDIT
  Threads::Threads)

agon_glob(cli_sources "apps/cli/*.c" "apps/cli/*/*.c")
if(cli_sources)
  include(AgonReport)
  include(AgonWeb)
  add_executable(agon_cli ${cli_sources} "${AGON_REPORT_SOURCE}" "${AGON_WEB_SOURCE}")
  add_dependencies(agon_cli agon_web_pack)
  set_target_properties(agon_cli PROPERTIES OUTPUT_NAME agon)
  target_link_libraries(agon_cli PRIVATE
    agon_terminal agon_host agon_static agon_flags Threads::Threads m)
  if(TARGET agon_server)
    target_link_libraries(agon_cli PRIVATE agon_server)
  endif()
  target_compile_definitions(agon_cli PRIVATE AGON_BUILD_FLAGS="${AGON_BUILD_FLAGS}")
endif()

# The benchmarks share bench/lib; every allocation goes through its counter, which is linked even to
# programs that do not allocate themselves, for what the library allocates.
agon_glob(bench_lib "bench/lib/*.c")
add_library(agon_bench STATIC ${bench_lib})
target_link_libraries(agon_bench PUBLIC agon_static agon_flags m)
target_link_options(agon_bench INTERFACE
  -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
  -Wl,--undefined=__wrap_malloc)
target_compile_definitions(agon_bench PUBLIC AGON_BUILD_FLAGS="${AGON_BUILD_FLAGS}")
agon_glob(bench_sources "bench/*.c")
foreach(source IN LISTS bench_sources)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(bench_${name} "${source}")
  set_target_properties(bench_${name} PROPERTIES
    OUTPUT_NAME "${name}" RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  target_link_libraries(bench_${name} PRIVATE agon_bench Threads::Threads)
endforeach()
target_link_options(bench_parts PRIVATE -Wl,--wrap=memcpy -Wl,--wrap=memmove)
