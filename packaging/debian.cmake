# SPDX-License-Identifier: MIT
# Run by cpack when it has gathered the files of its packages: makes them what Debian wants, where Debian's packages are
# made. Given: components, name_of_<component>, changelogs (a folder for each component), share (below the prefix).
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(gathered ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
foreach(component IN LISTS components)
  set(prefix ${gathered}/${component}${CPACK_PACKAGING_INSTALL_PREFIX})
  # `copyright` says what LICENSE says, under the name that Debian looks for.
  file(REMOVE_RECURSE ${prefix}/${share}/doc/phasebox)
  set(documents ${prefix}/${share}/doc/${name_of_${component}})
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/copyright ${changelogs}/${component}/changelog DESTINATION ${documents}
       FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  execute_process(COMMAND gzip --best --no-name --force ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()
