// SPDX-License-Identifier: MIT
// Links are read from left to right, as if each part was done by hand.
#include "web/link.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "collide/registry.hpp"
#include "io/archive/archive.hpp"
#include "io/scene_file.hpp"
#include "ui/frontend.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"

namespace phasebox::web {

using namespace ui;

namespace {

Status refused(std::string_view what) { return Error{fmt::format("The link is broken: {}", what)}; }

Status set_param(ApplicationModel& model, std::string_view key, std::string_view text) {
  const std::size_t dot = key.find('.');
  const std::string_view name = dot == key.npos ? key : key.substr(dot + 1);
  Owner owner =
      dot == key.npos ? model.session.owner_of(key) : owner_named(key.substr(0, dot));
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
  const auto row = std::ranges::find_if(actions(), [&](const ActionRow* a) { return a->id == id; });
  if (row == actions().end()) return refused(fmt::format("there is no tool '{}'", id));
  if (model.ui.tool != id) perform(model, {*row});
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
  if (key == "tool") return open_tool(model, value);
  if (key == "paused") return model.paused = true, Status{};
  if (key == "lesson") return model.study(lesson::Open{std::string(value)}), Status{};
  if (key != "xray") return set_param(model, key, value);
  if (Status error = open_tool(model, "xray")) return error;
  if (const auto at = read_number<std::size_t>(value)) model.study(SeekXray{*at});
  return {};
}

}  // namespace

Status open_link(ApplicationModel& model, std::string_view link) {
  while (!link.empty()) {
    // A document is the rest.
    const bool is_rest = link.starts_with("document=");
    std::string_view part = is_rest ? std::exchange(link, {}) : take_until(link, '&');
    const std::string_view key = take_until(part, '=');
    if (key.empty()) continue;
    if (Status error = open_part(model, key, part)) return error;
  }
  return {};
}

Result<Link> link_of(const ApplicationModel& model) {
  Result<std::string> document = scene_text(document_of(model), model.groups());
  if (!document) return document.error();
  Link link{model.paused ? "paused&" : "", *std::move(document)};
  if (model.ui.tool == "xray" && model.lab.xray.is_open())
    link.rest += fmt::format("xray={}&", model.lab.xray.at());
  else if (!model.ui.tool.empty())
    link.rest += fmt::format("tool={}&", model.ui.tool);
  return link;
}

std::string state_text(const ApplicationModel& model, const Frontend& frontend) {
  const Session& session = model.session;
  const auto rect = [](const Aabb& b) { return Json::array({b.min.x, b.min.y, b.max.x, b.max.y}); };
  Json rects, messages = Json::array(), sprites = Json::array();
  for (const WidgetRect& w : model.ui.rects) rects[w.name] = rect(w.rect);
  for (const Message& m : model.ui.messages.all()) messages.push_back(m.text);
  constexpr std::size_t kMaxSprites = 100;
  for (SpriteId id = 0; id < std::min(session.world().size(), kMaxSprites); ++id) {
    const Vec2 at = model.camera.to_screen(session.world().positions()[id]);
    sprites.push_back(Json::array({at.x, at.y}));
  }
  const Json out{{"frame", frontend.frames()},
                 {"hash", fmt::format("{:016x}", session.hash())},
                 {"steps", session.steps()},
                 {"scene", session.scene().id},
                 {"broadphase", session.broadphase().id},
                 {"count", session.world().size()},
                 {"paused", model.paused},
                 {"tool", model.ui.tool},
                 {"theme", static_cast<int>(model.view.theme)},
                 {"zoom", model.camera.zoom},
                 {"scale", model.ui.scale},
                 {"tuning", Json{{"progress", model.lab.tuning.progress()},
                                 {"phase", model.lab.tuning.phase()}}},
                 {"xray", model.lab.xray.is_open() ? Json(model.lab.xray.at()) : Json()},
                 {"fps", model.frames_per_second},
                 {"messages", messages},
                 {"sprites", sprites},
                 {"rects", rects}};
  return json_text(out);
}

}  // namespace phasebox::web
