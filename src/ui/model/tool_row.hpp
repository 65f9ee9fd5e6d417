// SPDX-License-Identifier: MIT
// One declaration per tool of the drawer under the field, at the end of its file in ui/tools/.
#pragma once
#include <span>
#include <string_view>

#include "ui/model/actions/action_row.hpp"
#include "ui/model/requests.hpp"

namespace phasebox {

/// Everything that the rest of the program knows of a tool.
struct ToolRow {
  ActionRow action;        ///< opens it, and closes it again; its id is that of the tool
  std::string_view title;  ///< on its tab
  float height;            ///< px before scaling, that it needs at first
  /// Fills the drawer's window; what the user requests goes into the last one.
  void (*draw)(const Model&, UiState&, Requests&);
  bool wants_all_tests = false;  ///< it counts or lists single tests, so it needs all events
  void (*opened)(ApplicationModel&) = nullptr;  ///< after its action has opened it
  void (*unseen)(ApplicationModel&) = nullptr;  ///< each frame without it: ends what it alone shows
};

/// The tool with that id, or null.
const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id);

}  // namespace phasebox
