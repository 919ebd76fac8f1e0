# libagon.a and libagon.so, from the layers' objects.
set(objects "")
foreach(layer IN LISTS AGON_LAYERS)
  list(APPEND objects "$<TARGET_OBJECTS:agon_${layer}>")
endforeach()
if(NOT objects)
  message(WARNING "no sources found: nothing to build")
  return()
endif()

set(AGON_LIBRARIES agon_static)
add_library(agon_static STATIC ${objects})
if(AGON_SHARED)
  add_library(agon SHARED ${objects})
  set_target_properties(agon PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  target_link_options(agon PRIVATE -Wl,--as-needed -Wl,--no-undefined)
  list(APPEND AGON_LIBRARIES agon)
endif()
foreach(library IN LISTS AGON_LIBRARIES)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME agon LINKER_LANGUAGE C)
  target_include_directories(${library} INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include;${PROJECT_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  # Public headers do not know jansson; the programs of this tree do (src/codec/json.h).
  target_link_libraries(${library} PUBLIC "$<BUILD_INTERFACE:PkgConfig::JANSSON>"
    PRIVATE "$<BUILD_INTERFACE:agon_flags>" PkgConfig::JANSSON Threads::Threads m)
endforeach()
if(AGON_SANITIZE MATCHES "address|thread" AND AGON_SHARED)
  message(FATAL_ERROR "sanitizers and -Wl,--no-undefined do not mix: set AGON_SHARED=OFF")
endif()
