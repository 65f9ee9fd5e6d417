// SPDX-License-Identifier: MIT
// What is on and what is off.
#include "ui/model/model.hpp"

#include "ui/model/tool_table.hpp"

namespace phasebox {

std::optional<bool> is_on(const ActionRow& row, const Model& model, const UiState& ui) {
  if (const ToolRow* tool = tool_of(row.action)) return tool->id == ui.tool;
  switch (row.action) {
    case Action::pause: return model.paused;
    case Action::panel: return ui.panel_open;
    case Action::statistics_size: return ui.large_statistics;
    case Action::help: return ui.help_open;
    case Action::messages: return ui.messages_open;
    case Action::lanes: return model.lab.race.has_lanes();
    default: break;
  }
  if (!row.owner) return {};
  const ParamGroup group = row.owner == Owner::view()
                               ? ParamGroup{Owner::view(), "View", kViewRows, &model.view}
                               : model.session.group(row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param || param->kind != Param::Kind::flag) return {};
  return param->get(group.object) != 0;
}

}  // namespace phasebox
