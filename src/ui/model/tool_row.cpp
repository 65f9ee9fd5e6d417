// SPDX-License-Identifier: MIT
// Tools by their ids.
#include "ui/model/tool_row.hpp"

namespace phasebox {

const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id) {
  for (const ToolRow* tool : tools)
    if (tool->action.id == id) return tool;
  return nullptr;
}

}  // namespace phasebox
