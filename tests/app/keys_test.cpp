// SPDX-License-Identifier: MIT
// Every key of the action table does in the real window what the table says.
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace keys_test {

using Check = std::function<bool(const State& before, const State& after)>;

// A key, and what must have changed soon after it.
struct Press {
  std::string action;  ///< id in the table
  std::string keys;    ///< for xdotool
  Check check;
  std::string before{};  ///< keys to be pressed first, without a check
};

// What stands at that path; null where there is nothing yet.
State at(const State& s, const std::string& path) {
  return s.value(State::json_pointer(path), State());
}

Check flips(const std::string& path) {
  return [=](const State& a, const State& b) { return at(a, path) != at(b, path); };
}
Check becomes(const std::string& path, const State& value) {
  return [=](const State&, const State& b) { return at(b, path) == value; };
}
Check grows(const std::string& path, int by) {
  return [=](const State& a, const State& b) {
    return at(b, path).get<double>() == at(a, path).get<double>() + by;
  };
}
Check says(const std::string& words) {
  return [=](const State&, const State& b) {
    for (const auto& toast : b["toasts"])
      if (toast.get<std::string>().find(words) != std::string::npos) return true;
    return false;
  };
}
Check both(Check p, Check q) {
  return [=](const State& a, const State& b) { return p(a, b) && q(a, b); };
}

// What `phasebox list` says, with the program under test.
State listed(const std::string& what) {
  const std::string command = std::string(PHASEBOX_PROGRAM) + " list " + what + " --json";
  FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c = 0; (c = fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  pclose(pipe);
  return State::parse(text);
}

// The broadphase on a digit: 0 is brute force, 1 to 9 are the others in the order of the registry.
Check chosen_by(std::size_t digit) {
  std::vector<std::string> others;
  for (const auto& row : listed("broadphases"))
    if (row["id"] != "brute-force") others.push_back(row["id"]);
  if (digit == 0) return becomes("/broadphase", "brute-force");
  return digit <= others.size() ? becomes("/broadphase", others[digit - 1])
                                : says("no broadphase on key");
}

// In this order in one window; where one press needs another before it, that stands in `before`.
std::vector<Press> presses() {
  const std::string n = "/sprite_count", view = "/params/view/";
  const std::string samples = "/params/pixel-samples/n";
  return {
      {"pause", "p", becomes("/paused", true)},
      {"pause", "space", becomes("/paused", false)},
      {"step", "o",
       both(becomes("/paused", true),
            [](const State& a, const State& b) {
              return b["steps"].get<long>() > a["steps"].get<long>();
            })},
      {"step", "o", grows("/steps", 1)},
      {"restart", "r", becomes("/steps", 0)},
      {"new-seed", "ctrl+r", flips("/params/world/seed")},
      {"more", "plus", grows(n, 1)},
      {"more", "asterisk", grows(n, 10)},
      {"more", "ctrl+plus", grows(n, 100)},
      {"fewer", "minus", grows(n, -1)},
      {"fewer", "shift+minus", grows(n, -10)},
      {"fewer", "ctrl+minus", grows(n, -100)},
      {"undo", "ctrl+z", grows(n, 100)},
      {"redo", "ctrl+y", grows(n, -100)},
      {"clone", "ctrl+d", grows(n, 1)},
      {"delete", "Delete", grows(n, -1)},
      {"snap", "s", becomes("/params/world/snap", true)},
      {"response", "e", becomes("/params/response/response", "impulse")},
      {"response", "e", becomes("/params/response/response", "pass-through")},
      {"boundaries", "d", flips(view + "boundaries")},
      {"structure", "q", flips(view + "structure")},
      {"candidates", "l", flips(view + "candidates")},
      {"boxes", "b", flips(view + "boxes")},
      {"velocities", "v", flips(view + "velocities")},
      {"ids", "i", flips(view + "ids")},
      {"colour-by", "c", flips(view + "colour-by")},
      {"theme", "t", becomes(view + "theme", "flash")},
      {"space", "F7", becomes(view + "space", true)},
      {"space", "F7", becomes(view + "space", false)},
      {"broadphase", "2", chosen_by(2)},
      {"broadphase", "3", chosen_by(3)},
      {"group-size", "g", says("no group size")},
      {"broadphase", "4", chosen_by(4)},
      {"broadphase", "9", chosen_by(9)},
      {"broadphase", "0", chosen_by(0)},
      {"next-broadphase", "j", flips("/broadphase")},
      {"previous-broadphase", "shift+j", becomes("/broadphase", "brute-force")},
      {"broadphase", "1", becomes("/broadphase", "rdc")},
      {"next-narrowphase", "k", flips("/narrowphase")},
      {"previous-narrowphase", "shift+k", becomes("/narrowphase", "pixel-samples")},
      {"frame-forward", "period", grows("/steps", 1)},
      {"frame-back", "comma", grows("/steps", -1)},
      {"xray", "x", becomes("/open/tool", "xray")},
      {"xray", "x", becomes("/open/tool", "")},
      {"xray-forward", "F10", becomes("/xray/at", 1)},
      {"xray-forward", "F10", becomes("/xray/at", 2)},
      {"xray-back", "shift+F10", becomes("/xray/at", 1)},
      {"escape", "Escape", becomes("/xray", State())},
      {"group-size", "g", becomes("/open/text_input", true)},
      {"group-size", "1 6 Return",
       both(becomes("/params/rdc/group-size", 16), becomes("/open/text_input", false))},
      {"n-up", "n", grows(samples, 1)},
      {"n-down", "shift+n", grows(samples, -1)},
      {"fit-selection", "f", flips("/camera/zoom"), "r"},
      {"whole-field", "Home", flips("/camera/zoom")},
      {"tune", "u", becomes("/open/tool", "tune")},
      {"cliffs", "h", becomes("/open/tool", "cliffs")},
      {"cliffs", "h", becomes("/open/tool", "")},
      {"race", "a", both(becomes("/open/tool", "race"), becomes("/race/on", true))},
      {"lanes", "shift+a", becomes("/race/lanes", true)},
      {"lanes", "shift+a", becomes("/race/lanes", false)},
      {"race", "a", both(becomes("/open/tool", ""), becomes("/race/on", false))},
      {"panel", "Tab", becomes("/open/panel", false)},
      {"panel", "Tab", becomes("/open/panel", true)},
      {"statistics-size", "F2", flips("/open/large_statistics")},
      {"why", "w", becomes("/open/tool", "why")},
      {"accuracy", "y", becomes("/open/tool", "accuracy")},
      {"accuracy", "y", becomes("/open/tool", "")},
      {"energy", "shift+e", both(becomes("/open/tool", "energy"), becomes("/energy/on", true))},
      {"energy", "shift+e", both(becomes("/open/tool", ""), becomes("/energy/on", false))},
      {"messages", "m", becomes("/open/messages", true)},
      {"escape", "Escape", becomes("/open/messages", false)},
      {"lessons", "F3", becomes("/open/tool", "lessons")},
      {"lessons", "F3", becomes("/open/tool", "")},
      {"help", "F1", becomes("/open/help", true)},
      {"escape", "Escape", becomes("/open/help", false)},
      {"help", "question", becomes("/open/help", true)},
      {"help", "question", becomes("/open/help", false)},
      {"full-screen", "F11", becomes("/open/full_screen", true)},
      {"full-screen", "F11", becomes("/open/full_screen", false)},
      {"screenshot", "F12", says("phasebox-001.png")},
      {"next-scene", "bracketright", flips("/scene")},
      {"previous-scene", "bracketleft", becomes("/scene", "flash")},
      {"next-scene", "Next", flips("/scene")},
      {"previous-scene", "Prior", becomes("/scene", "flash")},
      {"open", "ctrl+o", becomes("/open/picker", "open")},
      {"escape", "Escape", becomes("/open/picker", "closed")},
      {"save", "ctrl+s", both(becomes("/open/picker", "save"), becomes("/open/text_input", true))},
      {"save", "Return", both(becomes("/open/picker", "closed"), says("Saved"))},
      {"restart", "r", becomes("/params/world/snap", true)},
      {"snap", "s", becomes("/params/world/snap", false)},
      {"open", "ctrl+o", both(becomes("/open/picker", "open"), becomes("/open/text_input", true))},
      {"open", "s c e n e period j s o n Return",
       both(becomes("/params/world/snap", true), says("Opened scene.json"))},
      {"escape", "Escape", becomes("/open/quit_question", true)},
      {"escape", "Escape", becomes("/open/quit_question", false)},
  };
}

std::set<std::string> ids_of_the_table() {
  std::set<std::string> ids;
  for (const auto& row : listed("keys")) ids.insert(row["id"].get<std::string>());
  return ids;
}

// The pointer rests on a sprite, for clone and delete.
void point_at_a_sprite(const Desktop& desktop) {
  const State s = desktop.wait_for("sprites", [](const State& t) { return !t["sprites"].empty(); });
  const auto& last = s["sprites"].back()["screen"];
  desktop.move_to(last[0], last[1]);
}

TEST(Keys, EveryKeyOfTheTableDoesWhatItSays) {
  Desktop desktop{{"--scene", "flash"}};
  std::set<std::string> missing = ids_of_the_table();
  ASSERT_GT(missing.size(), 30u);
  for (const Press& press : presses()) {
    SCOPED_TRACE(press.action + " by " + press.keys);
    if (press.action == "clone") point_at_a_sprite(desktop);
    if (!press.before.empty()) desktop.key(press.before);
    desktop.wait_frames(2);
    const State before = desktop.state();
    desktop.key("--delay 60 " + press.keys);
    ASSERT_NO_THROW(desktop.wait_for(press.action + " by " + press.keys, [&](const State& after) {
      return press.check(before, after);
    }));
    missing.erase(press.action);
  }
  EXPECT_TRUE(std::filesystem::exists(desktop.folder() / "phasebox-001.png"));
  EXPECT_TRUE(std::filesystem::exists(desktop.folder() / "scene.json"));

  desktop.key("ctrl+q");
  EXPECT_EQ(desktop.program().wait(10), 0) << "saved, so there is nothing to ask";
  missing.erase("quit");
  EXPECT_TRUE(std::filesystem::exists(desktop.folder() / "config/phasebox/settings.json"));
  for (const std::string& id : missing)
    ADD_FAILURE() << "no key of action '" << id << "' was tried";
}

TEST(Keys, HeldKeysRepeatAndQuickTypingIsNotLost) {
  Desktop desktop{{"--scene", "flash"}};
  desktop.key("--delay 5 g 2 4 Return");
  const State after = desktop.wait_for("the group size typed at once", [](const State& s) {
    return s["params"]["rdc"]["group-size"] == 24;
  });
  EXPECT_EQ(after["broadphase"], "rdc") << "the digits belonged to the field";
  desktop.key("--delay 5 plus plus plus plus plus plus plus plus plus plus");
  desktop.wait_for("ten more", [](const State& s) { return s["sprite_count"] == 70; });
}

TEST(Settings, AreKeptAndABrokenFileIsSetAside) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.key("t");
  desktop.wait_for("the light theme",
                   [](const State& s) { return s["params"]["view"]["theme"] == "flash"; });
  desktop.key("ctrl+q");
  ASSERT_EQ(desktop.program().wait(10), 0);
  const auto file = desktop.folder() / "config/phasebox/settings.json";
  const auto restart = [&] {
    std::filesystem::remove(desktop.folder() / "state.json");
    desktop.start_program({"--scene", "lesson"});
  };
  restart();
  EXPECT_EQ(desktop.state()["params"]["view"]["theme"], "flash");
  desktop.program().stop();
  std::ofstream(file) << "{ broken";
  restart();
  desktop.wait_for("a word about it", [](const State& s) { return !s["toasts"].empty(); });
  EXPECT_EQ(desktop.state()["params"]["view"]["theme"], "dark");
  EXPECT_TRUE(std::filesystem::exists(file.string() + ".broken"));
}

}  // namespace keys_test
}  // namespace phasebox
