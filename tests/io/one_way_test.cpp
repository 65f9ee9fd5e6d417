// SPDX-License-Identifier: MIT
// Files are written in one way: what else in the sources opens one for writing is a mistake.
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "support/files.hpp"

namespace phasebox {
namespace one_way_test {

/// Names that open a file for writing, or put one in place of another.
bool writes_files(const std::string& text) {
  static const std::regex kOpens(
      R"(ofstream|\bO_WRONLY\b|\bO_RDWR\b|\bO_CREAT\b|fopen\([^"]*"[wa]|\bfreopen\b|mkstemp)");
  return std::regex_search(text, kOpens);
}

TEST(OneWay, of_writing_files_is_used_everywhere) {
  // The way itself; and a child process whose streams lead nowhere.
  const std::set<std::string> known{"io/text_file.cpp", "io/line_file.cpp", "io/locked_file.cpp",
                                    "contract/child.cpp"};
  std::set<std::string> found;
  const std::filesystem::path root(PHASEBOX_SOURCE_DIR "/src");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    if (writes_files(test::content_of(entry.path())))
      found.insert(entry.path().lexically_relative(root).string());
  }
  EXPECT_EQ(found, known);
}

TEST(OneWay, another_way_is_noticed) {
  EXPECT_TRUE(writes_files("std::ofstream out(path);"));
  EXPECT_TRUE(writes_files("FILE* file = std::fopen(path.c_str(), \"wb\");"));
  EXPECT_FALSE(writes_files("FILE* file = std::fopen(path.c_str(), \"rb\");"));
}

}  // namespace one_way_test
}  // namespace phasebox
