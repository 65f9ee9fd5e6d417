// SPDX-License-Identifier: MIT
// The row by which a tool of the drawer describes itself to the rest of the window.
#pragma once
#include <span>
#include <string_view>

#include "ui/model/actions/action_row.hpp"
#include "ui/model/icon.hpp"

namespace phasebox::ui {

struct ApplicationModel;
struct Gui;
extern const ActionRow messages_action;  // defined in actions/action_rows.cpp

/// Describes one tool of the drawer to the rest of the program. A tool declares its row at the end
/// of its file in ui/tools/.
struct ToolRow {
  ActionRow action;        ///< opens and closes the tool; its id is the tool's id
  std::string_view title;  ///< text on the tool's tab
  Icon icon = Icon::more;  ///< shown before the title on the tab; tools in the list have none
  /// Draws the tool into the drawer's window, which has been begun.
  void (*draw)(const Gui&);
  bool wants_all_tests = false;  ///< it counts or lists single tests, so it needs all events
  void (*opened)(ApplicationModel&) = nullptr;  ///< called after the action has opened the tool
  /// Called in each frame in which the tool is closed, to end what is shown for the tool alone;
  /// null: nothing is to be ended.
  void (*unseen)(ApplicationModel&) = nullptr;
  bool (*is_listed)(const ApplicationModel&) = nullptr;  ///< whether it has a tab; null: always
  /// The action after which help and menus list the tool's action. It is a reference to a row, and
  /// not an id, so that no tool can be lost by a misspelled one.
  const ActionRow& after = messages_action;
};

/// Returns the tool with that id, or null.
const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id);

}  // namespace phasebox::ui
