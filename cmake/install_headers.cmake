# SPDX-License-Identifier: MIT
# Runs at install time: copies the library's headers, which name each other "core/...", as
# <phasebox/core/...>, so that no file of a game (its own core/frame.hpp, say) can take their place.
# Given: source (the folder of core), staging (in the build), destination (below the prefix).
file(REMOVE_RECURSE "${staging}")
file(GLOB_RECURSE headers RELATIVE "${source}" "${source}/core/*.hpp")
foreach(header IN LISTS headers)
  file(READ "${source}/${header}" text)
  string(REGEX REPLACE "#include \"(core/[^\"\n]*)\"" "#include <phasebox/\\1>" text "${text}")
  file(WRITE "${staging}/${header}" "${text}")
endforeach()
file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/${destination}" TYPE DIRECTORY FILES "${staging}/core")
