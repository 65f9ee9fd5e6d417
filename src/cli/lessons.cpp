// SPDX-License-Identifier: MIT
// The lessons that were built into the program.
#include "cli/lessons.hpp"

#include "io/files/embedded.hpp"

namespace phasebox::cli {

Result<std::vector<Lesson>> builtin_lessons() {
  std::vector<LessonFile> files;
  for (const EmbeddedFile& file : embedded_lessons())
    files.push_back(
        {file.name, {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()}});
  return parse_lessons(files);
}

}  // namespace phasebox::cli
