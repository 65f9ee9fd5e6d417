// SPDX-License-Identifier: MIT
// The lists of all actions and tools, from which keys, help, tooltips, menus, tabs and docs/keys.md
// are made.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "ui/model/actions/key_map.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox::ui {

// clang-format off
// All actions but those of the tools, in the order of help and menus. The argument OVERLAYS stands
// where the actions that switch the overlays come, one for each row of view/overlays.
#define PHASEBOX_ACTIONS(ACTION, OVERLAYS)                                                        \
  ACTION(open) ACTION(save) ACTION(save_as) ACTION(screenshot) ACTION(film) ACTION(link) ACTION(paste) ACTION(quit)                                       \
  ACTION(undo) ACTION(redo) ACTION(clone) ACTION(remove) ACTION(select) ACTION(menu) ACTION(more) ACTION(fewer)               \
  ACTION(choose_scene) ACTION(previous_scene) ACTION(next_scene) ACTION(restart) ACTION(new_seed)                      \
  ACTION(pause) ACTION(step) ACTION(frame_back) ACTION(frame_forward) ACTION(slower) ACTION(faster) ACTION(follow) ACTION(sweep) \
  ACTION(xray_forward) ACTION(xray_back)                                                          \
  ACTION(broadphase) ACTION(next_broadphase) ACTION(previous_broadphase)                          \
  ACTION(next_narrowphase) ACTION(previous_narrowphase)                                           \
  ACTION(group_size) ACTION(defaults) ACTION(reload_plugins) ACTION(n_up) ACTION(n_down) ACTION(snap) ACTION(response) ACTION(energy)                    \
  OVERLAYS ACTION(color_by) ACTION(query_shape) ACTION(space) ACTION(theme) ACTION(larger_text) ACTION(smaller_text) ACTION(whole_field) ACTION(reset_view) ACTION(fit_selection) \
  ACTION(lanes)                                                                                   \
  ACTION(panel) ACTION(next_part) ACTION(statistics_size) ACTION(full_screen) ACTION(messages)                      \
  ACTION(welcome) ACTION(help) ACTION(keys) ACTION(report) ACTION(escape)

// All tools in the order of their tabs. The first kFrontTools have a tab each; a list behind them
// offers the others.
#define PHASEBOX_TOOLS(TOOL) \
  TOOL(xray) TOOL(race) TOOL(tune) TOOL(why) TOOL(lessons)                                        \
  TOOL(scaling) TOOL(accuracy) TOOL(axis_lab) TOOL(over_time) TOOL(rules) TOOL(box_table)
inline constexpr std::size_t kFrontTools = 5;
// clang-format on

#define PHASEBOX_ACTION(name) extern const ActionRow name##_action;
#define PHASEBOX_TOOL(name) extern const ToolRow name##_tool;
PHASEBOX_ACTIONS(PHASEBOX_ACTION, )
PHASEBOX_TOOLS(PHASEBOX_TOOL)
#undef PHASEBOX_ACTION
#undef PHASEBOX_TOOL

/// Returns all actions in the order of help and menus. An action is followed by those of the tools
/// that name it in ToolRow::after.
std::span<const ActionRow* const> actions();
/// Returns all tools in the order of their tabs.
std::span<const ToolRow* const> tools();

/// Finds the action that a key press performs, and the value of the chord that was pressed. Returns
/// none for a key without action, and for the repeats of a held key whose action does not repeat.
std::optional<Invocation> find_action(const KeyPress& press, const KeyMap& keys);
/// Returns the action that switches or cycles the parameter `key` of `owner`, or null.
const ActionRow* action_of_param(Owner owner, std::string_view key);

/// Describes for the help something that the user can do with the mouse, and what it does.
struct Gesture {
  std::string_view gesture, meaning;
};
std::span<const Gesture> gestures();

}  // namespace phasebox::ui
