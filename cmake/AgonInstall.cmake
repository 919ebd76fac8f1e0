# make install: libraries, headers, pkg-config files, CMake package, manual pages, completions.
if(NOT TARGET agon_static)
  return()
endif()
include(CMakePackageConfigHelpers)

# Core has an export of its own: whoever needs nothing else needs no jansson either.
set(core_libraries ${AGON_LIBRARIES})
list(FILTER core_libraries INCLUDE REGEX "core")
set(full_libraries ${AGON_LIBRARIES})
list(FILTER full_libraries EXCLUDE REGEX "core")
install(TARGETS ${full_libraries} EXPORT agonTargets)
install(TARGETS ${core_libraries} EXPORT agonCoreTargets)
install(DIRECTORY include/agon TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_BINARY_DIR}/include/agon/version.h"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/agon")
foreach(game IN LISTS AGON_GAMES)
  install(FILES games/${game}/${game}.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/agon/games")
endforeach()
if(TARGET agon_cli)
  install(TARGETS agon_cli)
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/agon")
install(EXPORT agonTargets NAMESPACE agon:: DESTINATION "${package_dir}")
install(EXPORT agonCoreTargets NAMESPACE agon:: DESTINATION "${package_dir}")
configure_package_config_file(cmake/agonConfig.cmake.in agonConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(agonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/agonConfig.cmake" "${PROJECT_BINARY_DIR}/agonConfigVersion.cmake"
  DESTINATION "${package_dir}")

# The prefix is known only when installing: the file finds it from where it lies.
file(RELATIVE_PATH AGON_PC_TO_PREFIX
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" AGON_PC_TO_PREFIX "${AGON_PC_TO_PREFIX}")
# agon_pkg_config(NAME DESCRIPTION NEEDS LIBRARIES CFLAGS)
function(agon_pkg_config name description needs libraries cflags)
  set(AGON_PC_NAME ${name})
  set(AGON_PC_DESCRIPTION "${description}")
  set(AGON_PC_NEEDS "${needs}")
  set(AGON_PC_LIBRARIES "${libraries}")
  set(AGON_PC_CFLAGS "${cflags}")
  configure_file(cmake/agon.pc.in ${name}.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()
agon_pkg_config(agon "${PROJECT_DESCRIPTION}" jansson "-lpthread -lm" "")
agon_pkg_config(agon-core "Core, games and bots of Agon, with the C library only" "" "" "")
if(AGON_CHECKED)
  agon_pkg_config(agon-checked "Agon with checks of its callers" jansson "-lpthread -lm"
    "-DAGON_CHECKED")
endif()

foreach(section 1 3)
  agon_glob(pages "docs/man/*.${section}")
  install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}")
endforeach()

install(FILES completions/agon.bash RENAME agon
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES completions/_agon DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES completions/agon.fish DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
