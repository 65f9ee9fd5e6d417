# SPDX-License-Identifier: MIT
# How CMake finds Highway in the Flatpak; 1.0.3 has no such file of its own.
if(NOT TARGET hwy::hwy)
  add_library(hwy::hwy STATIC IMPORTED)
  set_target_properties(hwy::hwy PROPERTIES
    IMPORTED_LOCATION /app/lib/libhwy.a
    INTERFACE_INCLUDE_DIRECTORIES /app/include
    INTERFACE_COMPILE_DEFINITIONS HWY_STATIC_DEFINE)
endif()
