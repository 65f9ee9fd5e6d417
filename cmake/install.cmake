# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the program, and the library for `find_package(phasebox)`.
if(NOT PHASEBOX_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/phasebox)

set(components development)
if(TARGET phasebox_shared)
  list(PREPEND components library)
endif()
if(TARGET phasebox)
  list(PREPEND components program)
endif()

foreach(component IN LISTS components)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()
install(DIRECTORY ${public_headers}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

foreach(room base collide)
  set_target_properties(phasebox_${room} PROPERTIES EXPORT_NAME ${room})
endforeach()
set_target_properties(phasebox_c PROPERTIES EXPORT_NAME static OUTPUT_NAME phasebox)
set(libraries phasebox_base phasebox_collide phasebox_c)
if(TARGET phasebox_shared)
  set_target_properties(phasebox_shared PROPERTIES EXPORT_NAME shared)
  list(APPEND libraries phasebox_shared)
endif()
foreach(library IN LISTS libraries)
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
install(TARGETS ${libraries} EXPORT phasebox ARCHIVE COMPONENT development
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(EXPORT phasebox NAMESPACE phasebox:: FILE phasebox-targets.cmake DESTINATION ${package} COMPONENT development)

# What a static library needs beside itself, for pkg-config; all programs need it where there is no shared one.
set(private_libraries "-lphasebox_collide -lphasebox_base -lstdc++ -lm")
if(PHASEBOX_HAS_SIMD)
  string(APPEND private_libraries " -lhwy")
endif()
if(PHASEBOX_HAS_TBB)
  string(APPEND private_libraries " -ltbb")
endif()
set(public_libraries -lphasebox)
if(NOT TARGET phasebox_shared)
  string(APPEND public_libraries " ${private_libraries}")
  set(private_libraries "")
endif()
# The way from phasebox.pc to the prefix and back, whatever the folders of a system are called.
file(RELATIVE_PATH to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH to_headers ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH to_libraries ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
configure_file(cmake/phasebox.pc.in phasebox.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/phasebox.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

configure_package_config_file(cmake/phasebox-config.cmake.in phasebox-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(phasebox-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/phasebox-config.cmake
              ${PROJECT_BINARY_DIR}/phasebox-config-version.cmake DESTINATION ${package} COMPONENT development)

if(TARGET phasebox)
  include(${PROJECT_SOURCE_DIR}/packaging/program.cmake)
endif()
include(${PROJECT_SOURCE_DIR}/packaging/packages.cmake)
