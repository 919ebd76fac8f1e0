# make install: libraries, headers, pkg-config file, CMake package, manual pages, completions.
if(NOT TARGET agon_static)
  return()
endif()
include(CMakePackageConfigHelpers)

set_target_properties(agon_static PROPERTIES EXPORT_NAME agon_static)
install(TARGETS ${AGON_LIBRARIES} EXPORT agonTargets)
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
configure_package_config_file(cmake/agonConfig.cmake.in agonConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(agonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/agonConfig.cmake" "${PROJECT_BINARY_DIR}/agonConfigVersion.cmake"
  DESTINATION "${package_dir}")

# The prefix is known only when installing: the file finds it from where it lies.
file(RELATIVE_PATH AGON_PC_TO_PREFIX
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" AGON_PC_TO_PREFIX "${AGON_PC_TO_PREFIX}")
configure_file(cmake/agon.pc.in agon.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/agon.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

foreach(section 1 3)
  agon_glob(pages "docs/man/*.${section}")
  install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}")
endforeach()

install(FILES completions/agon.bash RENAME agon
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES completions/_agon DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES completions/agon.fish DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
