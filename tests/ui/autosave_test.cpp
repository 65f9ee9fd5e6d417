// SPDX-License-Identifier: MIT
// The state of a window that ends early is offered to the next one, once, and to no other.
#include "ui/model/files/autosave.hpp"

#include <csignal>
#include <set>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.hpp"
#include "headless_window.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "io/record/replay.hpp"
#include "support/allocations.hpp"
#include "support/small_disk.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/open_lesson.hpp"

namespace phasebox::ui {
namespace autosave_test {

using testing::HasSubstr;

/// Lets some minutes pass: a change is seen, the state is saved, and the result of that is seen.
void pass_time(ApplicationModel& model, double& clock) {
  for (int look = 0; look < 3; ++look) {
    model.clock.now = clock += 60;
    model.outputs.autosave->tend(model);
    model.outputs.autosave->wait();
  }
}

/// A window with a folder for its state, which ends as if it had crashed: nothing is cleaned up.
struct SavedWindow {
  explicit SavedWindow(const std::filesystem::path& folder) {
    auto begun = Autosave::begin(folder);
    EXPECT_FALSE(begun.failed());
    window.model.outputs.autosave = *std::move(begun);
    window.model.outputs.autosave->ask(window.model);
    window.frames();
  }
  ApplicationModel& model() { return window.model; }
  Autosave& autosave() { return *window.model.outputs.autosave; }
  bool is_asked() { return model().ui.recovery_asked.has_value(); }
  void wait_for_autosave() { pass_time(model(), clock); }

  HeadlessWindow window{"sprites"};
  double clock = 100;  // s, ahead of the window's
};

/// A model with a folder for its state, without a window, so that several can be open.
struct SavedModel {
  explicit SavedModel(const std::filesystem::path& folder) {
    auto begun = Autosave::begin(folder);
    EXPECT_FALSE(begun.failed());
    model.outputs.autosave = *std::move(begun);
    model.outputs.autosave->ask(model);
    model.outputs.autosave->tend(model);
  }
  void remove_sprites() { EXPECT_TRUE(model.apply(command::RemoveSprites{{0, 1, 2}})); }
  void wait_for_autosave() { pass_time(model, clock); }

  ApplicationModel model{builtin_images()};
  double clock = 100;
};

class AutosaveTest : public testing::Test {
 protected:
  std::filesystem::path folder() const { return files_ / "config"; }
  std::size_t states() const {
    std::size_t n = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
      n += entry.path().extension() == ".state" ? 1u : 0u;
    return n;
  }
  static void edit(SavedWindow& window) {
    ASSERT_TRUE(window.model().apply(command::RemoveSprites{{0, 1, 2}}));
  }
  /// A window in which sprites were removed, and which has crashed.
  std::uint64_t crash() {
    SavedWindow first(folder());
    edit(first);
    first.model().paused = true;
    first.wait_for_autosave();
    return first.model().session.world().hash();
  }

  test::TemporaryFolder files_;
};

TEST_F(AutosaveTest, nothing_is_saved_while_nothing_changes_and_a_clean_exit_leaves_nothing) {
  SavedWindow window(folder());
  EXPECT_FALSE(window.is_asked());
  window.wait_for_autosave();
  EXPECT_EQ(states(), 0u);
  edit(window);
  window.wait_for_autosave();
  EXPECT_EQ(states(), 1u);
  window.autosave().finish();
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(AutosaveTest, a_change_is_saved_two_seconds_later_and_one_meanwhile_too) {
  SavedModel window(folder());
  Autosave& autosave = *window.model.outputs.autosave;
  const auto look_at = [&](double now) {
    window.model.clock.now = now;
    autosave.tend(window.model);
    autosave.wait();
  };
  window.remove_sprites();
  look_at(100);
  EXPECT_TRUE(autosave.is_behind());
  look_at(100 + Autosave::kDelay - 0.1);
  EXPECT_EQ(states(), 0u);
  look_at(100 + Autosave::kDelay);
  ASSERT_EQ(states(), 1u);
  const std::string saved = test::content_of(autosave.file());
  window.remove_sprites();  // before the result of the save is seen
  look_at(110);
  EXPECT_TRUE(autosave.is_behind());
  look_at(200);  // a slow disk may make it rest
  EXPECT_NE(test::content_of(autosave.file()), saved);
  look_at(201);
  EXPECT_FALSE(autosave.is_behind());
}

TEST_F(AutosaveTest, after_a_crash_the_state_is_restored_by_enter) {
  const std::uint64_t sprites = crash();
  SavedWindow next(folder());
  ASSERT_TRUE(next.is_asked());
  EXPECT_THAT(next.model().ui.recovery_asked->what, HasSubstr("57 sprites, with unsaved changes"));
  EXPECT_THAT(next.model().ui.recovery_asked->saved_at, testing::StartsWith("20"));
  next.model().ui.welcome_open = true;
  next.window.key("Enter");
  EXPECT_FALSE(next.model().ui.welcome_open) << "the start page would cover it";
  EXPECT_FALSE(next.is_asked());
  EXPECT_EQ(next.model().session.world().hash(), sprites) << "paused, as it was";
  EXPECT_TRUE(next.model().session.has_unsaved());
  EXPECT_EQ(states(), 1u) << "its own";
  next.autosave().finish();
  EXPECT_EQ(states(), 0u);
}

TEST_F(AutosaveTest, after_a_crash_in_a_lesson_the_scene_from_before_it_is_offered) {
  std::uint64_t sprites = 0;
  {
    SavedWindow first(folder());
    edit(first);
    first.model().paused = true;
    first.window.frames(2);
    sprites = first.model().session.world().hash();
    first.model().study(lesson::Open{"clustering"});
    first.wait_for_autosave();
    first.model().apply(command::SetCount{9});
    first.wait_for_autosave();
    EXPECT_FALSE(first.autosave().keep(first.model()).failed()) << "as at a signal";
  }
  SavedWindow next(folder());
  ASSERT_TRUE(next.is_asked());
  EXPECT_THAT(next.model().ui.recovery_asked->what, HasSubstr("57 sprites, with unsaved changes"));
  next.window.key("Enter");
  EXPECT_EQ(next.model().session.world().hash(), sprites);
}

TEST_F(AutosaveTest, a_lesson_alone_leaves_nothing_to_restore_and_what_comes_after_it_is_saved) {
  SavedWindow window(folder());
  window.model().study(lesson::Open{"clustering"});
  window.wait_for_autosave();
  EXPECT_EQ(states(), 0u);
  leave_lesson(window.model());
  edit(window);
  window.wait_for_autosave();
  EXPECT_EQ(states(), 1u);
}

TEST_F(AutosaveTest, what_is_discarded_is_gone_and_what_is_left_for_later_is_offered_again) {
  crash();
  for (int k = 0; k < 2; ++k) {
    SavedWindow later(folder());
    ASSERT_TRUE(later.is_asked()) << k;
    later.window.key("Esc");
    EXPECT_FALSE(later.is_asked());
    later.autosave().finish();
  }
  SavedWindow now(folder());
  ASSERT_TRUE(now.is_asked());
  now.window.key("Delete");
  EXPECT_FALSE(now.is_asked());
  EXPECT_EQ(now.model().session.world().size(), 60u) << "the key is for the question alone";
  now.autosave().finish();
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(AutosaveTest, the_question_is_answered_by_its_buttons) {
  crash();
  {
    SavedWindow window(folder());
    window.window.click_widget("recovery.later");
    EXPECT_FALSE(window.is_asked());
  }
  {
    SavedWindow window(folder());
    window.window.click_widget("recovery.restore");
    EXPECT_EQ(window.model().session.world().size(), 57u);
    window.autosave().finish();
  }
  crash();
  SavedWindow last(folder());
  last.window.click_widget("recovery.discard");
  EXPECT_EQ(states(), 0u);
}

TEST_F(AutosaveTest, windows_that_are_open_leave_each_other_alone) {
  SavedModel first(folder());
  first.remove_sprites();
  first.wait_for_autosave();
  SavedModel second(folder());
  EXPECT_FALSE(second.model.ui.recovery_asked) << "the first one is open";
  second.remove_sprites();
  second.wait_for_autosave();
  EXPECT_EQ(states(), 2u);
  EXPECT_NE(first.model.outputs.autosave->file(), second.model.outputs.autosave->file());
  second.model.outputs.autosave->finish();
  EXPECT_EQ(states(), 1u);
}

TEST_F(AutosaveTest, of_two_that_were_left_both_are_offered_the_newest_first) {
  {
    SavedModel first(folder()), second(folder());
    first.remove_sprites();
    first.wait_for_autosave();
    second.remove_sprites(), second.remove_sprites();
    second.wait_for_autosave();
    using std::filesystem::last_write_time;
    last_write_time(
        second.model.outputs.autosave->file(),
        last_write_time(first.model.outputs.autosave->file()) + std::chrono::seconds(5));
  }
  SavedModel next(folder());
  ASSERT_TRUE(next.model.ui.recovery_asked);
  EXPECT_THAT(next.model.ui.recovery_asked->what, HasSubstr("54 sprites"));
  next.model.outputs.autosave->recover(next.model, Recovery::discard);
  ASSERT_TRUE(next.model.ui.recovery_asked);
  EXPECT_THAT(next.model.ui.recovery_asked->what, HasSubstr("57 sprites"));
}

TEST_F(AutosaveTest, a_scene_is_restored_with_its_file) {
  const auto scene = files_ / "mine.json";
  {
    SavedWindow first(folder());
    save_file(first.model(), scene);
    first.wait_for_autosave();
  }
  {
    SavedWindow next(folder());
    next.window.key("Enter");
    EXPECT_EQ(next.model().session.file().path, scene);
    EXPECT_FALSE(next.model().session.has_unsaved());
  }
  std::filesystem::remove(scene);
  SavedWindow last(folder());
  last.window.key("Enter");
  EXPECT_TRUE(last.model().session.file().path.empty()) << "it is gone: saving asks for a name";
}

TEST_F(AutosaveTest, recorded_boxes_are_restored_as_their_file_was_read) {
  const std::filesystem::path file = files_ / "boxes.csv";
  test::write(file, "id,x,y,w,h\n1,0,0,8,8\n");
  {
    SavedWindow first(folder());
    const BoxReading centers{{}, BoxOrigin::center};
    const auto boxes = std::make_shared<const BoxRecording>(*load_box_recording(file, centers));
    ASSERT_TRUE(first.model().apply(command::OpenRecording{boxes, "boxes.csv", file.string()}));
    first.wait_for_autosave();
  }
  SavedWindow next(folder());
  next.window.key("Enter");
  ASSERT_TRUE(next.model().session.playback());
  EXPECT_EQ(next.model().session.playback()->origin()->boxes.at(0), (Aabb{{-4, -4}, {4, 4}}));
}

TEST_F(AutosaveTest, a_broken_state_is_named_and_set_aside) {
  std::filesystem::create_directories(folder());
  test::write(folder() / "autosave-1.state", "half");
  SavedWindow window(folder());
  EXPECT_FALSE(window.is_asked());
  EXPECT_THAT(window.model().ui.messages.all().back().text, HasSubstr("could not be restored"));
  EXPECT_TRUE(std::filesystem::exists(folder() / "autosave-1.state.broken"));
  EXPECT_EQ(states(), 0u);
}

TEST_F(AutosaveTest, a_state_that_does_not_fit_in_memory_stays_and_ends_no_window) {
  std::filesystem::create_directories(folder());
  test::write(folder() / "autosave-1.state", std::string(200'000, 'x'));
  {
    const test::LargestAllocation little(100'000);
    EXPECT_FALSE(Autosave::begin(folder()).failed());
  }
  EXPECT_EQ(states(), 1u) << "the next window may have the memory";
}

TEST_F(AutosaveTest, a_scene_that_does_not_fit_in_memory_is_left_for_later) {
  {
    SavedModel large(folder());
    ASSERT_TRUE(large.model.apply(command::SetCount{5000}));
    large.remove_sprites();
    large.wait_for_autosave();
  }
  SavedModel next(folder());
  ASSERT_TRUE(next.model.ui.recovery_asked);
  {
    const test::LargestAllocation little(100'000);
    next.model.outputs.autosave->recover(next.model, Recovery::restore);
  }
  EXPECT_THAT(next.model.ui.messages.all().back().text, HasSubstr("more than the memory left"));
  EXPECT_EQ(states(), 1u);
  EXPECT_TRUE(SavedModel(folder()).model.ui.recovery_asked) << "it is offered again";
}

TEST_F(AutosaveTest, a_full_disk_is_said_once_and_leaves_the_state_before) {
  SavedWindow window(folder());
  edit(window);
  window.wait_for_autosave();
  const std::string before = test::content_of(window.autosave().file());
  edit(window);
  {
    const test::SmallDisk disk(100);
    window.wait_for_autosave();
    window.wait_for_autosave();
  }
  std::size_t said = 0;
  for (const Message& m : window.model().ui.messages.all())
    said +=
        m.text.english().find("The window's state is not saved: ") != std::string::npos ? 1u : 0u;
  EXPECT_EQ(said, 1u);
  EXPECT_EQ(test::content_of(window.autosave().file()), before);
  EXPECT_TRUE(window.model().session.has_unsaved());
  window.wait_for_autosave();
  EXPECT_NE(test::content_of(window.autosave().file()), before) << "there is room again";
}

TEST_F(AutosaveTest, a_file_in_place_of_the_folder_is_an_error) {
  test::write(folder(), "");
  EXPECT_TRUE(Autosave::begin(folder()).failed());
}

TEST_F(AutosaveTest, killed_while_it_saves_the_state_before_or_after_is_offered) {
  std::filesystem::create_directories(folder());
  Random random(2);
  for (int k = 0; k < 70; ++k) {
    const auto microseconds = static_cast<useconds_t>(random.below(30'000));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ApplicationModel model(builtin_images());
      auto begun = Autosave::begin(folder());
      if (begun.failed()) ::_exit(1);
      (*begun)->tend(model);
      for (std::uint32_t n = 0;; ++n) {
        if (model.session.apply(command::SetCount{1 + n % 2}).failed()) ::_exit(1);
        if ((*begun)->keep(model).failed()) ::_exit(1);
      }
    }
    ::usleep(microseconds);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  SavedWindow window(folder());
  const std::set<std::size_t> possible{1, 2};
  int offered = 0;
  for (; window.is_asked(); ++offered) {
    window.window.key("Enter");
    EXPECT_TRUE(possible.contains(window.model().session.world().size()));
  }
  for (const Message& m : window.model().ui.messages.all())
    EXPECT_EQ(m.kind, Message::Kind::note) << m.text;
  window.autosave().finish();
  EXPECT_EQ(states(), 0u);
}

// ---- saving that fails

TEST_F(AutosaveTest, what_cannot_be_saved_stays_unsaved) {
  SavedWindow window(folder());
  edit(window);
  test::write(files_ / "file", "");
  save_file(window.model(), files_ / "file" / "scene.json");
  EXPECT_THAT(window.model().ui.messages.all().back().text, HasSubstr("cannot be written"));
  EXPECT_TRUE(window.model().session.has_unsaved());
  EXPECT_TRUE(window.model().session.file().path.empty());
  save_file(window.model(), files_ / "scene.json");
  EXPECT_FALSE(window.model().session.has_unsaved());
  edit(window);
  save_file(window.model(), "/dev/full");
  EXPECT_TRUE(window.model().session.has_unsaved());
  EXPECT_EQ(window.model().session.file().path, files_ / "scene.json");
  save_file(window.model(), files_ / "other.json");
  EXPECT_FALSE(window.model().session.has_unsaved());
  EXPECT_EQ(window.model().session.file().path, files_ / "other.json") << "saved as";
}

// ---- reports

TEST(Report, has_all_that_was_done_with_version_system_and_settings) {
  const CurrentFolder folder;
  HeadlessWindow window("sprites");
  ASSERT_TRUE(window.model.apply(command::RemoveSprites{{0}}));
  window.frames(40);
  window.model.paused = true;
  window.choose("menu.Help", "menu.report");
  ASSERT_TRUE(folder.has("phasebox-report-001.jsonl"));
  const auto record = parse_record(folder.read("phasebox-report-001.jsonl"), "report");
  ASSERT_FALSE(record.failed()) << record.error().text;
  EXPECT_FALSE(record->version.empty());
  EXPECT_TRUE(record->facts.contains("system"));
  EXPECT_TRUE(record->facts.contains("view.theme"));
  const auto result = replay(*record, "report", true);
  ASSERT_FALSE(result.failed());
  EXPECT_FALSE(result->divergence);
  EXPECT_GT(result->hashes, 2u);
  EXPECT_EQ(result->end, state_hash(window.model.session));
}

}  // namespace autosave_test
}  // namespace phasebox::ui
