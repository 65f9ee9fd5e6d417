// SPDX-License-Identifier: MIT
// Performs an action.
#include "ui/model/actions/action_row.hpp"

#include "language/format_sentence.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox::ui {
namespace {

// Switches the flag that an action stands for, or sets its choice to the next value, after the last
// to the first. Says so in a message, with the reason if nothing is seen of it.
void switch_param(ApplicationModel& model, const ActionRow& row) {
  const ParamGroup group = param_group(model.session, model.view, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param) return;
  const double now = param->get(group.object);
  const double next = now >= param->hi ? param->lo : now + 1;
  if (!model.apply(command::SetParam{row.owner, std::string(row.key), next})) return;
  const Sentence lack =
      next != 0 ? lack_of(row.owner, row.key, model.session, model.traced.log) : "";
  const Sentence done = say("{}: {}", row.title, value_text(*param, next));
  model.note(lack.empty() ? done : say("{}. {}", done, lack), std::string(row.id));
}

}  // namespace

void perform(ApplicationModel& model, Invocation what) {
  const ActionRow& row = *what.row;
  UiState& ui = model.ui;
  const std::string before = ui.tool;
  if (row.perform) {
    row.perform(model, what.value);
  } else if (row.owner) {
    switch_param(model, row);
  } else {
    ui.tool = ui.tool != row.id ? row.id : "";  // the action of the open tool closes the drawer
    if (const ToolRow* tool = model.open_tool(); tool && tool->opened) tool->opened(model);
  }
  if (ui.tool == before) return;
  ui.leave_welcome();  // else the start page would cover the field
  if (ui.tool != "xray" && ui.tool != "lessons") ui.lecture = false;
}

}  // namespace phasebox::ui
