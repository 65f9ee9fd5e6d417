// SPDX-License-Identifier: MIT
// A type has one definition: two of the same name in one namespace link without an error and break
// each other (the one-definition rule), so every definition in src/ is looked at.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace phasebox {
namespace names_test {

namespace fs = std::filesystem;

/// Types that a text defines at the level of a namespace, by their full names. Namespaces open and
/// close at the beginning of a line; those without a name cannot clash.
void collect(std::istream& in, const std::string& file,
             std::map<std::string, std::vector<std::string>>& places) {
  static const std::regex kNamespace(R"(^(?:inline )?namespace ?([\w:]*) ?\{)");
  static const std::regex kType(
      R"(^(?:struct|class|enum class|union) (\w+)(?: final)?(?: : .*)? ?\{.*)");
  std::vector<std::string> open;
  for (std::string line; std::getline(in, line);) {
    std::smatch found;
    if (std::regex_search(line, found, kNamespace)) {
      open.push_back(found[1].str().empty() ? "?" : found[1].str());
    } else if (line.starts_with("}  // namespace") && !open.empty()) {
      open.pop_back();
    } else if (std::regex_match(line, found, kType)) {
      std::string name;
      bool is_hidden = false;
      for (const std::string& part : open) name += part + "::", is_hidden |= part == "?";
      if (!is_hidden) places[name + found[1].str()].push_back(file);
    }
  }
}

TEST(Names, of_types_stand_for_one_type_each) {
  std::map<std::string, std::vector<std::string>> places;
  for (const auto& entry : fs::recursive_directory_iterator(PHASEBOX_SOURCE_DIR "/src")) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    // What stands in for a type of the library in an export is never compiled beside it.
    if (entry.path().string().find("/stand_in/") != std::string::npos) continue;
    std::ifstream in(entry.path());
    collect(in, entry.path().filename().string(), places);
  }
  ASSERT_GT(places.size(), 100u);
  for (const auto& [name, files] : places) EXPECT_THAT(files, testing::SizeIs(1)) << name;
}

TEST(Names, that_are_defined_twice_are_noticed) {
  std::map<std::string, std::vector<std::string>> places;
  std::istringstream one("namespace phasebox {\nstruct Spread {\n};\n}  // namespace phasebox\n");
  std::istringstream two(
      "namespace phasebox {\nnamespace {\nstruct Steps {\n};\n}  // namespace\n"
      "class Spread final : public Base {\n};\n}  // namespace phasebox\n");
  collect(one, "one", places), collect(two, "two", places);
  EXPECT_EQ(places.size(), 1u);
  EXPECT_THAT(places["phasebox::Spread"], testing::ElementsAre("one", "two"));
}

}  // namespace names_test
}  // namespace phasebox
