// SPDX-License-Identifier: MIT
// Loading plug-ins: what is taken, and the line that each broken one gets.
#include <cstdlib>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin/plugin_list.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace plugin_test {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string file_of(const std::string& name) {
  return std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so";
}

std::string error_of(const std::filesystem::path& file) {
  const auto loaded = Plugin::load(file);
  return loaded.failed() ? loaded.error().text : "nothing is wrong";
}

// While it lives, the planted plug-in is loaded with that fault.
class Broken {
 public:
  explicit Broken(const char* what) { setenv("PHASEBOX_TEST_BROKEN", what, 1); }
  ~Broken() { unsetenv("PHASEBOX_TEST_BROKEN"); }
  Broken(const Broken&) = delete;
  Broken& operator=(const Broken&) = delete;
};

TEST(Plugin, has_the_entry_that_its_author_wrote) {
  const auto plugin = Plugin::load(file_of("naive_grid"));
  ASSERT_FALSE(plugin.failed()) << plugin.error().text;
  const BroadphaseEntry& entry = (*plugin)->entry();
  EXPECT_EQ(entry.id, "naive-grid");
  EXPECT_EQ(entry.title, "Naive grid");
  EXPECT_EQ(entry.complexity, 2);
  EXPECT_EQ(entry.walkthrough.part, "cell");
  EXPECT_EQ(entry.file, file_of("naive_grid"));
  const auto rows = entry.make()->params().rows;
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].key, "cell-size");
  EXPECT_EQ(rows[0].init, 64);
  EXPECT_EQ(rows[0].tune.scale, TuneRange::Scale::box_size);
}

TEST(Plugin, goes_on_working_in_an_instance_that_outlives_it) {
  std::unique_ptr<Broadphase> grid;
  {
    const auto plugin = Plugin::load(file_of("naive_grid"));
    ASSERT_FALSE(plugin.failed());
    grid = (*plugin)->make();
  }
  const Aabb boxes[] = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
  Frame frame;
  frame.boxes = boxes;
  PairSink pairs;
  grid->reset(frame);
  grid->find_pairs(frame, pairs, nullptr);
  EXPECT_EQ(pairs.size(), 1u);
}

TEST(Plugin, leaves_nothing_in_the_temporary_folder) {
  const test::TemporaryFolder folder;
  const std::string before = std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "";
  setenv("TMPDIR", folder.path().c_str(), 1);
  const auto plugin = Plugin::load(file_of("naive_grid"));
  const std::string refused = error_of(file_of("no_entry"));
  EXPECT_FALSE(plugin.failed());
  EXPECT_EQ(folder.entries(), 0u);
  setenv("TMPDIR", "/there/is/no/such/folder", 1);
  EXPECT_THAT(error_of(file_of("naive_grid")), HasSubstr("TMPDIR"));
  before.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before.c_str(), 1);
}

TEST(Plugin, that_is_no_shared_object_is_refused_in_one_line_with_its_name) {
  const test::TemporaryFolder folder;
  test::write(folder / "text.so", "this is text");
  test::write(folder / "empty.so", "");
  test::write(folder / "cut.so", test::content_of(file_of("naive_grid")).substr(0, 100));
  const std::pair<std::string, std::string> wrong[] = {
      {folder / "missing.so", "there is no such file"},
      {folder.path(), "it is no file"},
      {"/dev/null", "it is no file"},
      {folder / "text.so", "no shared object"},
      {folder / "empty.so", "no shared object"},
      {folder / "cut.so", "no shared object"},
      {file_of("no_entry"), "exports no function phasebox_plugin"},
      {file_of("undefined"), "that_is_nowhere"}};
  for (const auto& [file, why] : wrong) {
    const std::string error = error_of(file);
    EXPECT_THAT(error, StartsWith(file + ": "));
    EXPECT_THAT(error, HasSubstr(why));
    EXPECT_THAT(error, Not(HasSubstr("\n")));
    EXPECT_THAT(error.substr(file.size()), Not(HasSubstr("/phasebox-")))
        << "the copy is not the user's file";
  }
}

TEST(Plugin, that_breaks_a_rule_is_refused_with_the_rule) {
  const std::pair<const char*, const char*> rules[] = {
      {"null", "phasebox_plugin gave null"},
      {"size", "struct_size is 8"},
      {"version", "it is of version 3"},
      {"id-null", "id is null"},
      {"id-form", "id is 'Not_Kebab'"},
      {"title", "title is empty"},
      {"summary", "summary is not one line"},
      {"source", "source is not one line of UTF-8"},
      {"complexity", "complexity must be 0 to 9"},
      {"create", "create is null"},
      {"create-null", "create gave null"},
      {"destroy", "destroy is null"},
      {"set", "set is null"},
      {"reset", "reset is null"},
      {"find_pairs", "find_pairs is null"},
      {"params-null", "params is null"},
      {"param-size", "param_size is 4"},
      {"param-count", "param_count is 1000000"},
      {"key-null", "parameter 1: key is null"},
      {"key-form", "parameter 1: key is 'cell size'"},
      {"key-twice", "parameter 1: there are two with the key 'fault'"},
      {"kind", "kind is none"},
      {"range", "lowest must be below highest"},
      {"nan", "must be finite"},
      {"huge", "within plus and minus 1e30"},
      {"initial", "'101' is not a number from 0 to 100 px"},
      {"whole", "must be whole"},
      {"choices", "a choice needs 2 to 64 names"},
      {"choice-null", "choice 8 is null"},
      {"tuning", "tuning is none"},
      {"tuning-kind", "is for flags and choices"},
      {"tuning-range", "must lie within lowest and highest"},
      {"tuning-zero", "above 0"}};
  for (const auto& [fault, rule] : rules) {
    const Broken broken(fault);
    const std::string error = error_of(file_of("planted"));
    EXPECT_THAT(error, StartsWith(file_of("planted") + ": ")) << fault;
    EXPECT_THAT(error, HasSubstr(rule)) << fault;
    EXPECT_THAT(error, Not(HasSubstr("\n"))) << fault;
  }
  EXPECT_EQ(error_of(file_of("planted")), "nothing is wrong");
}

}  // namespace plugin_test
}  // namespace phasebox
