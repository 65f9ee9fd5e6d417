# SPDX-License-Identifier: MIT
# What cpack makes in the build folder: `cpack -G DEB` the packages phasebox, libphasebox0 and libphasebox-dev,
# `cpack -G TGZ` archives of the same, `cpack --config CPackSourceConfig.cmake` the sources.
set(PHASEBOX_MAINTAINER "The Phasebox authors <authors@phasebox.example>" CACHE STRING
    "Who answers for the packages: name <address>")
set(CPACK_PACKAGE_NAME phasebox)
set(CPACK_PACKAGE_CONTACT "${PHASEBOX_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see, race and tune 2D collision detection")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packaging/prefix.cmake)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_GENERATOR TGZ)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME phasebox)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "interactive sandbox for 2D collision detection\nSprites that move, and thirteen ways to find which of\n them meet: see each at its work, race them over the\n recorded boxes of a game, and let a search choose one.")
if(PHASEBOX_GUI)
  # Loaded when it runs, so that no tool can see it.
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libgl1, libegl1")
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-wqy-microhei")
endif()

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libphasebox0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "broadphases for 2D collision detection\nBoxes in, overlapping pairs out, by thirteen methods.\n This package holds the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libphasebox-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
if(TARGET phasebox_shared)
  list(APPEND development_needs "libphasebox0 (= ${PROJECT_VERSION})")
endif()
if(PHASEBOX_HAS_SIMD)  # by the static libraries
  list(APPEND development_needs libhwy-dev)
endif()
if(PHASEBOX_HAS_TBB)
  list(APPEND development_needs libtbb-dev)
endif()
list(JOIN development_needs ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "broadphases for 2D collision detection, headers\nBoxes in, overlapping pairs out, by thirteen methods.\n This package holds headers, static libraries, and what\n CMake and pkg-config read.")

# Debian's own places, and what it wants to find beside each package: in its packages only, so that `cmake --install`
# puts nothing of that on another system. The script runs when files have been gathered, before they are packed.
foreach(component IN LISTS components)
  string(TOUPPER ${component} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  configure_file(${PROJECT_SOURCE_DIR}/packaging/changelog.in ${PROJECT_BINARY_DIR}/changelogs/${component}/changelog @ONLY)
  string(APPEND names "set(name_of_${component} ${name})\n")
endforeach()
file(CONFIGURE OUTPUT debian.cmake @ONLY CONTENT "\
${names}set(components ${components})
set(changelogs \"${PROJECT_BINARY_DIR}/changelogs\")
set(share ${CMAKE_INSTALL_DATADIR})
include(\"${PROJECT_SOURCE_DIR}/packaging/debian.cmake\")
")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/debian.cmake)

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME phasebox-${PROJECT_VERSION})
string(REGEX REPLACE "([.+])" "[\\1]" build_folder ${PROJECT_BINARY_DIR})
set(CPACK_SOURCE_IGNORE_FILES "^${build_folder}/" ^${PROJECT_SOURCE_DIR}/build/ /[.]git/ "/[.]git$" [.]swp$ ~$)
include(CPack)
