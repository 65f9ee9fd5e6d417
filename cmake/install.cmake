# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the program, and the library for `find_package(phasebox)`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/phasebox)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/phasebox)

install(TARGETS phasebox)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(CODE "set(source \"${PROJECT_SOURCE_DIR}/src\")
set(staging \"${PROJECT_BINARY_DIR}/installed_headers\")
set(destination \"${headers}\")")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake)

foreach(room base collide)
  set_target_properties(phasebox_${room} PROPERTIES EXPORT_NAME ${room})
  target_include_directories(phasebox_${room} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
install(TARGETS phasebox_base phasebox_collide EXPORT phasebox)
install(EXPORT phasebox NAMESPACE phasebox:: FILE phasebox-targets.cmake DESTINATION ${package})

configure_package_config_file(cmake/phasebox-config.cmake.in phasebox-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(phasebox-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/phasebox-config.cmake
              ${PROJECT_BINARY_DIR}/phasebox-config-version.cmake DESTINATION ${package})
