// SPDX-License-Identifier: MIT
// Every key of the action table does what the table says.
#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/dear_imgui.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace keys_ui_test {

using Number = std::function<double()>;

// A key, and what must hold after it of what was before it.
struct Press {
  std::string action;  ///< id in the table
  std::string keys;
  Number looks_at;
  std::function<bool(double before, double after)> check;
};

auto becomes(double value) {
  return [=](double, double after) { return after == value; };
}
auto grows(double by) {
  return [=](double before, double after) { return after == before + by; };
}
bool flips(double before, double after) { return before != after; }
bool rises(double before, double after) { return after > before; }

template <class Entry>
double index_of(std::span<const Entry* const> all, const Entry& entry) {
  return static_cast<double>(std::ranges::find(all, &entry) - all.begin());
}

class KeysInTheWindow : public testing::Test {
 protected:
  Number param(const std::string& owner, const std::string& key) const {
    return [=, this] { return window.param(owner, key); };
  }
  Number tool(const std::string& id) const {
    return [=, this] { return double(window.model.ui.tool == id); };
  }
  Number says(const std::string& words) const {
    return [=, this] { return double(window.last_message().find(words) != std::string::npos); };
  }
  template <class Look>
  static Number is(Look look) {
    return [look] { return static_cast<double>(look()); };
  }

  // The broadphase on a digit: 0 is brute force, 1 to 9 are the others in the order of the
  // registry.
  static double chosen_by(std::size_t digit) {
    std::vector<const BroadphaseEntry*> others;
    for (const BroadphaseEntry* entry : broadphases())
      if ((entry->role == BroadphaseRole::reference) == (digit == 0)) others.push_back(entry);
    return index_of(broadphases(), *others.at(digit == 0 ? 0 : digit - 1));
  }

  std::vector<Press> presses_of_time() const;
  std::vector<Press> presses_of_view() const;
  std::vector<Press> presses_of_overlays_and_tools() const;
  std::vector<Press> presses_of_algorithms() const;
  std::vector<Press> presses_of_tools() const;
  std::vector<Press> presses_of_files() const;
  void check(const Press& press);

  CurrentFolder folder;
  HeadlessWindow window{"sprites"};
  std::set<std::string> tried;

  const ApplicationModel& model = window.model;
  Number steps = is([this] { return model.session.steps(); });
  Number sprites = is([this] { return model.session.world().size(); });
  Number broadphase =
      is([this] { return index_of(broadphases(), *model.session.settings().broadphase); });
  Number narrowphase =
      is([this] { return index_of(narrowphases(), *model.session.settings().narrowphase); });
  Number scene = is([this] { return index_of(scenes(), *model.session.settings().scene); });
  Number paused = is([this] { return model.paused; });
  Number picker = is([this] { return static_cast<int>(model.ui.picker.mode); });
};

// In this order in one window.
std::vector<Press> KeysInTheWindow::presses_of_time() const {
  return {
      {"pause", "p", paused, becomes(1)},
      {"pause", "Space", paused, becomes(0)},
      {"step", "o", paused, becomes(1)},
      {"step", "o", steps, grows(1)},
      {"restart", "r", steps, becomes(0)},
      {"new-seed", "Ctrl+R", param("world", "seed"), flips},
      {"more", "+", sprites, grows(1)},
      {"more", "*", sprites, grows(10)},
      {"more", "Ctrl++", sprites, grows(100)},
      {"fewer", "-", sprites, grows(-1)},
      {"fewer", "_", sprites, grows(-10)},
      {"fewer", "Ctrl+-", sprites, grows(-100)},
      {"undo", "Ctrl+Z", sprites, grows(100)},
      {"redo", "Ctrl+Y", sprites, grows(-100)},
      {"clone", "Ctrl+D", sprites, grows(1)},
      {"delete", "Delete", sprites, grows(-1)},
      {"frame-forward", ".", steps, grows(1)},
      {"frame-back", ",", steps, grows(-1)},
      {"slower", "<", is([this] { return model.clock.speed; }), becomes(0.5)},
      {"faster", ">", is([this] { return model.clock.speed; }), becomes(1)},
      {"follow", "Shift+P", says("No game is followed"), becomes(1)},
      {"sweep", "Shift+S", says("no box recording plays"), becomes(1)},
  };
}

std::vector<Press> KeysInTheWindow::presses_of_view() const {
  const Number zoom = is([this] { return model.field.camera.zoom; });
  return {
      {"snap", "s", param("world", "snap"), becomes(1)},
      {"response", "e", param("response", "response"), becomes(1)},
      {"response", "e", param("response", "response"), becomes(0)},
      {"color-by", "c", param("view", "color-by"), flips},
      {"query-shape", "Shift+Q", param("view", "query-shape"), becomes(1)},
      {"theme", "t", is([this] { return model.view.theme == ThemeId::flash; }), becomes(1)},
      {"space", "F7", param("view", "space"), becomes(1)},
      {"space", "F7", param("view", "space"), becomes(0)},
      {"fit-selection", "f", zoom, flips},
      {"whole-field", "Home", zoom, flips},
      {"panel", "Tab", is([this] { return model.ui.panel_open; }), becomes(0)},
      {"panel", "Tab", is([this] { return model.ui.panel_open; }), becomes(1)},
      {"statistics-size", "F2", is([this] { return model.ui.large_statistics; }), flips},
      {"full-screen", "F11", is([this] { return window.was_asked<request::FullScreen>(); }),
       becomes(1)},
      {"film", "Shift+F12", is([this] { return window.was_asked<request::Film>(); }), becomes(1)},
      {"link", "Ctrl+Shift+L", is([this] { return window.was_asked<request::CopyLink>(); }),
       becomes(1)},
      {"paste", "Ctrl+V", says("holds no link"), becomes(1)},
      {"screenshot", "F12", is([this] { return window.was_asked<request::Picture>(); }),
       becomes(1)},
  };
}

// The keys of an action as they are pressed: "B" would be typed with Shift.
std::string pressed(const ActionRow& row) {
  const std::string keys = keys_of(row, {});
  return keys.size() == 1 ? std::string(1, static_cast<char>(std::tolower(keys[0]))) : keys;
}

// Overlays are switched, tools are opened and closed, whichever there are.
std::vector<Press> KeysInTheWindow::presses_of_overlays_and_tools() const {
  std::vector<Press> all;
  for (const OverlayRow* overlay : overlays()) {
    const std::string id(overlay->id);
    const std::string keys = pressed(*action_of_param(Owner::view(), id));
    if (!keys.empty()) all.push_back({id, keys, param("view", id), flips});
  }
  for (const ToolRow* row : tools()) {
    const std::string id(row->action.id), keys = pressed(row->action);
    if (keys.empty()) continue;
    all.push_back({id, keys, tool(id), becomes(1)});
    all.push_back({id, keys, tool(""), becomes(1)});
  }
  return all;
}

std::vector<Press> KeysInTheWindow::presses_of_algorithms() const {
  const Number typing = is([this] { return model.ui.typing.has_value() || window.is_typing(); });
  const double samples = index_of(narrowphases(), *model.session.settings().narrowphase);
  return {
      {"broadphase", "2", broadphase, becomes(chosen_by(2))},
      {"broadphase", "3", broadphase, becomes(chosen_by(3))},
      {"group-size", "g", says("no group size"), becomes(1)},
      {"broadphase", "4", broadphase, becomes(chosen_by(4))},
      {"broadphase", "9", broadphase, becomes(chosen_by(9))},
      {"broadphase", "0", broadphase, becomes(chosen_by(0))},
      {"next-broadphase", "j", broadphase, flips},
      {"previous-broadphase", "Shift+J", broadphase, becomes(chosen_by(0))},
      {"broadphase", "1", broadphase, becomes(chosen_by(1))},
      {"next-narrowphase", "k", narrowphase, flips},
      {"previous-narrowphase", "Shift+K", narrowphase, becomes(samples)},
      {"group-size", "g", typing, becomes(1)},
      {"group-size", "1 6 Enter", param("rdc", "group-size"), becomes(16)},
      {"reload-plugins", "Ctrl+Shift+R", says("no plug-in to load again"), becomes(1)},
      {"n-up", "n", param("pixel-samples", "n"), grows(1)},
      {"n-down", "Shift+N", param("pixel-samples", "n"), grows(-1)},
  };
}

std::vector<Press> KeysInTheWindow::presses_of_tools() const {
  const Lab& lab = model.lab;
  const Number event = is([&lab] { return lab.xray.is_open() ? double(lab.xray.at()) : -1; });
  const Number help = is([this] { return model.ui.help_open; });
  const Number messages = is([this] { return model.ui.messages_open; });
  const Number selected = is([this] { return model.selection.size(); });
  const Number menu = is(has_popup);
  return {
      {"xray-forward", "F10", event, becomes(1)},
      {"xray-forward", "F10", event, becomes(2)},
      {"xray-back", "Shift+F10", event, becomes(1)},
      {"escape", "Esc", event, becomes(-1)},
      {"race", "a", is([&lab] { return lab.race.is_on(); }), becomes(1)},
      {"lanes", "Shift+A", is([&lab] { return lab.race.has_lanes(); }), becomes(1)},
      {"lanes", "Shift+A", is([&lab] { return lab.race.has_lanes(); }), becomes(0)},
      {"race", "a", is([&lab] { return lab.race.is_on(); }), becomes(0)},
      {"energy", "Shift+E", is([&lab] { return lab.energy.is_on(); }), becomes(1)},
      {"energy", "Shift+E", is([&lab] { return lab.energy.is_on(); }), becomes(0)},
      {"messages", "m", messages, becomes(1)},
      {"escape", "Esc", messages, becomes(0)},
      {"help", "F1", help, becomes(1)},
      {"escape", "Esc", help, becomes(0)},
      {"help", "?", help, becomes(1)},
      {"help", "F1", help, becomes(0)},
      {"next-part", "F6", is([this] { return model.ui.keyboard.is_on; }), becomes(1)},
      {"escape", "Esc", is([this] { return model.ui.keyboard.is_on; }), becomes(0)},
      {"select", "Right", selected, becomes(1)},
      {"menu", "Enter", menu, becomes(1)},
      {"escape", "Esc", menu, becomes(0)},
      {"escape", "Esc", is([this] { return model.ui.keyboard.is_on; }), becomes(0)},
      {"escape", "Esc", selected, becomes(0)},
  };
}

std::vector<Press> KeysInTheWindow::presses_of_files() const {
  constexpr double kClosed = 0, kOpen = 1, kSave = 2;  // FilePicker::Mode
  const double flash = scene();
  const Number snap = param("world", "snap");
  return {
      {"next-scene", "]", scene, flips},
      {"previous-scene", "[", scene, becomes(flash)},
      {"next-scene", "PgDn", scene, flips},
      {"previous-scene", "PgUp", scene, becomes(flash)},
      {"open", "Ctrl+O", picker, becomes(kOpen)},
      {"escape", "Esc", picker, becomes(kClosed)},
      {"save", "Ctrl+S", picker, becomes(kSave)},
      {"save", "Enter", picker, becomes(kClosed)},
      {"restart", "r", snap, becomes(1)},
      {"snap", "s", snap, becomes(0)},
      {"open", "Ctrl+O", picker, becomes(kOpen)},
      {"open", "s c e n e . j s o n Enter", snap, becomes(1)},
      {"save-as", "Ctrl+Shift+S", picker, becomes(kSave)},
      {"escape", "Esc", picker, becomes(kClosed)},
      {"quit", "Ctrl+Q", is([this] { return window.was_asked<request::Quit>(); }), becomes(1)},
  };
}

void KeysInTheWindow::check(const Press& press) {
  // The pointer rests on a sprite, for clone and delete.
  if (press.action == "clone")
    window.move_to(window.on_screen(static_cast<SpriteId>(model.session.world().size() - 1)));
  const double before = press.looks_at();
  window.key(press.keys);
  EXPECT_TRUE(press.check(before, press.looks_at()))
      << press.action << " by " << press.keys << ": " << before << ", then " << press.looks_at()
      << "\n"
      << window.state();
  tried.insert(press.action);
}

TEST_F(KeysInTheWindow, every_key_of_the_table_does_what_it_says) {
  for (const auto& presses : {presses_of_time(), presses_of_view(), presses_of_overlays_and_tools(),
                              presses_of_algorithms(), presses_of_tools(), presses_of_files()})
    for (const Press& press : presses) check(press);
  for (const ActionRow* row : actions())
    EXPECT_TRUE(row->chords.empty() || tried.contains(std::string(row->id)))
        << "no key of '" << row->id << "' was tried";
  EXPECT_TRUE(folder.has("scene.json"));
  EXPECT_TRUE(window.has_said("Saved"));
  EXPECT_TRUE(window.has_said("Opened scene.json"));
}

TEST_F(KeysInTheWindow, of_a_quick_typist_belong_into_the_field_that_g_opens) {
  window.key("g 2 4 Enter");
  EXPECT_EQ(window.param("rdc", "group-size"), 24);
  EXPECT_EQ(model.session.settings().broadphase->id, "rdc") << "the digits belonged to the field";
  window.key("+ + + + + + + + + +");
  EXPECT_EQ(sprites(), 70);
}

TEST_F(KeysInTheWindow, act_on_nothing_behind_the_question_whether_to_quit) {
  window.model.ui.quit_asked = true;
  window.frames(2);
  window.key("p t s 2 x");
  EXPECT_FALSE(model.paused);
  EXPECT_EQ(model.view.theme, ThemeId::dark);
  EXPECT_EQ(window.param("world", "snap"), 0);
  EXPECT_EQ(broadphase(), chosen_by(1));
  EXPECT_EQ(model.ui.tool, "");
  EXPECT_TRUE(model.ui.quit_asked);
  EXPECT_FALSE(window.was_asked<request::Quit>());
}

}  // namespace keys_ui_test
}  // namespace phasebox::ui
