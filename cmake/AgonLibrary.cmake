# The libraries, from the layers' objects:
#   libagon          everything
#   libagon-core     core, games and bots: the C library is all it needs
#   libagon-checked  everything, and mistakes of the program end in agon_assert_failed
# Each is static (agon_static, …) and, with AGON_SHARED, shared as well (agon, …).
if(NOT AGON_LAYERS)
  message(WARNING "no sources found: nothing to build")
  return()
endif()
if(AGON_SANITIZE MATCHES "address|thread" AND AGON_SHARED)
  message(FATAL_ERROR "sanitizers and -Wl,--no-undefined do not mix: set AGON_SHARED=OFF")
endif()

# agon_add_library(TARGET KIND OUTPUT_NAME PREFIX LAYER...)
function(agon_add_library target kind name prefix)
  set(objects "")
  foreach(layer IN LISTS ARGN)
    list(APPEND objects "$<TARGET_OBJECTS:${prefix}_${layer}>")
  endforeach()
  add_library(${target} ${kind} ${objects})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C)
  target_include_directories(${target} INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include;${PROJECT_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:agon_flags>")
  if(kind STREQUAL SHARED)
    set_target_properties(${target} PROPERTIES
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    target_link_options(${target} PRIVATE -Wl,--as-needed -Wl,--no-undefined)
  endif()
  if(NOT name STREQUAL agon-core)
    # Public headers do not know jansson; the programs of this tree do (src/codec/json.h).
    target_link_libraries(${target} PUBLIC "$<BUILD_INTERFACE:PkgConfig::JANSSON>"
      PRIVATE PkgConfig::JANSSON Threads::Threads m)
  endif()
  set(AGON_LIBRARIES ${AGON_LIBRARIES} ${target} PARENT_SCOPE)
endfunction()

set(AGON_LIBRARIES "")
agon_add_library(agon_static STATIC agon agon ${AGON_LAYERS})
agon_add_library(agon_core_static STATIC agon-core agon ${AGON_CORE_LAYERS})
if(AGON_CHECKED)
  agon_add_layers(agon_checked AGON_CHECKED)
  agon_add_library(agon_checked_static STATIC agon-checked agon_checked ${AGON_LAYERS})
  target_compile_definitions(agon_checked_static INTERFACE AGON_CHECKED)
endif()
if(AGON_SHARED)
  agon_add_library(agon SHARED agon agon ${AGON_LAYERS})
  agon_add_library(agon_core_shared SHARED agon-core agon ${AGON_CORE_LAYERS})
  set_target_properties(agon_core_shared PROPERTIES EXPORT_NAME agon_core)
  if(AGON_CHECKED)
    agon_add_library(agon_checked SHARED agon-checked agon_checked ${AGON_LAYERS})
    target_compile_definitions(agon_checked INTERFACE AGON_CHECKED)
  endif()
endif()
