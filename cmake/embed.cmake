# SPDX-License-Identifier: MIT
# Writes files as byte arrays into a C++ source: cmake -DFILES=... -DNAME=... -DOUTPUT=... -P embed.cmake
set(arrays "")
set(table "")
foreach(file IN LISTS FILES)
  get_filename_component(id ${file} NAME_WE)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char ${id}_bytes[] = {${bytes}};\n")
  string(APPEND table "      {\"${id}\", ${id}_bytes},\n")
endforeach()
file(WRITE ${OUTPUT}.new
"// Made from the files of the project by cmake/embed.cmake.
#include \"io/embedded.hpp\"

namespace phasebox {
namespace {
${arrays}}  // namespace

std::span<const EmbeddedFile> embedded_${NAME}() {
  static constexpr EmbeddedFile kFiles[] = {
${table}  };
  return kFiles;
}

}  // namespace phasebox
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
