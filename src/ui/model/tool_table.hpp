// SPDX-License-Identifier: MIT
// The tools that stand in the drawer under the field, one line each.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "ui/model/actions/actions.hpp"

namespace phasebox {

/// One line of the table.
struct ToolRow {
  std::string_view id;     ///< kebab-case, also that of its action
  std::string_view title;  ///< on its tab
  Action action;           ///< opens it, and closes it again
  float height;            ///< px before scaling, that it likes to have at first
};

/// All tools, in the order of their tabs.
std::span<const ToolRow> tools();
/// The tool that an action opens, or null.
const ToolRow* tool_of(Action action);

}  // namespace phasebox
