// SPDX-License-Identifier: MIT
// One frame of the window: input, work that is due, what is drawn and asked.
#include "ui/frontend.hpp"

#include <algorithm>
#include <utility>

#include <imgui.h>

#include "ui/imgui_input.hpp"
#include "ui/language/tr.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/layout.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

void drag_splitters(const Gui& gui, const Layout& at) {
  if (gui.ui.panel_open)
    if (const float by = splitter(gui, "splitter", at.panel_grip, Axis::x); by != 0)
      shrink_panel(gui.ui, at, by);
  if (!gui.ui.tool.empty())
    if (const float by = splitter(gui, "drawer.splitter", at.drawer_grip, Axis::y); by != 0)
      shrink_drawer(gui.ui, at, by);
}

// A frame: input, layout, work, picture, interface, and what the user requests.

constexpr std::size_t kSolidFrom = 3000;  // sprites, where a processor draws them

}  // namespace

Frontend::Frontend(ApplicationModel& model, Host& host, bool draws_in_software)
    : model_(model),
      host_(host),
      draws_in_software_(draws_in_software),
      loop_(model, host),
      lettered_scale_(model.ui.scale) {
  model_.tools = tools();
}

bool Frontend::keys_wait() const { return model_.ui.keys_wait > 0 && !edits_text(); }

Detail Frontend::detail() const {
  if (!draws_in_software_ || model_.session.world().size() <= kSolidFrom) return Detail::full;
  return is_crowded(model_.session, model_.camera) ? Detail::density : Detail::solid;
}

void Frontend::frame(const FrameInput& input, Vec2 screen, double now) {
  model_.now = now;
  refresh_style();
  refresh_fonts();
  lay_out(screen);
  take_input(input);
  loop_.work(ImGui::IsAnyItemActive());
  if (model_.autosave) model_.autosave->tend(model_);
  lay_out(screen);
  compose();
  draw_interface();
}

std::vector<HostRequest> Frontend::carry_out() {
  std::vector<HostRequest> left;
  // What is carried out may request more, as an action does that takes a picture.
  for (Requests all; !(all = std::exchange(model_.requests, {})).empty();)
    for (const Request& request : all) carry_out(request, left);
  if (model_.paused) frames_ = {};  // there are as few frames as possible
  frames_.add(1, model_.now);
  ++frame_;
  return left;
}

void Frontend::carry_out(const Request& request, std::vector<HostRequest>& left) {
  const Overloaded carry{
      [&](const Command& command) { model_.apply(command); },
      [&](const LabCommand& command) {
        model_.study(command);
        loop_.look_into_lanes_again();
      },
      [&](const Invocation& action) { perform(model_, action); },
      [&](const Deed& deed) { deed(model_); },
      [&](const request::ClosePopups&) { close_popups(); },
      [&](const HostRequest& host) { left.push_back(host); },
  };
  std::visit(carry, request);
}

void Frontend::refresh_style() {
  const std::pair wanted{model_.view.theme, model_.ui.scale};
  if (styled_ == wanted) return;
  set_style(theme(wanted.first), wanted.second);
  styled_ = wanted;
}

// Chinese letters are loaded when they are wanted: they are many.
void Frontend::refresh_fonts() {
  UiState& ui = model_.ui;
  const bool had_scale = std::exchange(lettered_scale_, ui.scale) == ui.scale;
  const bool had_language = std::exchange(lettered_, ui.language) == ui.language;
  // Without a font for its letters it could not be read.
  const auto speak_readable = [&ui] {
    speak(ui.chinese_font.empty() ? Language::english : ui.language);
  };
  if (had_scale && had_language) return speak_readable();
  const bool is_chinese = ui.language == Language::chinese;
  ui.chinese_font = host_.reload_fonts(
      ui.scale, is_chinese ? chinese_letters(model_.lab.lessons) : std::string());
  ui.chinese_is_missing = is_chinese && ui.chinese_font.empty();
  speak_readable();
}

void Frontend::lay_out(Vec2 screen) {
  const ToolRow* tool = model_.open_tool();
  layout_ = phasebox::layout(model_.ui, screen,
                             {.frames = model_.session.show() != nullptr,
                              .space = model_.view.space,
                              .world = extent(model_.session.field()),
                              .drawer = tool ? tool->height : 0});
  model_.camera.viewport = layout_.field;
  choose_lane(model_.pointer_tool.last_at);
  model_.camera.line_scale = model_.ui.scale;
  if (model_.whole_field) model_.follow();
  lay_out_space(model_, layout_.space);
}

// A gesture stays in the lane in which it began.
void Frontend::choose_lane(Vec2 pointer) {
  const auto lanes =
      lane_places(model_.lab.race, model_.session.field(), layout_.field, model_.ui.scale);
  if (lanes.empty()) return;
  const bool may_change = model_.pointer_tool.doing == PointerTool::Doing::nothing;
  for (std::size_t k = 0; k < lanes.size() && may_change; ++k)
    if (contains(lanes[k].field, pointer)) model_.lane = k;
  model_.camera.viewport = lanes[std::min(model_.lane, lanes.size() - 1)].field;
}

void Frontend::take_input(const FrameInput& input) {
  const int popups = open_popups();
  const KeyboardOwner owner{edits_text(),
                            popups > 0 || ImGui::IsAnyItemActive() || focus_is_in_child(), popups};
  host_.begin_frame();
  FrameInput for_imgui = input;
  turn_scale(for_imgui);
  model_.ui.value_wheel.route(for_imgui.wheel, model_.now);
  if (std::ranges::find(input.pressed, true) != input.pressed.end()) model_.ui.keyboard = {};
  set_navigation(keys_for() != KeysFor::text);
  write_input(for_imgui, keys_for());
  if (std::exchange(steps_focus_, false)) settle_step();
  ImGui::NewFrame();
  model_.ui.value_wheel.begin();
  model_.popup_open = has_popup();
  for (const KeyPress& press : loop_.take_keys()) take_key(press, owner);
  if (input.press) take_key(*input.press, owner);
  move_focus();
  choose_lane(input.pointer);
  update_pointer(model_, pointer_of(input));
}

// Ctrl and the wheel over the panel or another window, as browsers do it; over the field it zooms.
void Frontend::turn_scale(FrameInput& input) {
  if (!input.modifiers.ctrl || input.wheel == 0 || !wants_mouse()) return;
  const bool is_up = std::exchange(input.wheel, 0.0f) > 0;
  perform(model_, {is_up ? &larger_text_action : &smaller_text_action});
}

KeysFor Frontend::keys_for() const {
  if (model_.ui.has_modal()) return KeysFor::question;
  if (model_.ui.key_editor.waits && !model_.ui.key_editor.used_by) return KeysFor::text;
  return model_.ui.keyboard.is_on ? KeysFor::focus : KeysFor::text;
}

// What is on top gets the key: a question, then the focus that the keyboard moves, then the file
// picker, then a text field.
void Frontend::take_key(const KeyPress& press, KeyboardOwner owner) {
  if (!model_.ui.has_modal() && model_.ui.key_editor.take_key(press, model_.ui.keys, actions()))
    return;
  if (take_focus_key(press, owner) || answer_by_key(model_, press.key)) return;
  const bool picks = model_.ui.picker.is_open();
  if ((owner.is_typing || picks) && !(picks && press.key == Key::escape)) return;
  if (const auto action = find_action(press, model_.ui.keys)) perform(model_, *action);
}

// Whether it was one of those that only the focus understands.
bool Frontend::take_focus_key(const KeyPress& press, KeyboardOwner owner) {
  if (keys_for() != KeysFor::text && press.key == Key::tab && !press.ctrl && !press.alt) {
    step_focus(press.shift ? -1 : 1);
    return steps_focus_ = true;
  }
  if (model_.ui.has_modal()) return false;
  const auto action = find_action(press, model_.ui.keys);
  const bool is_typed = owner.is_typing && press.text != 0;
  if (action && action->row == &next_part_action && !is_typed)
    return perform(model_, *action), true;
  if (!model_.ui.keyboard.is_on || !moves_focus(press.key)) return false;
  if (press.key == Key::escape && !owner.is_held) end_focus();
  // Of the menus of the bar ImGui 1.86 gives up the focus alone.
  if (press.key == Key::escape && owner.popups > 0 && open_popups() == owner.popups &&
      !owner.is_typing)
    close_last_popup();
  return true;
}

void Frontend::move_focus() {
  KeyboardFocus& keyboard = model_.ui.keyboard;
  const int by = std::exchange(keyboard.steps, 0);
  if (by == 0) return;
  if (focus_next_window(by) && !std::exchange(keyboard.is_on, true))
    model_.note("Tab, arrows, Space and Enter act in the parts of the window; Esc ends it",
                "keyboard");
}

void Frontend::end_focus() {
  model_.ui.keyboard = {};
  focus_no_window();
}

PointerInput Frontend::pointer_of(const FrameInput& input) const {
  PointerInput pointer{input};
  const bool is_free = !wants_mouse();
  pointer.over_field = is_free && contains(model_.camera.viewport, input.pointer);
  pointer.over_space =
      is_free && !pointer.over_field && model_.view.space && contains(layout_.space, input.pointer);
  return pointer;
}

void Frontend::compose() {
  // Each pane sees for itself how crowded it is.
  const Detail detail = this->detail() == Detail::full ? Detail::full : Detail::solid;
  compose_field(model_, layout_, detail, panes_);
  for (const FieldPane& pane : panes_) draw_labels(pane.list, pane.camera, pane.background);
  compose_space(model_, detail);
}

void Frontend::draw_interface() {
  model_.ui.has_unsaved = model_.session.has_unsaved();
  model_.frames_per_second = frames_.rate();
  model_.detail = detail();
  model_.textures = host_.textures(model_.session.images());
  const Gui gui{model_, model_.ui, model_.requests, theme(model_.view.theme)};
  const Layout& at = layout_;
  const Vec2 screen = at.status.max;
  gui.ui.rects.clear();
  gui.ui.why.shown.clear();
  gui.ui.rects.push_back({"field", at.field});
  if (gui.ui.keys_wait > 0) --gui.ui.keys_wait;
  draw_menu_bar(gui);
  draw_toolbar(gui, at.bar);
  draw_lane_titles(gui, at.field);
  draw_field_text(gui, at.field);
  draw_notes(gui, at.notes);
  draw_space_pane(gui, at);
  draw_sling(gui, at.field);
  if (gui.ui.panel_open) draw_panel(gui, at.panel);
  drag_splitters(gui, at);
  draw_frames(gui, at.frames);
  draw_drawer(gui, at.drawer);
  draw_status(gui, at.status);
  draw_messages(gui, at.field);
  draw_picker(gui, screen);
  draw_help(gui, screen);
  draw_keys(gui, screen);
  draw_field_menu(gui);
  draw_questions(gui, screen);
}

}  // namespace phasebox
