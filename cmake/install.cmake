# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the program, and core as a library for `find_package(phasebox)`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Our headers name each other "core/...": two include roots, so that users can write <phasebox/core/...>.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/phasebox)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/phasebox)

install(TARGETS phasebox)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY src/core DESTINATION ${headers} FILES_MATCHING PATTERN *.hpp)

set_target_properties(phasebox_core PROPERTIES EXPORT_NAME core)
target_include_directories(phasebox_core INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> $<INSTALL_INTERFACE:${headers}>)
install(TARGETS phasebox_core EXPORT phasebox)
install(EXPORT phasebox NAMESPACE phasebox:: FILE phasebox-targets.cmake DESTINATION ${package})

configure_package_config_file(cmake/phasebox-config.cmake.in phasebox-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(phasebox-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/phasebox-config.cmake
              ${PROJECT_BINARY_DIR}/phasebox-config-version.cmake DESTINATION ${package})
