# SPDX-License-Identifier: MIT
# Runs at install time: copies the library's public headers, which are those in collide/ itself, not in its folders,
# and what they use of base/. They name each other "collide/..."; installed it is <phasebox/collide/...>, so that no
# file of a game (its own collide/frame.hpp, say) can take their place.
# Given: source (the folder of the rooms), staging (in the build), destination (absolute, or below the prefix).
cmake_path(ABSOLUTE_PATH destination BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
file(REMOVE_RECURSE "${staging}")
file(GLOB headers RELATIVE "${source}" "${source}/collide/*.hpp")
while(headers)
  list(POP_FRONT headers header)
  if(EXISTS "${staging}/${header}")
    continue()
  endif()
  file(READ "${source}/${header}" text)
  string(REGEX MATCHALL "#include \"[^\"\n]*\"" used "${text}")
  list(TRANSFORM used REPLACE "#include \"(.*)\"" "\\1")
  list(APPEND headers ${used})
  string(REGEX REPLACE "#include \"([^\"\n]*)\"" "#include <phasebox/\\1>" text "${text}")
  file(WRITE "${staging}/${header}" "${text}")
endwhile()
file(INSTALL DESTINATION "${destination}" TYPE DIRECTORY
     FILES "${staging}/base" "${staging}/collide")
