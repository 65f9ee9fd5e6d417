// SPDX-License-Identifier: MIT
// Actions at work.
#include "ui/model/actions/perform.hpp"

#include <fmt/format.h>

#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

// A flag changes over, a choice goes on to the next.
void switch_param(ApplicationModel& model, const ActionRow& row) {
  const ParamGroup group = param_group(model.session, model.view, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param) return;
  const double now = param->get(group.object);
  const double next = now >= param->hi ? param->lo : now + 1;
  if (!model.apply(command::SetParam{row.owner, std::string(row.key), next})) return;
  const std::string_view lack =
      next != 0 ? lack_of(row.owner, row.key, model.session, model.trace, model.lab) : "";
  model.note(fmt::format("{}: {}{}{}", row.title, value_text(*param, next),
                         lack.empty() ? "" : ". ", lack),
             std::string(row.id));
}

// The same tool again closes the drawer.
void switch_tool(ApplicationModel& model, std::string_view id) {
  std::string& open = model.ui.tool;
  if (open == id) return open.clear();
  open = id;
  if (const ToolRow* tool = model.open_tool(); tool && tool->opened) tool->opened(model);
}

}  // namespace

bool answer_by_key(ApplicationModel& model, Key key) {
  if (!model.ui.has_modal()) return false;
  // The default of a question about too much is to leave it.
  if (key == Key::enter) model.answer(model.ui.quit_asked || model.ui.asks_about_recovery());
  if (key == Key::remove && model.ui.asks_about_recovery()) recover(model, Recovery::discard);
  if (key == Key::escape) model.answer(false);
  return true;
}

void perform(ApplicationModel& model, Invocation what) {
  const ActionRow& row = *what.row;
  if (row.perform) return row.perform(model, what.value);
  row.owner ? switch_param(model, row) : switch_tool(model, row.id);
}

}  // namespace phasebox
