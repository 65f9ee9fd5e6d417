# SPDX-License-Identifier: MIT
# Writes files as byte arrays into a C++ source: cmake -DFILES=... -DNAME=... -DOUTPUT=... -P embed.cmake
# With -DROOT=... their names are paths below that folder, else file names without ending.
list(LENGTH FILES count)
set(arrays "")
set(table "")
foreach(file IN LISTS FILES)
  if(ROOT)
    file(RELATIVE_PATH id ${ROOT} ${file})
  else()
    get_filename_component(id ${file} NAME_WE)
  endif()
  string(MAKE_C_IDENTIFIER ${id} variable)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char ${variable}_bytes[] = {${bytes}};\n")
  string(APPEND table "      {\"${id}\", ${variable}_bytes},\n")
endforeach()
file(WRITE ${OUTPUT}.new
"// Made from the files of the project by cmake/embed.cmake.
#include <array>

#include \"io/files/embedded.hpp\"

namespace phasebox {
namespace {
${arrays}}  // namespace

std::span<const EmbeddedFile> embedded_${NAME}() {
  static constexpr std::array<EmbeddedFile, ${count}> kFiles{{
${table}  }};
  return kFiles;
}

}  // namespace phasebox
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
