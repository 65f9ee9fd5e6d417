// SPDX-License-Identifier: MIT
// A real window: drawing, files, a game that is followed, signals.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <SDL.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/application.hpp"
#include "desktop.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"

namespace phasebox {

using namespace ui;

namespace window_test {

// What only the real window can show: its start, a real mouse and keyboard, its size, its pictures,
// what it keeps from one start to the next, how it ends. All else is in tests/ui, without one.

using testing::HasSubstr;
using Rect = std::vector<double>;

Rect rect_of(const Desktop& desktop, const std::string& name) {
  return desktop
      .wait_for("widget " + name,
                [&](const State& s) { return s["rects"].contains(name); })["rects"][name]
      .get<Rect>();
}

// Drags the middle of a widget by so much, and lets go.
void drag(const Desktop& desktop, const std::string& name, double dx, double dy) {
  const Rect r = rect_of(desktop, name);
  desktop.move_to((r[0] + r[2]) / 2, (r[1] + r[3]) / 2);
  desktop.press(1);
  desktop.wait_frames(3);
  desktop.move_by(dx, dy);
  desktop.wait_frames(3);
  desktop.release(1);
  desktop.wait_frames(3);
}

std::string settings_of(const Desktop& desktop) {
  return test::content_of(desktop.folder() / "config/phasebox/settings.json");
}

void quit(Desktop& desktop) {
  desktop.key("ctrl+q");
  ASSERT_EQ(desktop.program().wait(10), 0);
}

void start_again(Desktop& desktop, const std::vector<std::string>& arguments) {
  std::filesystem::remove(desktop.folder() / "state.json");
  desktop.start_program(arguments);
}

bool says(const State& s, const std::string& words) {
  return std::ranges::any_of(s["toasts"], [&](const State& toast) {
    return toast.get<std::string>().find(words) != std::string::npos;
  });
}

std::filesystem::path wait_for_file(const Desktop& desktop, const std::string& name) {
  const auto file = desktop.folder() / name;
  desktop.wait_for(name, [&](const State&) { return std::filesystem::exists(file); });
  return file;
}

// "lesson": four circles standing still, far apart.
TEST(RealMouse, drags_a_sprite_and_throws_it) {
  Desktop desktop{{"--scene", "lesson"}};
  const State before = desktop.state();
  const auto at = before["sprites"][2]["screen"];
  desktop.move_to(at[0], at[1]);
  desktop.wait_until("/hovered", 2);
  desktop.press(1);
  desktop.wait_until("/held", 2);
  desktop.move_by(-60, 36);
  const double x =
      before["sprites"][2]["position"][0].get<double>() - 60 / before["zoom"].get<double>();
  desktop.wait_for("the sprite under the pointer", [&](const State& s) {
    return std::abs(s["sprites"][2]["position"][0].get<double>() - x) < 2;
  });
  std::string moves;
  for (int i = 0; i < 12; ++i) moves += "mousemove_relative -- -10 6 sleep 0.02 ";
  desktop.xdotool(moves + "mouseup 1");
  const State after = desktop.wait_until("/held", nullptr);
  EXPECT_LT(after["sprites"][2]["velocity"][0], -0.5);
  EXPECT_GT(after["sprites"][2]["velocity"][1], 0.2);
}

TEST(RealKeys, quick_typing_is_not_lost_and_held_keys_repeat) {
  Desktop desktop{{"--scene", "sprites"}};
  desktop.key("--delay 5 g 2 4 Return");
  const State after = desktop.wait_until("/params/rdc/group-size", 24);
  EXPECT_EQ(after["broadphase"], "rdc") << "the digits belonged to the field";
  desktop.key("--delay 5 plus plus plus plus plus plus plus plus plus plus");
  desktop.wait_until("/sprite_count", 70);
  desktop.xdotool("keydown minus");
  desktop.wait_for("many less", [](const State& s) { return s["sprite_count"] < 66; });
  desktop.xdotool("keyup minus");
  desktop.key("p");
  desktop.wait_until("/paused", true);
}

TEST(Size, of_the_window_is_that_of_its_parts) {
  Desktop desktop{{"--scene", "lesson"}};
  const Rect field = rect_of(desktop, "field");
  desktop.xdotool("search --name '^Phasebox$' windowsize 900 600");
  const State s = desktop.wait_for("another size", [](const State& t) {
    return t["window"] == State::array({900, 600}) && t["rects"]["panel"][2] == 900;
  });
  EXPECT_LT(s["rects"]["field"][3], field[3]);
  desktop.key("F11");
  desktop.wait_for("full screen", [](const State& t) {
    return t["open"]["full_screen"] == true && t["rects"]["panel"][2] == 1280;
  });
  desktop.key("F11");
  desktop.wait_until("/open/full_screen", false);
}

// Whether the picture shows more than a ground of one color.
void expect_drawn(const Bitmap& picture) {
  const auto& rgba = picture.rgba;
  std::size_t other = 0;
  for (std::size_t k = 4; k < rgba.size(); ++k) other += rgba[k] != rgba[k % 4];
  EXPECT_GT(other, rgba.size() / 200);
}

TEST(Pictures, are_of_the_window_and_of_its_plots) {
  Desktop desktop({"--scene", "mixed-sizes", "--size", "1280x720", "--ui-scale", "0.8"});
  desktop.key("F12");
  const auto whole = load_bitmap(wait_for_file(desktop, "phasebox-001.png"));
  ASSERT_FALSE(whole.failed()) << whole.error().text;
  EXPECT_EQ(whole->width, 1280);
  EXPECT_EQ(whole->height, 720);
  expect_drawn(*whole);
  desktop.key("a");
  desktop.click_widget("race.plot");
  const Rect r = rect_of(desktop, "plot.race");
  desktop.click_widget("plot.race.menu");
  desktop.click_widget("export.png");
  const auto plot = load_bitmap(wait_for_file(desktop, "phasebox-race-001.png"));
  ASSERT_FALSE(plot.failed()) << plot.error().text;
  EXPECT_NEAR(plot->width, r[2] - r[0], 1);
  EXPECT_NEAR(plot->height, r[3] - r[1], 16) << "the rows of a running race leave it more or less";
  expect_drawn(*plot);
}

TEST(Film, is_of_the_window_until_the_key_comes_again) {
  Desktop desktop({"--size", "640x480"});
  desktop.key("Shift+F12");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  desktop.key("Shift+F12");
  const std::string film = test::content_of(wait_for_file(desktop, "phasebox-film-001.webp"));
  EXPECT_TRUE(film.starts_with("RIFF"));
  EXPECT_NE(film.find("ANMF"), film.npos) << "more than one picture";
}

TEST(Settings, keep_theme_panes_and_language_and_that_the_start_page_was_left) {
  Desktop desktop{{"--size", "1000x700"}};
  desktop.click_widget("welcome.close");
  drag(desktop, "splitter", -80, 0);
  const Rect wider = rect_of(desktop, "panel");
  desktop.key("F7");
  drag(desktop, "space.divider", -100, 0);
  const Rect space = rect_of(desktop, "space");
  desktop.key("F3");
  desktop.click_widget("lessons.language.zh");
  // Without fonts-wqy-microhei or another Chinese font this waits in vain.
  desktop.wait_for("Chinese", [](const State& s) { return s["open"]["chinese_font"] != ""; });
  desktop.key("F3 t");
  desktop.wait_until("/params/view/theme", "flash");
  quit(desktop);
  start_again(desktop, {"--size", "1000x700"});
  const State again = desktop.state();
  EXPECT_FALSE(again["rects"].contains("welcome"));
  EXPECT_EQ(again["params"]["view"]["theme"], "flash");
  EXPECT_NE(again["open"]["chinese_font"], "");
  EXPECT_NEAR(rect_of(desktop, "panel")[0], wider[0], 3);
  EXPECT_NEAR(rect_of(desktop, "space")[0], space[0], 3);
}

TEST(Settings, that_are_broken_are_set_aside_and_named) {
  Desktop desktop{{"--scene", "lesson"}};
  quit(desktop);
  const auto file = desktop.folder() / "config/phasebox/settings.json";
  test::write(file, "{ broken");
  start_again(desktop, {"--scene", "lesson"});
  desktop.wait_for("a word about it", [](const State& s) { return says(s, "settings.json"); });
  EXPECT_EQ(desktop.state()["params"]["view"]["theme"], "dark");
  EXPECT_TRUE(std::filesystem::exists(file.string() + ".broken"));
}

TEST(Settings, hold_the_place_of_the_window) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.wait_frames(30);  // what moves it from now on is not the window manager
  desktop.xdotool("search --name '^Phasebox$' windowsize 900 600 windowmove 150 90");
  desktop.wait_until("/window/0", 900);
  desktop.wait_frames(30);  // at rest
  quit(desktop);
  const State place = State::parse(settings_of(desktop))["window"];
  EXPECT_EQ(place["position"], State::array({150, 90}));
  EXPECT_EQ(place["width"], 900);
  EXPECT_EQ(place["maximized"], false);
}

TEST(Start, takes_the_language_of_the_locale_and_says_when_its_font_is_missing) {
  setenv("PHASEBOX_CHINESE_FONT", "/nowhere/font.ttc", 1);
  setenv("LC_ALL", "zh_CN.UTF-8", 1);
  Desktop desktop({"--lesson", "sampling"});
  unsetenv("PHASEBOX_CHINESE_FONT");
  unsetenv("LC_ALL");
  rect_of(desktop, "lessons.font-missing");
  EXPECT_EQ(desktop.state()["open"]["chinese_font"], "");
}

TEST(Start, asks_about_very_many_pairs_before_anything_looks_for_them) {
  Desktop desktop{{"--scene", "sprites", "--set", "scene.count=50000"}};
  rect_of(desktop, "pairs.yes");
  desktop.key("Return");
  desktop.wait_until("/sprite_count", 60);
}

TEST(Start, without_any_driver_of_opengl_is_refused_with_the_remedy) {
  const Desktop desktop({});
  const test::TemporaryFolder folder;
  Child second;
  second.start({PHASEBOX_PROGRAM}, folder.path(),
               {"DISPLAY=" + desktop.display(), "XDG_CONFIG_HOME=" + folder.path().string(),
                "SDL_VIDEODRIVER=x11", "LIBGL_DRIVERS_PATH=/nonexistent"});
  EXPECT_EQ(second.wait(10), 1);
  const std::string said = test::content_of(folder / "phasebox.log");
  EXPECT_THAT(said, HasSubstr("phasebox: cannot start OpenGL 3.3"));
  EXPECT_THAT(said, HasSubstr("libgl1-mesa-dri"));
  EXPECT_EQ(said.find("X Error"), said.npos) << said;
}

TEST(Start, writes_the_log_that_was_asked_for) {
  Desktop desktop({"--log", "steps.csv"});
  desktop.wait_for("some steps", [](const State& s) { return s["steps"] > 20; });
  const std::string log = test::content_of(desktop.folder() / "steps.csv");
  EXPECT_GT(std::ranges::count(log, '\n'), 10);
  EXPECT_THAT(log, HasSubstr("\n5,sprites,rdc,pixel-samples,"));
}

// Processor time of a process so far, clock ticks: fields 14 and 15 of its line in /proc.
long ticks_of(int pid) {
  const std::string all = test::content_of("/proc/" + std::to_string(pid) + "/stat");
  std::istringstream fields(all.substr(all.rfind(')') + 2));
  std::string skipped;
  for (int k = 3; k < 14; ++k) fields >> skipped;
  long user = 0, system = 0;
  fields >> user >> system;
  return user + system;
}

// There is no window manager here that minimizes, so the window is unmapped, which SDL takes as
// hidden.
TEST(Minimized, costs_no_steps_and_next_to_no_time) {
  Desktop desktop{{"--scene", "sprites"}};
  desktop.wait_for("some steps", [](const State& s) { return s["steps"] > 20; });
  desktop.xdotool("windowunmap " + desktop.window());
  std::this_thread::sleep_for(std::chrono::seconds(5));  // settings and autosave are written
  const State before = desktop.state();
  const long ticks = ticks_of(desktop.program().id());
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_EQ(desktop.state()["steps"], before["steps"]);
  EXPECT_LT(ticks_of(desktop.program().id()) - ticks, sysconf(_SC_CLK_TCK) / 10)
      << "of 3 s, a tenth of a second";
  desktop.xdotool("windowmap " + desktop.window());
  desktop.wait_for("steps again", [&](const State& s) { return s["steps"] > before["steps"]; });
}

TEST(End, by_a_signal_saves_the_settings) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.key("t");
  desktop.wait_until("/params/view/theme", "flash");
  desktop.program().stop();
  EXPECT_THAT(settings_of(desktop), HasSubstr("\"theme\": \"flash\""));
}

TEST(End, with_something_unsaved_saves_it_by_enter) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.key("Escape Escape p");
  const State s = desktop.wait_until("/paused", true);
  EXPECT_EQ(s["open"]["quit_question"], false);
  const auto at = s["sprites"][0]["screen"];
  desktop.move_to(at[0], at[1]);
  desktop.key("Delete");
  desktop.wait_until("/sprite_count", 3);
  desktop.xdotool("search --sync --name 'Lesson[*] - Phasebox$'");
  desktop.key("ctrl+q");
  desktop.wait_until("/open/quit_question", true);
  desktop.key("Return");
  rect_of(desktop, "picker.name");
  desktop.key("Return");
  EXPECT_EQ(desktop.program().wait(10), 0);
  EXPECT_TRUE(std::filesystem::exists(desktop.folder() / "scene.json"));
}

// A file dropped on the window, in this process: no tool can drop files from outside.

TEST(Drop, reaches_the_model_of_a_window_without_a_display) {
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  const test::TemporaryFolder folder;
  test::write(folder / "mine.png", encode_png(*make_solid_image("mine", 20, 10)));
  auto window = GlWindow::open("Phasebox", {640, 480, {}, false});
  ASSERT_FALSE(window.failed()) << window.error().text;
  auto renderer = Renderer::create();
  ASSERT_FALSE(renderer.failed()) << renderer.error().text;
  auto model = std::make_unique<ApplicationModel>(builtin_images());
  const ApplicationModel& state = *model;
  Application application(*std::move(window), *std::move(renderer), std::move(model), {});
  SDL_Event event{};
  event.type = SDL_DROPFILE;
  event.drop.file = SDL_strdup((folder / "mine.png").c_str());
  ASSERT_EQ(SDL_PushEvent(&event), 1);
  event = {};
  event.type = SDL_QUIT;
  ASSERT_EQ(SDL_PushEvent(&event), 1);
  application.run();
  const int number = state.session.images().find("mine");
  ASSERT_GE(number, 0);
  EXPECT_EQ(state.ui.launch_image, number);
}

// A real game beside a real window: a child process that writes into a pipe and ends.

// Three boxes for 150 frames, a bad row among them; it writes as fast as a game runs.
constexpr const char* kGame = R"(exec >pipe
echo frame,id,min_x,min_y,max_x,max_y
for f in $(seq 1 150); do
  echo "$f,1,$f,0,$((f + 30)),30"
  echo "$f,2,0,20,60,60"
  echo "$f,3,200,0,260,60"
  [ $f = 40 ] && echo "$f,4,0,0,wide,1"
  sleep 0.01
done)";

class RunningGame : public testing::Test {
 protected:
  RunningGame() {
    if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  }
  void play(const char* script) { game.start({"/bin/sh", "-c", script}, folder.path(), {}); }

  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  Child game;
};

TEST_F(RunningGame, is_followed_until_it_stops) {
  Desktop desktop{{"--follow", pipe, "--keep", "2"}};
  EXPECT_EQ(desktop.state()["sprite_count"], 0) << "the window opens before the game writes";
  play(kGame);
  desktop.wait_until("/sprite_count", 3);
  desktop.wait_for(
      "the bad row", [](const State& s) { return says(s, "pipe:122: max_x is 'wide'"); }, 30);
  const State end = desktop.wait_for(
      "the end", [](const State& s) { return says(s, "The game has stopped: 120 frames"); }, 30);
  EXPECT_EQ(end["paused"], true);
  EXPECT_EQ(game.wait(10), 0) << "the game never waited for the window";
  desktop.key("ctrl+q");
  desktop.click_widget("quit.yes");  // no file has these frames
  ASSERT_EQ(desktop.program().wait(10), 0);
}

TEST_F(RunningGame, that_is_silent_does_not_keep_the_window_from_quitting) {
  Desktop desktop{{"--follow", pipe}};
  play("exec >pipe; exec sleep 60");
  desktop.wait_frames(5);
  quit(desktop);
}

// A real window that is ended early is restored by the next one.

bool is_asked(const State& s) { return s["rects"].contains("recovery.restore"); }

/// Removes the sprite under the pointer.
void remove_a_sprite(const Desktop& desktop) {
  desktop.key("p");
  const State s = desktop.wait_until("/paused", true);
  const auto at = s["sprites"][0]["screen"];
  desktop.move_to(at[0], at[1]);
  desktop.key("Delete");
  desktop.wait_until("/sprite_count", 2);
}

TEST(Recovery, after_a_signal_is_offered_and_after_a_clean_exit_is_not) {
  const std::vector<std::string> three{"--scene", "sprites", "--count", "3"};
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    SCOPED_TRACE(signal);
    Desktop desktop{three};
    remove_a_sprite(desktop);
    desktop.program().signal(signal);
    EXPECT_EQ(desktop.program().wait(10), 0);
    start_again(desktop, three);
    desktop.wait_for("the question", is_asked);
    desktop.key("Return");
    desktop.wait_for("the state before",
                     [](const State& s) { return s["sprite_count"] == 2 && !is_asked(s); });
    desktop.key("ctrl+q");
    desktop.click_widget("quit.yes");
    EXPECT_EQ(desktop.program().wait(10), 0);
    EXPECT_FALSE(std::filesystem::exists(desktop.folder() / "config/phasebox/autosave-1.state"));
    start_again(desktop, three);
    EXPECT_FALSE(is_asked(desktop.state()));
  }
}

// How long after a change both files are written is tested with a clock of its own; a busy machine
// may take longer.
TEST(Recovery, after_a_kill_some_seconds_after_a_change_loses_nothing) {
  const std::vector<std::string> three{"--scene", "sprites", "--count", "3"};
  Desktop desktop{three};
  desktop.key("t");
  desktop.wait_until("/params/view/theme", "flash");
  remove_a_sprite(desktop);
  const std::filesystem::path config = desktop.folder() / "config/phasebox";
  const auto holds = [&](const char* name, const char* words) {
    return std::filesystem::exists(config / name) &&
           test::content_of(config / name).find(words) != std::string::npos;
  };
  desktop.wait_for(
      "both files",
      [&](const State&) {
        return holds("settings.json", "flash") && holds("autosave-1.state", "2 sprites");
      },
      30);
  desktop.program().signal(SIGKILL);
  EXPECT_NE(desktop.program().wait(10), 0);
  EXPECT_THAT(settings_of(desktop), HasSubstr("\"theme\": \"flash\""));
  start_again(desktop, three);
  EXPECT_EQ(desktop.state()["params"]["view"]["theme"], "flash");
  desktop.wait_for("the question", is_asked);
  desktop.key("Return");
  desktop.wait_for("the state before",
                   [](const State& s) { return s["sprite_count"] == 2 && !is_asked(s); });
}

TEST(Report, says_what_the_program_and_the_window_run_on) {
  const Desktop desktop{{"--scene", "sprites", "--count", "3", "--record", "all.jsonl"}};
  const auto record = load_record(desktop.folder() / "all.jsonl");
  ASSERT_FALSE(record.failed()) << record.error().text;
  for (const char* name : {"compiler", "vectors", "threads", "OpenGL", "video"})
    EXPECT_TRUE(record->facts.contains(name)) << name;
}

}  // namespace window_test
}  // namespace phasebox
