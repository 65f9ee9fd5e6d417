// SPDX-License-Identifier: MIT
// Plug-ins in the registry: added, loaded again, taken out.
#include "plugin/plugin_list.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace plugins_test {

using testing::HasSubstr;

std::string file_of(const std::string& name) {
  return std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so";
}

class PluginList : public testing::Test {
 protected:
  /// Puts a built plug-in where the tested ones are loaded from, as a compiler would.
  void build(const std::string& name, const std::string& as) {
    std::filesystem::copy_file(file_of(name), folder / as,
                               std::filesystem::copy_options::overwrite_existing);
  }
  std::string error_of(const Result<const BroadphaseEntry*>& loaded) {
    return loaded.failed() ? loaded.error().text : "nothing is wrong";
  }

  test::TemporaryFolder folder;
  const std::size_t own = broadphases().size();
};

TEST_F(PluginList, are_listed_behind_all_others_as_long_as_they_live) {
  {
    Plugins plugins;
    EXPECT_TRUE(plugins.entries().empty());
    const auto grid = plugins.load(file_of("naive_grid")), sample = plugins.load(file_of("sample"));
    ASSERT_FALSE(grid.failed()) << grid.error().text;
    ASSERT_FALSE(sample.failed()) << sample.error().text;
    ASSERT_EQ(broadphases().size(), own + 2);
    EXPECT_EQ(broadphases()[own], *grid);
    EXPECT_EQ(find_entry(broadphases(), "sample"), *sample);
  }
  EXPECT_EQ(broadphases().size(), own);
  EXPECT_EQ(find_entry(broadphases(), "naive-grid"), nullptr);
}

TEST_F(PluginList, refuse_an_id_that_is_taken) {
  Plugins plugins;
  for (const char* fault : {"id-taken", "id-of-owner", "id-of-narrowphase"}) {
    setenv("PHASEBOX_TEST_BROKEN", fault, 1);
    EXPECT_THAT(error_of(plugins.load(file_of("planted"))), HasSubstr("give the plug-in another"));
  }
  unsetenv("PHASEBOX_TEST_BROKEN");
  build("planted", "first.so"), build("planted", "second.so");
  EXPECT_EQ(error_of(plugins.load(folder / "first.so")), "nothing is wrong");
  EXPECT_THAT(error_of(plugins.load(folder / "second.so")), HasSubstr("'planted' already"));
  EXPECT_EQ(broadphases().size(), own + 1);
}

TEST_F(PluginList, load_a_rebuilt_file_under_the_same_entry_while_older_instances_go_on) {
  build("planted", "mine.so");
  Plugins plugins;
  const auto entry = plugins.load(folder / "mine.so");
  ASSERT_FALSE(entry.failed()) << entry.error().text;
  const auto before = (*entry)->make();
  const auto rows_before = before->params().rows;

  build("planted_2", "mine.so");
  EXPECT_FALSE(plugins.reload(**entry).failed());
  EXPECT_EQ((*entry)->title, "Planted 2");
  const auto after = (*entry)->make();
  EXPECT_NE(find_param(after->params().rows, "added"), nullptr);
  EXPECT_EQ(find_param(after->params().rows, "gone"), nullptr);
  EXPECT_EQ(rows_before[2].key, "gone") << "rows that were seen stay valid";

  const Aabb boxes[] = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
  Frame frame;
  frame.boxes = boxes;
  PairSink by_old, by_new;
  before->reset(frame), after->reset(frame);
  before->find_pairs(frame, by_old, nullptr);
  after->find_pairs(frame, by_new, nullptr);
  EXPECT_EQ(by_old.size(), 1u);
  EXPECT_EQ(by_new.size(), 0u);
}

TEST_F(PluginList, keep_what_works_when_the_file_is_broken_or_has_another_id) {
  build("planted", "mine.so");
  Plugins plugins;
  const auto entry = plugins.load(folder / "mine.so");
  ASSERT_FALSE(entry.failed());
  test::write(folder / "mine.so", "half a file");
  EXPECT_TRUE(plugins.reload(**entry).failed());
  build("naive_grid", "mine.so");
  const Status other = plugins.reload(**entry);
  ASSERT_TRUE(other.failed());
  EXPECT_THAT(other.error().text, HasSubstr("its id was 'planted' and is now 'naive-grid'"));
  EXPECT_EQ((*entry)->title, "Planted");
  EXPECT_EQ((*entry)->make()->params().rows.size(), 3u);
}

TEST_F(PluginList, load_a_file_once_by_whatever_path) {
  build("planted", "mine.so");
  Plugins plugins;
  const auto first = plugins.load(folder / "mine.so");
  const auto again = plugins.load(folder.path() / "." / "mine.so");
  ASSERT_TRUE(!first.failed() && !again.failed());
  EXPECT_EQ(*first, *again);
  EXPECT_EQ(plugins.entries().size(), 1u);
}

}  // namespace plugins_test
}  // namespace phasebox
