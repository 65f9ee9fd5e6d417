# SPDX-License-Identifier: MIT
# The library's public headers, as they are installed and as a game sees them that has us in its tree: those of C, those
# in collide/ itself, not in its folders, and what they use of base/. Ours name each other "collide/..."; here it is
# <phasebox/collide/...>, so that no file of a game (its own collide/frame.hpp, say) can take their place.
set(public_headers ${PROJECT_BINARY_DIR}/public_headers)
set(source ${PROJECT_SOURCE_DIR}/src)
file(GLOB headers RELATIVE ${source} CONFIGURE_DEPENDS ${source}/collide/*.hpp)
file(GLOB_RECURSE stale ${public_headers}/*)
while(headers)
  list(POP_FRONT headers header)
  if(header IN_LIST known)
    continue()
  endif()
  list(APPEND known ${header})
  file(READ ${source}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"\n]*\"" used "${text}")
  list(TRANSFORM used REPLACE "#include \"(.*)\"" "\\1")
  list(APPEND headers ${used})
  string(REGEX REPLACE "#include \"([^\"\n]*)\"" "#include <phasebox/\\1>" text "${text}")
  file(CONFIGURE OUTPUT ${public_headers}/phasebox/${header} CONTENT "${text}" @ONLY)
  list(REMOVE_ITEM stale ${public_headers}/phasebox/${header})
endwhile()
foreach(header phasebox.h phasebox.hpp phasebox_plugin.hpp)
  list(APPEND known c/${header})
  file(COPY_FILE ${source}/c/${header} ${public_headers}/${header} ONLY_IF_DIFFERENT)
  list(REMOVE_ITEM stale ${public_headers}/${header})
endforeach()
if(stale)
  file(REMOVE ${stale})
endif()
list(TRANSFORM known PREPEND ${source}/)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${known})

# phasebox_public_headers(target): what links to it, and is not of this project, sees them.
function(phasebox_public_headers target)
  target_include_directories(${target} SYSTEM INTERFACE
    $<BUILD_INTERFACE:$<$<NOT:$<STREQUAL:$<TARGET_PROPERTY:FOLDER>,${CMAKE_FOLDER}>>:${public_headers}>>)
endfunction()
