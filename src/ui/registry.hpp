// SPDX-License-Identifier: MIT
// All actions and all tools: keys, help, tooltips, menus, tabs and docs/keys.md read these lists.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "ui/model/actions/actions.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox::ui {

// clang-format off
// Actions in the order of help and menus; TOOL: of a tool, OVERLAYS: from view/view_options.hpp.
#define PHASEBOX_ACTIONS(ACTION, TOOL, OVERLAYS)                                                  \
  ACTION(open) ACTION(save) ACTION(save_as) ACTION(screenshot) ACTION(film) ACTION(link) ACTION(quit)                                       \
  ACTION(undo) ACTION(redo) ACTION(clone) ACTION(remove) ACTION(select) ACTION(menu) ACTION(more) ACTION(fewer)               \
  ACTION(choose_scene) ACTION(previous_scene) ACTION(next_scene) ACTION(restart) ACTION(new_seed)                      \
  ACTION(pause) ACTION(step) ACTION(frame_back) ACTION(frame_forward) ACTION(follow) ACTION(sweep) \
  TOOL(xray) ACTION(xray_forward) ACTION(xray_back)                                               \
  ACTION(broadphase) ACTION(next_broadphase) ACTION(previous_broadphase)                          \
  ACTION(next_narrowphase) ACTION(previous_narrowphase)                                           \
  ACTION(group_size) ACTION(defaults) ACTION(reload_plugins) ACTION(n_up) ACTION(n_down) ACTION(snap) ACTION(response) ACTION(energy)                    \
  TOOL(tune) TOOL(scaling)                                                                         \
  OVERLAYS ACTION(color_by) ACTION(space) ACTION(theme) ACTION(larger_text) ACTION(smaller_text) ACTION(whole_field) ACTION(reset_view) ACTION(fit_selection) \
  TOOL(race) ACTION(lanes)                                                                        \
  ACTION(panel) ACTION(next_part) ACTION(statistics_size) ACTION(full_screen) ACTION(messages)                      \
  TOOL(why) TOOL(rules) TOOL(axis_lab) TOOL(accuracy) TOOL(over_time) TOOL(box_table)             \
  TOOL(lessons)                                                                                   \
  ACTION(welcome) ACTION(help) ACTION(keys) ACTION(report) ACTION(escape)

// All tools in the order of their tabs; the first kFrontTools have one each, the others share a list.
#define PHASEBOX_TOOLS(TOOL) \
  TOOL(xray) TOOL(race) TOOL(tune) TOOL(why) TOOL(lessons)                                        \
  TOOL(scaling) TOOL(accuracy) TOOL(axis_lab) TOOL(over_time) TOOL(rules) TOOL(box_table)
inline constexpr std::size_t kFrontTools = 5;
// clang-format on

#define PHASEBOX_ACTION(name) extern const ActionRow name##_action;
#define PHASEBOX_TOOL(name) extern const ToolRow name##_tool;
PHASEBOX_ACTIONS(PHASEBOX_ACTION, PHASEBOX_TOOL, )
#undef PHASEBOX_ACTION
#undef PHASEBOX_TOOL

std::span<const ActionRow* const> actions();
std::span<const ToolRow* const> tools();

std::optional<Invocation> find_action(const KeyPress& press, const KeyMap& keys);
/// The action that switches that parameter, or null.
const ActionRow* action_of_param(Owner owner, std::string_view key);

/// What the mouse does in the field: gesture and meaning.
struct Gesture {
  std::string_view gesture, meaning;
};
std::span<const Gesture> gestures();

}  // namespace phasebox::ui
