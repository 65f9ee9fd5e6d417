// SPDX-License-Identifier: MIT
// Links are read from left to right, as if each part was done by hand.
#include "ui/link.hpp"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "collide/registry.hpp"
#include "io/scene_file.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/layout.hpp"
#include "ui/registry.hpp"

namespace phasebox::ui {

namespace {

Status refused(std::string_view what) { return Error{fmt::format("The link is broken: {}", what)}; }

Status set_param(ApplicationModel& model, std::string_view key, std::string_view text) {
  const std::size_t dot = key.find('.');
  const std::string_view name = dot == key.npos ? key : key.substr(dot + 1);
  Owner owner = dot == key.npos ? model.session.owner_of(key) : owner_named(key.substr(0, dot));
  if (!owner && find_param(view_rows(), name)) owner = Owner::view();
  for (const ParamGroup& group : model.groups()) {
    const Param* row = group.owner == owner ? find_param(group.rows, name) : nullptr;
    if (!row) continue;
    const Result<double> value = parse_value(*row, text);
    if (!value) return refused(value.error().text);
    model.apply(command::SetParam{owner, std::string(name), *value});
    return {};
  }
  return refused(fmt::format("there is no parameter '{}'", key));
}

Status open_scene_text(ApplicationModel& model, std::string_view text) {
  auto scene = parse_scene(text, "the scene in it", model.groups());
  if (!scene) return refused(scene.error().text);
  open_document(model, std::make_shared<const SceneDocument>(*std::move(scene)));
  return {};
}

Status open_tool(ApplicationModel& model, std::string_view id) {
  const ToolRow* tool = find_tool(tools(), id);
  if (!tool) return refused(fmt::format("there is no tool '{}'", id));
  if (model.ui.tool != id) perform(model, {&tool->action});
  return {};
}

Status open_part(ApplicationModel& model, std::string_view key, std::string_view value) {
  const auto apply = [&](const Command& command) -> Status {
    if (auto error = model.session.apply(command)) return refused(error->text);
    model.show_whole_field();
    return {};
  };
  if (key == "scene") return apply(command::LoadScene{std::string(value)});
  if (key == "broadphase") return apply(command::SelectBroadphase{std::string(value)});
  if (key == "narrowphase") return apply(command::SelectNarrowphase{std::string(value)});
  if (key == "document") return open_scene_text(model, value);
  if (key == "tool" && value == "xray") return step_xray(model, 0), Status{};
  if (key == "tool") return open_tool(model, value);
  if (key == "paused") return model.paused = true, Status{};
  if (key == "lesson") return model.study(lesson::Open{std::string(value)}), Status{};
  if (key != "xray") return set_param(model, key, value);
  step_xray(model, 0);
  if (const auto at = read_number<std::size_t>(value)) model.study(SeekXray{*at});
  return {};
}

}  // namespace

Status open_link(ApplicationModel& model, std::string_view link) {
  while (!link.empty()) {
    // A document takes the rest of the link.
    const bool is_rest = link.starts_with("document=");
    std::string_view part = is_rest ? std::exchange(link, {}) : take_until(link, '&');
    const std::string_view key = take_until(part, '=');
    if (key.empty()) continue;
    if (Status error = open_part(model, key, part)) return error;
  }
  return {};
}

Result<Link> link_of(const ApplicationModel& model) {
  Result<std::string> document = linked_scene(document_of(model), model.groups());
  if (!document) return document.error();
  Link link{model.paused ? "paused&" : "", *std::move(document)};
  if (model.ui.tool == "xray" && model.lab.xray.is_open())
    link.rest += fmt::format("xray={}&", model.lab.xray.at());
  else if (!model.ui.tool.empty())
    link.rest += fmt::format("tool={}&", model.ui.tool);
  return link;
}

}  // namespace phasebox::ui
