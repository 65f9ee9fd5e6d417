// SPDX-License-Identifier: MIT
// Plug-ins in the window: dropped, raced, walked through, loaded again while the scene goes on.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "headless_window.hpp"
#include "ui/model/files/files.hpp"

namespace phasebox {
namespace plugin_ui_test {

using testing::HasSubstr;

class PluginInTheWindow : public testing::Test {
 protected:
  std::filesystem::path build(const std::string& name, const std::string& as) {
    const auto file = std::filesystem::current_path() / as;
    std::filesystem::copy_file(std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so", file,
                               std::filesystem::copy_options::overwrite_existing);
    return file;
  }
  void drop(const std::string& name) {
    drop_file(window.model, build(name, name + ".so"));
    window.frames(3);
  }
  const Session& session() const { return window.model.session; }
  std::size_t true_pairs() const { return true_pairs_of(session().frame()); }
  static std::size_t true_pairs_of(const Frame& frame) {
    const auto reference = find_entry(broadphases(), "brute-force")->make();
    PairSink pairs;
    reference->reset(frame);
    reference->find_pairs(frame, pairs, nullptr);
    return pairs.size();
  }
  std::vector<std::string> racing() const {
    std::vector<std::string> ids;
    for (const RaceRunner& r : window.model.lab.race.runners())
      ids.emplace_back(r.contestant().entry->id);
    return ids;
  }

  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
};

TEST_F(PluginInTheWindow, is_chosen_when_its_file_is_dropped) {
  drop("naive_grid");
  EXPECT_EQ(session().broadphase().id, "naive-grid");
  EXPECT_THAT(window.last_message(), HasSubstr("Loaded Naive grid from naive_grid.so"));
  EXPECT_TRUE(window.shows("naive-grid.cell-size"));
  ASSERT_GT(session().pairs().size(), 0u);
  EXPECT_EQ(session().pairs().size(), true_pairs());
  EXPECT_TRUE(window.model.lab.oracle.verdict().is_exact());
}

TEST_F(PluginInTheWindow, that_cannot_be_loaded_changes_nothing) {
  const std::size_t before = broadphases().size();
  drop_file(window.model, folder.write("text.so", "this is text"));
  drop("no_entry");
  EXPECT_EQ(session().broadphase().id, "rdc");
  EXPECT_EQ(broadphases().size(), before);
  EXPECT_TRUE(window.has_said("text.so: it is no shared object"));
  EXPECT_TRUE(window.has_said("no_entry.so: it exports no function phasebox_plugin"));
}

TEST_F(PluginInTheWindow, shows_its_tests_cells_and_pairs_in_the_xray) {
  drop("naive_grid");
  window.key("F10");
  const Xray& xray = window.model.lab.xray;
  ASSERT_TRUE(xray.is_open());
  const auto events = xray.broad().events();
  for (const EventKind kind : {EventKind::cell, EventKind::test, EventKind::hit})
    EXPECT_NE(std::ranges::find(events, kind, &Event::kind), events.end());
  EXPECT_THAT(xray.sentence(), HasSubstr("cell"));
  window.model.study(XrayCommand{SeekXray{xray.size()}});
  EXPECT_EQ(xray.candidates().size(), session().pairs().size());
}

TEST_F(PluginInTheWindow, has_a_lane_in_the_race) {
  drop("naive_grid");
  window.key("a");
  window.until("some frames", [&] { return window.model.lab.race.frames() > 5; });
  EXPECT_EQ(racing().front(), "naive-grid");
  EXPECT_EQ(window.model.lab.race.runners().front().verdict(), RaceResult::Verdict::right);
  EXPECT_GT(window.model.lab.race.runners().front().box_tests().value_or(0), 0u);
}

TEST_F(PluginInTheWindow, is_loaded_again_while_the_scene_goes_on) {
  const auto file = build("planted", "mine.so");
  drop_file(window.model, file);
  window.frames(3);
  ASSERT_GT(session().pairs().size(), 0u);
  window.model.apply(command::SetParam{session().broadphase(), "size", 25});
  window.model.apply(command::SetParam{session().broadphase(), "gone", 8});
  window.key("a");
  window.until("some frames", [&] { return window.model.lab.race.frames() > 5; });
  const std::uint64_t steps = session().steps();

  build("planted_2", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_THAT(window.last_message(), HasSubstr("Loaded again: Planted 2"));
  EXPECT_GT(session().steps(), steps) << "it was not paused";
  EXPECT_EQ(session().broadphase().title, "Planted 2");
  EXPECT_EQ(session().pairs().size(), 0u) << "the new code finds none";
  EXPECT_FALSE(window.model.lab.oracle.verdict().is_right()) << "and the oracle sees it";
  EXPECT_EQ(window.param("planted", "size"), 25) << "values stay by their keys";
  EXPECT_EQ(window.param("planted", "added"), 1);
  EXPECT_EQ(find_param(session().group(session().broadphase()).rows, "gone"), nullptr);
  EXPECT_FALSE(session().can_undo()) << "what was done has other parameters";
  EXPECT_EQ(window.model.lab.race.runners().front().verdict(), RaceResult::Verdict::wrong);

  build("planted", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_EQ(session().pairs().size(), true_pairs());
  EXPECT_EQ(window.model.lab.race.runners().front().verdict(), RaceResult::Verdict::right);
}

TEST_F(PluginInTheWindow, goes_on_as_before_when_it_cannot_be_loaded_again) {
  const auto file = build("naive_grid", "mine.so");
  drop_file(window.model, file);
  window.frames(3);
  folder.write("mine.so", "half a file");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_TRUE(window.has_said("Naive grid stays as it was"));
  ASSERT_GT(session().pairs().size(), 0u);
  EXPECT_EQ(session().pairs().size(), true_pairs());
}

TEST_F(PluginInTheWindow, is_loaded_again_during_an_xray_and_a_study) {
  const auto file = build("planted", "mine.so");
  drop_file(window.model, file);
  window.frames(3);
  window.key("F10");
  const Xray& xray = window.model.lab.xray;
  ASSERT_TRUE(xray.is_open());
  ASSERT_GT(xray.broad().size(), 0u);
  window.model.study(command::StartTuning{});
  build("planted_2", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(5);
  EXPECT_FALSE(window.model.lab.tuning.is_running());
  ASSERT_TRUE(xray.is_open());
  EXPECT_EQ(xray.broad().size(), 0u) << "the walk is one through the new code";
}

TEST_F(PluginInTheWindow, pushes_sprites_with_the_code_of_now) {
  const auto file = build("planted", "mine.so");
  drop_file(window.model, file);
  window.model.apply(command::SetParam{Owner::response(), "response", 1});
  window.frames(30);
  build("planted_2", "mine.so");
  window.key("Ctrl+Shift+R");
  window.frames(30);
  EXPECT_EQ(session().pairs().size(), 0u);
  EXPECT_TRUE(session().impacts().empty());
}

TEST_F(PluginInTheWindow, has_nothing_to_load_again_without_plugins) {
  const double seed = window.param("world", "seed");
  window.key("Ctrl+Shift+R");
  window.frames(2);
  EXPECT_EQ(window.param("world", "seed"), seed) << "Ctrl+R would be another scene";
  EXPECT_THAT(window.last_message(), HasSubstr("There is no plug-in to load again"));
}

TEST_F(PluginInTheWindow, is_named_by_scene_files_only_while_it_is_chosen) {
  drop("naive_grid");
  save_file(window.model, "with.json");
  EXPECT_THAT(folder.read("with.json"), HasSubstr("naive-grid"));
  window.model.apply(command::SelectBroadphase{"quadtree"});
  save_file(window.model, "without.json");
  EXPECT_THAT(folder.read("without.json"), testing::Not(HasSubstr("naive-grid")));
}

TEST_F(PluginInTheWindow, is_listed_by_the_file_picker) {
  EXPECT_TRUE(is_listed("naive_grid.so"));
  EXPECT_EQ(kind_of("naive_grid.so"), FileKind::plugin);
}

TEST(PluginsAfterTheWindow, are_out_of_the_list) {
  const std::size_t before = broadphases().size();
  {
    CurrentFolder folder;
    HeadlessWindow window("sprites");
    drop_file(window.model, PHASEBOX_TEST_PLUGINS "/sample.so");
    window.frames(2);
    EXPECT_EQ(broadphases().size(), before + 1);
  }
  EXPECT_EQ(broadphases().size(), before);
}

}  // namespace plugin_ui_test
}  // namespace phasebox
