# SPDX-License-Identifier: MIT
# Read by cpack: packages and archives of what is installed begin at /usr, those of the sources do not.
if(CPACK_INSTALL_CMAKE_PROJECTS)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
