# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the program, and the library for `find_package(phasebox)`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/phasebox)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/phasebox)

if(TARGET phasebox)
  install(TARGETS phasebox COMPONENT program)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)
install(CODE "set(source \"${PROJECT_SOURCE_DIR}/src\")
set(staging \"${PROJECT_BINARY_DIR}/installed_headers\")
set(destination \"${headers}\")" COMPONENT library)
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake COMPONENT library)
install(FILES src/c/phasebox.h src/c/phasebox.hpp src/c/phasebox_plugin.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)

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
install(TARGETS ${libraries} EXPORT phasebox COMPONENT library)
install(EXPORT phasebox NAMESPACE phasebox:: FILE phasebox-targets.cmake DESTINATION ${package} COMPONENT library)

# What a static library needs beside itself, for pkg-config.
set(private_libraries "-lphasebox_collide -lphasebox_base -lstdc++ -lm")
if(PHASEBOX_HAS_SIMD)
  string(APPEND private_libraries " -lhwy")
endif()
if(PHASEBOX_HAS_TBB)
  string(APPEND private_libraries " -ltbb")
endif()
configure_file(cmake/phasebox.pc.in phasebox.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/phasebox.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

configure_package_config_file(cmake/phasebox-config.cmake.in phasebox-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(phasebox-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/phasebox-config.cmake
              ${PROJECT_BINARY_DIR}/phasebox-config-version.cmake DESTINATION ${package} COMPONENT library)

# `cpack -D CPACK_COMPONENTS_ALL=library` packs the library alone.
set(CPACK_GENERATOR TGZ)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
include(CPack)
