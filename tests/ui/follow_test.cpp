// SPDX-License-Identifier: MIT
// A game that runs beside the window: followed, looked back at, gone on with, ended, saved.
#include <memory>
#include <stdexcept>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "headless_window.hpp"
#include "io/boxes/box_file.hpp"
#include "io/pictures/images.hpp"
#include "language/drawn_text.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/live_feed.hpp"

namespace phasebox::ui {
namespace follow_test {

using testing::HasSubstr;

constexpr std::string_view kHeader = "frame,id,min_x,min_y,max_x,max_y\n";

/// The end of a pipe where a game writes: object 7 moves right by 4 px a frame, 8 and 9 overlap, 10
/// comes in frame 20.
class Game {
 public:
  explicit Game(const std::string& pipe) : file_(::open(pipe.c_str(), O_WRONLY)) {
    if (file_ < 0) throw std::runtime_error("no pipe");
    write(std::string(kHeader));
  }
  ~Game() { stop(); }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  void write(const std::string& text) const {
    if (::write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      throw std::runtime_error("nobody reads the pipe");
  }
  void frames(int n) {
    for (const int end = frame_ + n; frame_ < end; ++frame_) {
      const std::string f = std::to_string(frame_) + ",";
      write(f + "7," + std::to_string(4 * frame_) + ",0," + std::to_string(4 * frame_ + 30) +
            ",30\n" + f + "8,0,100,60,160\n" + f + "9,30,130,90,190\n" +
            (frame_ >= 20 ? f + "10,400,100,440,160\n" : ""));
    }
  }
  void stop() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
  }

 private:
  int file_;
  int frame_ = 0;
};

class Follow : public testing::Test {
 protected:
  Follow() {
    const std::string pipe = folder.path("pipe");
    if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    window.model.ui.welcome_open = true;
    if (const Status status = begin_following(window.model, pipe, 1); status.failed())
      throw std::runtime_error(status.error().text);
    game = std::make_unique<Game>(pipe);
  }
  Session& session() { return window.model.session; }
  const RecordingPlayback& show() { return *session().playback(); }
  std::int64_t shown() { return show().number(show().frame()); }
  /// Until so many frames of the game are complete, and the newest is seen where it is followed.
  void comes(std::uint64_t frames) {
    window.wait("frames of the game", [&] { return came() >= frames; });
    window.frames(2);
  }
  std::uint64_t came() { return window.model.live ? window.model.live->report().frames : 0; }
  void ends() {
    game->stop();
    window.wait("the end", [&] { return !window.model.live; });
    window.frames(2);
  }

  CurrentFolder folder;
  HeadlessWindow window;
  std::unique_ptr<Game> game;
};

TEST_F(Follow, shows_the_newest_frame_and_counts_its_pairs) {
  EXPECT_EQ(session().world().size(), 0u) << "nothing has come";
  EXPECT_FALSE(window.model.ui.welcome_open) << "the start page would cover it";
  game->frames(12);
  comes(11);
  EXPECT_EQ(shown(), 10);
  EXPECT_EQ(session().world().size(), 3u);
  EXPECT_EQ(session().pairs().size(), 1u);
  EXPECT_THAT(window.model.ui.status, HasSubstr("live, 11 frames, 0.2 s kept"));
  game->frames(20);
  comes(31);
  EXPECT_EQ(shown(), 30);
  EXPECT_EQ(session().world().size(), 4u);
  EXPECT_TRUE(window.model.lab.oracle.verdict().is_exact());
  const std::uint64_t steps = session().steps();
  window.frames(30);
  EXPECT_EQ(session().steps(), steps) << "nothing new has come";
}

TEST_F(Follow, keeps_the_last_seconds) {
  game->frames(200);
  comes(199);
  EXPECT_EQ(show().size(), 60u);
  EXPECT_EQ(show().number(0), 139);
}

TEST_F(Follow, the_answer_comes_when_enough_frames_have_come) {
  window.model.ui.answers_recordings = true;
  const TuneStudy& study = window.model.lab.tuning;
  game->frames(250);
  comes(249);
  EXPECT_FALSE(study.is_running());
  game->frames(60);
  comes(309);
  EXPECT_TRUE(study.is_running());
  EXPECT_EQ(window.model.ui.tool, "tune");
  game->frames(10);
  comes(319);
  EXPECT_FALSE(study.subject().has_changed(session())) << "the same game";
  window.model.study(Stop<command::StartTuning>{});
  window.key("Esc");
  game->frames(10);
  comes(329);
  EXPECT_FALSE(study.is_running()) << "once is enough";
}

TEST_F(Follow, a_pause_holds_what_is_kept_until_the_newest_is_wanted) {
  game->frames(41);
  comes(40);
  window.key("p");
  game->frames(100);
  comes(140);
  EXPECT_EQ(shown(), 39);
  EXPECT_EQ(show().size(), 40u);
  EXPECT_THAT(window.model.ui.status, HasSubstr("held"));
  EXPECT_THAT(window.model.ui.status, HasSubstr("60 frames wait"));
  window.click_widget("frames.follow");
  EXPECT_FALSE(window.model.paused);
  EXPECT_EQ(shown(), 139);
  EXPECT_EQ(show().size(), 60u);
}

TEST_F(Follow, scrubbing_leaves_the_end_and_playing_comes_back_to_it) {
  game->frames(51);
  comes(50);
  const Aabb bar = window.rect("frames.slider");
  window.move_to({bar.min.x + 8, middle(bar).y});
  window.press();
  window.frames(2);
  EXPECT_LT(shown(), 10);
  game->frames(10);
  comes(60);
  EXPECT_LT(shown(), 10);
  EXPECT_EQ(show().size(), 50u);
  window.release();
  window.frames(5);
  EXPECT_LT(shown(), 30) << "it plays on from there";
  window.frames(60);
  EXPECT_EQ(shown(), 59) << "and is live at the end";
}

TEST_F(Follow, a_step_at_the_end_goes_on_to_what_waits) {
  game->frames(21);
  comes(20);
  window.key("p");
  game->frames(5);
  comes(25);
  window.key(". .");
  EXPECT_EQ(shown(), 21);
  window.key("o");
  EXPECT_EQ(shown(), 22);
  EXPECT_TRUE(window.model.paused);
}

TEST_F(Follow, a_race_and_an_x_ray_work_on_what_comes) {
  window.key("Shift+A");
  for (int k = 1; k <= 10; ++k) {
    game->frames(3);
    comes(static_cast<std::uint64_t>(3 * k - 1));
  }
  EXPECT_GT(window.model.lab.race.runners().size(), 10u) << "all that can run";
  for (const RaceRunner& runner : window.model.lab.race.runners())
    EXPECT_EQ(runner.verdict, RaceResult::Verdict::right) << runner.contestant.title();
  window.key("F10 F10 F10");
  EXPECT_TRUE(window.model.lab.xray.is_open());
  EXPECT_FALSE(show().follows());
}

TEST_F(Follow, bad_rows_are_told_with_their_line) {
  game->frames(5);
  game->write("5,1,0,0,far,1\n5,2,0,0,1\n");
  game->frames(5);
  comes(9);
  EXPECT_TRUE(window.has_said("pipe:18: fields: 5, the header has 6. 2 rows refused so far"))
      << window.state();
  EXPECT_THAT(window.model.ui.status, HasSubstr("2 rows refused"));
  EXPECT_EQ(shown(), 8);
}

TEST_F(Follow, a_game_that_stops_leaves_a_recording_that_is_saved) {
  game->frames(50);
  comes(49);
  ends();
  EXPECT_TRUE(window.has_said("The game has stopped: 50 frames are kept")) << window.state();
  EXPECT_EQ(shown(), 49) << "the last frame is complete with the end";
  EXPECT_TRUE(window.model.paused);
  EXPECT_FALSE(window.shows("frames.follow"));
  window.key("Ctrl+Q");
  EXPECT_TRUE(window.model.ui.quit_asked) << "no file has these frames";
  window.click_widget("quit.no");
  window.key("Ctrl+S");
  ASSERT_TRUE(window.model.ui.picker.is_open());
  EXPECT_EQ(window.model.ui.picker.name, "boxes.csv");
  window.click_widget("picker.take");
  const auto saved = parse_box_recording(folder.read("boxes.csv"), "boxes.csv");
  ASSERT_FALSE(saved.failed()) << saved.error().text;
  EXPECT_EQ(*saved, *show().shared_recording());
  EXPECT_EQ(show().name(), "boxes.csv");
  EXPECT_FALSE(session().has_unsaved());
  window.key("p");
  window.frames(20);
  EXPECT_LT(shown(), 49) << "it plays from its beginning";
}

TEST_F(Follow, boxes_are_swept_once_it_is_paused_and_saved_as_recorded) {
  game->frames(25);
  comes(24);
  window.click_widget("frames.swept");
  EXPECT_FALSE(show().is_swept());
  EXPECT_THAT(window.last_message(), HasSubstr("Pause the game first"));
  window.key("p , ,");
  const auto width = [&] { return extent(show().boxes()[*show().sprite_of(7)]).x; };
  window.click_widget("frames.swept");
  EXPECT_EQ(width(), 34) << "it moves by 4 px a frame";
  window.choose("menu.Simulation", "menu.sweep");
  EXPECT_EQ(width(), 30);
  window.choose("menu.Simulation", "menu.sweep");
  save_file(window.model, "boxes.csv");
  const auto saved = parse_box_recording(folder.read("boxes.csv"), "boxes.csv");
  ASSERT_FALSE(saved.failed()) << saved.error().text;
  EXPECT_EQ(*saved, *show().recorded());
  game->frames(5);
  comes(29);
  window.key("p");
  window.frames(30);
  EXPECT_TRUE(window.has_said("Boxes are no longer swept")) << window.state();
  EXPECT_FALSE(show().is_swept());
}

TEST_F(Follow, a_crash_of_the_window_loses_no_frame_that_was_shown) {
  const std::filesystem::path states = std::filesystem::path(folder.path("states"));
  auto& autosave = window.model.outputs.autosave;
  autosave = *Autosave::begin(states);
  const auto save = [&] {
    window.frames(1);
    window.wait("the state is saved", [&] { return !autosave->is_behind(); });
  };
  window.frames(1);
  for (int k = 1; k <= 4; ++k) {
    game->frames(40);
    comes(static_cast<std::uint64_t>(40 * k - 1));
    save();
  }
  window.key("p , , ,");
  save();
  const BoxRecording kept = *show().recorded();
  autosave.reset();  // as if it had crashed: nothing is cleaned up
  // A kill may cut the last line.
  std::filesystem::path file = states / "autosave-1.a.csv";
  ASSERT_TRUE(std::filesystem::exists(file));
  test::write(file, test::content_of(file) + "159,7,6");

  ApplicationModel next(builtin_images());
  next.outputs.autosave = *Autosave::begin(states);
  next.outputs.autosave->ask(next);
  ASSERT_TRUE(next.ui.recovery_asked);
  EXPECT_THAT(next.ui.recovery_asked->what, HasSubstr("pipe, frame 57 of 60"));
  next.outputs.autosave->recover(next, Recovery::restore);
  EXPECT_EQ(next.session.playback()->frame(), 56u);
  EXPECT_TRUE(next.session.has_unsaved()) << "still no file has it";
  EXPECT_EQ(*next.session.playback()->recorded(), kept);
  EXPECT_FALSE(std::filesystem::exists(file)) << "it is in that window's own state";
  EXPECT_TRUE(std::filesystem::exists(states / "autosave-2.b.csv") ||
              std::filesystem::exists(states / "autosave-2.a.csv"));
  next.outputs.autosave->finish();
  EXPECT_TRUE(std::filesystem::is_empty(states));
}

TEST_F(Follow, what_came_while_paused_is_there_when_the_game_stops) {
  game->frames(41);
  comes(40);
  window.key("p , ,");
  game->frames(30);
  comes(70);
  ends();
  EXPECT_EQ(show().size(), 71u);
  EXPECT_EQ(shown(), 37) << "what is looked at stays";
}

TEST_F(Follow, a_scene_in_between_does_not_stop_the_game) {
  game->frames(10);
  comes(9);
  window.key("]");
  EXPECT_FALSE(session().playback());
  EXPECT_THAT(drawn_lines(), testing::Contains(HasSubstr("was not saved; Ctrl+Z")));
  game->frames(300);
  comes(309);
  EXPECT_FALSE(session().playback());
  window.key("Shift+P");
  window.frames(3);
  EXPECT_EQ(shown(), 308);
  EXPECT_EQ(show().size(), 60u);
  window.key("]");
  game->stop();
  window.wait("the message", [&] { return window.has_said("Shift+P shows its last 1 frame"); });
  window.key("Shift+P");
  window.frames(3);
  EXPECT_EQ(shown(), 309);
  EXPECT_FALSE(window.model.live);
}

TEST_F(Follow, a_game_that_sends_nothing_readable_says_why) {
  Game other_header(folder.path("pipe"));
  game->write("1,1,0,0,1\n");
  game->stop(), other_header.stop();
  window.wait("the end", [&] { return !window.model.live; });
  EXPECT_TRUE(window.has_said("no frame of it has come")) << window.state();
  EXPECT_TRUE(window.has_said("rows refused") || window.has_said("row refused"));
}

TEST(FollowAFile, that_cannot_be_read_says_so_until_it_begins_again) {
  CurrentFolder folder;
  const std::string row = "1,1,0,0,1,1\n";
  HeadlessWindow window;
  ASSERT_FALSE(begin_following(
                   window.model,
                   folder.write("g.csv", "tick,id,min_x,min_y,max_x,max_y\n" + row + row + row), 60)
                   .failed());
  window.wait("the reason", [&] { return window.has_said("did you mean 'tick'"); });
  window.frames(1000);
  EXPECT_THAT(window.model.ui.status, HasSubstr("the header has no column 'frame'"));
  folder.write("g.csv", "Godot 4\n" + std::string(kHeader) + row + "2,1,0,0,1,1\n");
  window.wait("a frame", [&] { return window.model.session.playback()->rows() == 1; });
  window.frames(2);
  EXPECT_THAT(window.model.ui.status, testing::Not(HasSubstr("no column")));
  EXPECT_TRUE(window.has_said("1 line before the header is skipped"));
}

TEST(FollowAFile, that_begins_again_begins_another_recording) {
  CurrentFolder folder;
  std::string rows(kHeader);
  for (int f = 0; f < 40; ++f) rows += std::to_string(f) + ",1,0,0,1,1\n";
  HeadlessWindow window;
  ASSERT_FALSE(begin_following(window.model, folder.write("game.csv", rows), 60).failed());
  const Session& session = window.model.session;
  window.wait("the frames", [&] { return session.playback()->size() == 39; });
  folder.write("game.csv", std::string(kHeader) + "3,5,0,0,1,1\n4,5,0,0,1,1\n");
  window.wait("the new frames", [&] { return session.playback()->rows() == 1; });
  EXPECT_EQ(session.playback()->number(0), 3);
  EXPECT_TRUE(window.has_said("game.csv begins again"));
  window.key("Ctrl+Z");
  EXPECT_EQ(session.playback()->size(), 39u) << "undo brings the first one back";
}

TEST(FollowNothing, says_how_a_game_is_followed) {
  HeadlessWindow window;
  window.key("Shift+P");
  EXPECT_THAT(window.last_message(), HasSubstr("phasebox --follow"));
}

}  // namespace follow_test
}  // namespace phasebox::ui
