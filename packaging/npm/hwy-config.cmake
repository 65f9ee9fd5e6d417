# SPDX-License-Identifier: MIT
# Highway for WebAssembly: its headers alone, in a folder without those of the system.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/highway)
file(CREATE_LINK /usr/include/hwy ${CMAKE_BINARY_DIR}/highway/hwy SYMBOLIC)
add_library(hwy::hwy INTERFACE IMPORTED)
set_target_properties(hwy::hwy PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/highway)
