// SPDX-License-Identifier: MIT
// What is on and what is off.
#include "ui/model/model.hpp"

#include "view/overlays/overlay.hpp"

namespace phasebox {

ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner) {
  if (owner == Owner::view()) return view_group(view);
  return session.group(owner);
}

std::string_view lack_of(Owner owner, std::string_view key, const Session& session,
                         const EventLog& log) {
  const OverlayRow* overlay = owner == Owner::view() ? find_overlay(key) : nullptr;
  if (!overlay || !overlay->lack) return {};
  return overlay->lack(session, log);
}

std::optional<bool> is_on(const ActionRow& row, const Model& model, const UiState& ui) {
  if (row.is_on) return row.is_on(model, ui);
  if (row.perform) return {};
  if (!row.owner) return row.id == ui.tool;
  const ParamGroup group = param_group(model.session, model.view, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param || param->kind != Param::Kind::flag) return {};
  return param->get(group.object) != 0;
}

}  // namespace phasebox
