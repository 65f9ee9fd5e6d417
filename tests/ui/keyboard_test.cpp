// SPDX-License-Identifier: MIT
// Whatever the mouse reaches is reached by the keyboard as well.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "headless_window.hpp"
#include "ui/registry.hpp"

namespace phasebox::ui {
namespace keyboard_test {

using testing::HasSubstr;

/// Widgets by Dear ImGui's number, with where they were met.
using Widgets = std::map<ImGuiID, std::string>;

// Whether a widget is a scroll bar or an edge of the window. The keyboard need not reach these: it
// scrolls by moving the focus.
bool is_frame_of(const ImGuiWindow& window, ImGuiID id) {
  auto* w = const_cast<ImGuiWindow*>(&window);
  for (const ImGuiAxis axis : {ImGuiAxis_X, ImGuiAxis_Y})
    if (id == ImGui::GetWindowScrollbarID(w, axis)) return true;
  for (int n = 0; n < 4; ++n)
    if (id == ImGui::GetWindowResizeCornerID(w, n) ||
        id == ImGui::GetWindowResizeBorderID(w, static_cast<ImGuiDir>(n)))
      return true;
  return false;
}

class Keyboard : public testing::Test {
 protected:
  Keyboard() {
    window.model.paused = true;
    window.model.ui.section_open.fill(true);
    window.frames(3);
  }

  static LaunchOptions tall() {
    LaunchOptions options = begin_with("sprites");
    options.width = 1280, options.height = 1500;
    return options;
  }

  std::string names_at(Vec2 at) const {
    std::string names;
    for (const WidgetRect& w : window.model.ui.rects)
      if (contains(w.rect, at)) names += w.name + " ";
    return names;
  }

  // Everything under the pointer, wherever in the rectangle it is.
  Widgets by_mouse(const Aabb& where) {
    constexpr float kAcross = 16, kDown = 11;  // px: no widget is smaller
    Widgets found;
    for (float y = where.min.y + 2; y < where.max.y; y += kDown)
      for (float x = where.min.x + 2; x < where.max.x; x += kAcross) {
        window.move_to({x, y});
        const ImGuiContext& g = *ImGui::GetCurrentContext();
        if (g.HoveredId == 0 || !g.HoveredWindow || is_frame_of(*g.HoveredWindow, g.HoveredId))
          continue;
        found.emplace(g.HoveredId, fmt::format("{}({:.0f}, {:.0f}) in {}", names_at({x, y}), x, y,
                                               g.HoveredWindow->Name));
      }
    window.move_to({-1, -1});
    return found;
  }

  static ImGuiID focused() { return ImGui::GetCurrentContext()->NavId; }
  static std::string focused_window() {
    const ImGuiWindow* w = ImGui::GetCurrentContext()->NavWindow;
    return w ? w->RootWindow->Name : "";
  }

  // A table that scrolls is entered and left as a whole.
  static bool is_on_a_child() {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](const ImGuiWindow* w) {
      return w->ChildId != 0 && w->ChildId == focused() && w->WasActive &&
             (w->Flags & ImGuiWindowFlags_NavFlattened) == 0;
    });
  }

  // All that Tab reaches from here on, until it comes round.
  std::set<ImGuiID> by_tab() {
    std::set<ImGuiID> reached;
    constexpr int kMany = 600;
    for (int i = 0; i < kMany && reached.insert(focused()).second; ++i) {
      if (is_on_a_child()) {
        window.key("Enter");
        reached.merge(by_tab());
        window.key("Esc");
      }
      window.key("Tab");
    }
    return reached;
  }

  // All that F6 and Tab reach.
  std::set<ImGuiID> by_keys() {
    std::set<ImGuiID> all;
    std::set<std::string> parts;
    window.key("F6");
    for (; parts.insert(focused_window()).second; window.key("F6")) all.merge(by_tab());
    window.key("Esc");
    return all;
  }

  static void expect_reached(const Widgets& by_mouse, const std::set<ImGuiID>& by_keys) {
    EXPECT_FALSE(by_mouse.empty()) << "the mouse reaches nothing";
    for (const auto& [id, where] : by_mouse)
      EXPECT_TRUE(by_keys.contains(id)) << "by mouse alone: " << where;
  }

  void go_to(const std::string& part) {
    for (int i = 0; i < 12 && focused_window() != part; ++i) window.key("F6");
    ASSERT_EQ(focused_window(), part);
  }

  // Whether the focus is on the widget of that name.
  bool is_at(const std::string& name) const {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImRect rel = g.NavWindow->NavRectRel[0];
    const Vec2 at{g.NavWindow->Pos.x + rel.GetCenter().x, g.NavWindow->Pos.y + rel.GetCenter().y};
    return contains(window.rect(name), at);
  }

  Vec2 place_of_sprite(SpriteId id) const { return center(window.model.session.frame().boxes[id]); }

  HeadlessWindow window{tall()};
};

TEST_F(Keyboard, reaches_every_control_of_menus_panel_and_time_bar) {
  const Layout& at = window.frontend().layout();
  Widgets mouse = by_mouse(at.panel);
  mouse.merge(by_mouse({{0, 0}, {at.status.max.x, at.field.min.y}}));
  mouse.merge(by_mouse(at.notes));
  mouse.merge(by_mouse(at.bar));
  EXPECT_GT(mouse.size(), 50u);
  expect_reached(mouse, by_keys());
}

TEST_F(Keyboard, reaches_every_control_of_every_tool) {
  for (const ToolRow* tool : tools()) {
    SCOPED_TRACE(std::string(tool->action.id));
    window.model.ui.tool.clear();
    perform(window.model, {&tool->action});
    window.frames(5);
    Widgets mouse = by_mouse(window.rect("drawer"));
    mouse.merge(by_mouse(window.frontend().layout().tabs));
    mouse.merge(by_mouse(window.frontend().layout().fold));
    expect_reached(mouse, by_keys());
  }
}

Aabb place_of(const ImGuiWindow& window) {
  const Vec2 min{window.Pos.x, window.Pos.y};
  return {min, min + Vec2{window.Size.x, window.Size.y}};
}

const ImVector<ImGuiPopupData>& popup_stack() { return ImGui::GetCurrentContext()->OpenPopupStack; }

TEST_F(Keyboard, reaches_every_line_of_every_menu) {
  std::string to_the_menu = "Down";
  for (const char* menu :
       {"File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"}) {
    SCOPED_TRACE(menu);
    window.click_widget(std::string("menu.") + menu);
    const Widgets mouse = by_mouse(place_of(*popup_stack().back().Window));
    window.key("Esc");
    ASSERT_EQ(popup_stack().Size, 0);
    window.key("F6");
    go_to("##MainMenuBar");
    window.key(to_the_menu);
    ASSERT_EQ(popup_stack().Size, 1) << to_the_menu;
    expect_reached(mouse, by_tab());
    for (int i = 0; i < 3 && window.model.ui.keyboard.is_on; ++i) window.key("Esc");
    ASSERT_EQ(popup_stack().Size, 0);
    ASSERT_FALSE(window.model.ui.keyboard.is_on);
    to_the_menu = "Right " + to_the_menu;
  }
}

TEST_F(Keyboard, reaches_every_control_of_every_window) {
  const std::pair<std::string, std::function<void()>> opened[]{
      {"Keys and mouse", [&] { window.key("F1"); }},
      {"Messages", [&] { window.key("m"); }},
      {"Open", [&] { window.key("Ctrl+O"); }},
      {"Change keys", [&] { perform(window.model, {&keys_action}); }}};
  for (const auto& [name, open] : opened) {
    SCOPED_TRACE(name);
    open();
    window.frames(5);
    window.key("F6");
    const std::string title = focused_window();
    EXPECT_THAT(title, testing::StartsWith(name)) << "what has a title comes first";
    const std::set<ImGuiID> keys = by_tab();
    window.key("Esc");
    const ImGuiWindow* shown = ImGui::FindWindowByName(title.c_str());
    ASSERT_TRUE(shown);
    expect_reached(by_mouse(place_of(*shown)), keys);
    window.key("Esc");
    ASSERT_FALSE(shown->Active) << "Esc closes it";
  }
}

TEST_F(Keyboard, reaches_every_answer_of_a_question) {
  window.model.ui.quit_asked = true;
  window.frames(3);
  const ImGuiWindow* question = popup_stack().back().Window;
  const Widgets mouse = by_mouse(place_of(*question));
  window.key("Tab");
  expect_reached(mouse, by_tab());
  window.key("Tab Space");
  EXPECT_TRUE(!window.model.ui.quit_asked || window.was_asked<request::Quit>()) << "an answer";
}

TEST_F(Keyboard, presses_what_has_the_focus_and_leaves_shortcuts_to_the_rest) {
  window.key("F6");
  ASSERT_EQ(focused_window(), "panel");
  EXPECT_THAT(window.last_message(), HasSubstr("Esc ends it"));
  EXPECT_FALSE(ImGui::GetCurrentContext()->NavDisableHighlight) << "a frame shows the focus";
  EXPECT_TRUE(window.model.paused);
  const bool was_open = window.model.ui.section_open[0];
  window.key("Space");
  EXPECT_NE(window.model.ui.section_open[0], was_open) << "the first heading";
  EXPECT_TRUE(window.model.paused) << "Space was no shortcut";
  window.key("Enter");
  EXPECT_EQ(window.model.ui.section_open[0], was_open);
  window.key("Tab");
  EXPECT_TRUE(window.model.ui.panel_open) << "Tab was no shortcut";
  window.key("p");
  EXPECT_FALSE(window.model.paused) << "P is one";
  window.key("Esc");
  EXPECT_FALSE(window.model.ui.keyboard.is_on);
  EXPECT_FALSE(window.model.ui.quit_asked);
  window.key("Tab");
  EXPECT_FALSE(window.model.ui.panel_open) << "Tab is one again";
}

TEST_F(Keyboard, types_a_value_and_goes_on) {
  window.key("F6");
  ASSERT_EQ(focused_window(), "panel");
  for (int i = 0; i < 60 && !is_at("scene.count"); ++i) window.key("Tab");
  ASSERT_TRUE(is_at("scene.count"));
  window.key("Enter");
  window.key("2 5 Enter");  // all is marked
  EXPECT_EQ(window.param("scene", "count"), 25);
  EXPECT_FALSE(window.is_typing());
  window.key("Tab");
  EXPECT_FALSE(is_at("scene.count"));
  EXPECT_FALSE(window.is_typing()) << "Tab alone types nothing";
  EXPECT_TRUE(window.model.ui.panel_open);
}

TEST_F(Keyboard, moves_the_splitters_by_arrows) {
  window.model.view.space = true;
  window.frames(5);
  UiState& ui = window.model.ui;
  ui.panel_width = 340;
  const float panel = ui.panel_width;
  window.key("F6");
  go_to("splitter");
  window.key("Left Left Right Left");
  EXPECT_FLOAT_EQ(ui.panel_width, panel + 32);
  window.key("Up Down");
  EXPECT_FLOAT_EQ(ui.panel_width, panel + 32) << "arrows along the strip move nothing";
  const float share = ui.space_share;
  go_to("space.divider");
  window.key("Right");
  EXPECT_LT(ui.space_share, share);
  window.key("Esc");
  EXPECT_TRUE(window.model.paused) << "no arrow was a shortcut";
  EXPECT_TRUE(window.model.selection.empty()) << "no arrow was a shortcut";
}

// As a user does who cannot see numbers: from each sprite in all four directions.
TEST_F(Keyboard, arrows_reach_every_sprite) {
  std::set<SpriteId> reached;
  const std::size_t all = window.model.session.world().size();
  window.key("Right");
  ASSERT_EQ(window.model.selection.size(), 1u) << "the one in the middle of the view";
  std::vector<SpriteId> open{window.model.selection[0]};
  while (!open.empty()) {
    const SpriteId from = open.back();
    open.pop_back();
    if (!reached.insert(from).second) continue;
    for (const char* arrow : {"Left", "Right", "Up", "Down"}) {
      window.model.selection = {from};
      window.key(arrow);
      ASSERT_EQ(window.model.selection.size(), 1u);
      open.push_back(window.model.selection[0]);
    }
  }
  EXPECT_GT(all, 10u);
  EXPECT_EQ(reached.size(), all);
}

TEST(ArrowKeys, steer_the_ship_of_the_shooter_while_nothing_of_the_interface_has_the_keyboard) {
  HeadlessWindow window("shooter");
  const World& world = window.model.session.world();
  const Vec2 before = world.positions()[0];
  window.hold_key("Right", 20);
  window.frames(2);
  const Vec2 after = world.positions()[0];
  EXPECT_NEAR(after.x, before.x + 21 * SteeringKeys::kSpeed, 15);
  EXPECT_EQ(after.y, before.y);
  EXPECT_EQ(world.velocities()[0], Vec2{}) << "the key is up";
  EXPECT_TRUE(window.model.selection.empty()) << "in other scenes arrows select";
  EXPECT_FALSE(window.model.session.has_unsaved()) << "to play is not to edit";

  window.click_widget("menu.File");
  window.hold_key("Down", 5);
  EXPECT_EQ(world.positions()[0], after) << "the menu has the arrows";
}

TEST(ArrowKeys, that_go_up_while_the_pointer_holds_the_ship_leave_its_throw_alone) {
  HeadlessWindow window("shooter");
  ApplicationModel& model = window.model;
  SteeringKeys keys;
  FrameInput input;
  input.keys = {{Key::right, true}};
  keys.take(model, input, true);
  ASSERT_EQ(model.session.world().velocities()[0], (Vec2{SteeringKeys::kSpeed, 0}));
  ASSERT_TRUE(model.apply(command::Grab{0}));
  input.keys = {{Key::right, false}};
  keys.take(model, input, true);
  const Vec2 thrown{3, -4};
  ASSERT_TRUE(model.apply(command::Release{thrown}));
  input.keys.clear();
  keys.take(model, input, true);
  EXPECT_EQ(model.session.world().velocities()[0], thrown);
}

TEST(ArrowKeys, leave_a_pinned_ship_alone) {
  HeadlessWindow window("shooter");
  window.model.apply(command::SetStatic{{0}, true});
  const Vec2 at = window.model.session.world().positions()[0];
  window.hold_key("Right", 5);
  EXPECT_EQ(window.model.session.world().positions()[0], at);
  EXPECT_THAT(window.last_message(), testing::Not(HasSubstr("static"))) << "nothing is refused";
}

TEST(ArrowKeys, that_are_up_stop_the_ship_after_the_user_went_back_to_when_they_were_down) {
  HeadlessWindow window("shooter");
  const Session& session = window.model.session;
  const auto velocity = [&] { return session.world().velocities()[0]; };
  const std::uint64_t first = session.steps();
  window.hold_key("Right", 20);
  window.frames(5);
  ASSERT_EQ(velocity(), Vec2{});
  window.model.paused = true;
  window.model.apply(command::SeekStep{first + 10});
  window.frames(2);
  EXPECT_EQ(velocity(), (Vec2{SteeringKeys::kSpeed, 0}));
  ASSERT_TRUE(session.past().find(first + 20)) << "later steps are kept";
  window.model.paused = false;
  window.frames(3);
  EXPECT_EQ(velocity(), Vec2{});
}

TEST(ArrowKeys, that_are_held_when_the_window_loses_the_focus_are_up) {
  HeadlessWindow window("shooter");
  window.lose_focus_holding("Left");
  window.frames(2);
  EXPECT_EQ(window.model.session.world().velocities()[0], Vec2{});
}

TEST_F(Keyboard, an_arrow_selects_the_sprite_in_its_direction) {
  window.key("Right");
  const SpriteId from = window.model.selection.at(0);
  window.key("Left");
  EXPECT_LT(place_of_sprite(window.model.selection.at(0)).x, place_of_sprite(from).x);
  window.model.selection = {from};
  window.key("Down");
  EXPECT_GT(place_of_sprite(window.model.selection.at(0)).y, place_of_sprite(from).y);
}

TEST_F(Keyboard, reaches_every_line_of_the_sprites_menu) {
  window.key("Right");
  const SpriteId chosen = window.model.selection.at(0);
  window.click_at(window.model.field.camera.to_screen(place_of_sprite(chosen)), Button::right);
  window.frames(3);
  ASSERT_EQ(popup_stack().Size, 1);
  const Widgets mouse = by_mouse(place_of(*popup_stack().back().Window));
  window.key("Esc");
  window.frames(2);
  ASSERT_EQ(popup_stack().Size, 0);
  window.key("Enter");
  window.frames(3);
  ASSERT_EQ(popup_stack().Size, 1);
  EXPECT_FALSE(ImGui::GetCurrentContext()->NavDisableHighlight) << "a frame shows the focus";
  expect_reached(mouse, by_tab());
  window.key("Esc Esc");
  ASSERT_EQ(popup_stack().Size, 0);
}

TEST_F(Keyboard, acts_in_the_sprites_menu) {
  window.key("Right");
  const SpriteId chosen = window.model.selection.at(0);
  window.key("Enter");
  window.frames(3);
  for (int i = 0; i < 10 && !is_at("menu.pin"); ++i) window.key("Down");
  ASSERT_TRUE(is_at("menu.pin"));
  window.key("Enter");
  window.frames(3);
  EXPECT_TRUE(window.model.session.world().statics()[chosen]);
  EXPECT_EQ(popup_stack().Size, 0);
}

TEST_F(Keyboard, arrows_move_in_a_menu_that_the_mouse_has_opened) {
  window.click_widget("menu.File");
  ASSERT_TRUE(window.shows("menu.open"));
  window.key("Down Down Right");
  EXPECT_TRUE(window.model.selection.empty()) << "no arrow was a shortcut";
  window.frames(2);
  EXPECT_TRUE(window.shows("menu.undo")) << "Right opens the menu beside";
  window.key("Left Left");
  window.frames(2);
  EXPECT_TRUE(window.shows("menu.help")) << "Left the one before, round the end";
  window.key("Left Left Right");
  window.frames(2);
  EXPECT_TRUE(window.shows("menu.velocities")) << "but where there is a menu in it, that";
  window.key("Esc Esc");
  EXPECT_EQ(popup_stack().Size, 0);
}

TEST_F(Keyboard, ends_with_a_click) {
  window.key("F6");
  window.click_at(middle(window.frontend().layout().field));
  EXPECT_FALSE(window.model.ui.keyboard.is_on);
}

}  // namespace keyboard_test
}  // namespace phasebox::ui
