// SPDX-License-Identifier: MIT
// Describes the state of a window as JSON, for the tests that drive it.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "host/screen.hpp"
#include "io/archive/archive.hpp"
#include "lab/oracle.hpp"
#include "view/space/space_view.hpp"

namespace phasebox {
namespace {

using namespace ui;

constexpr std::size_t kMaxSprites = 200;  // the first so many sprites are described

Json rect_of(const Aabb& b) { return Json::array({b.min.x, b.min.y, b.max.x, b.max.y}); }

Json params_of(const ApplicationModel& model) {
  Json all;
  for (const ParamGroup& group : model.groups()) {
    Json& owner = all[group.owner.id()] = Json::object();
    for (const Param& row : group.rows) owner[row.key] = param_json(row, row.get(group.object));
  }
  return all;
}

Json sprites_of(const ApplicationModel& model) {
  Json all = Json::array();
  const World& world = model.session.world();
  for (SpriteId id = 0; id < std::min(world.size(), kMaxSprites); ++id) {
    const Vec2 at = world.positions()[id];
    all.push_back({{"position", json_of(at)},
                   {"velocity", json_of(world.velocities()[id])},
                   {"screen", json_of(model.field.camera.to_screen(at))}});
  }
  return all;
}

Json id_of(const std::optional<SpriteId>& sprite) { return sprite ? Json(*sprite) : Json(); }

Json tuning_of(const TuneStudy& tuning) {
  const auto answer = tuning.result();
  return {{"progress", tuning.progress()},
          {"phase", tuning.phase()},
          {"best", answer ? Json(answer->best_score()) : Json()}};
}

Json lesson_of(const Lessons& lessons) {
  if (!lessons.open()) return {};
  return Json::array({lessons.open()->id, lessons.step(), lessons.is_reached()});
}

Json open_parts_of(const UiState& ui) {
  return {{"tool", ui.tool},
          {"question", ui.has_modal()},
          {"quit_question", ui.quit_asked},
          {"chinese_font", ui.chinese_font}};
}

}  // namespace

Json Screen::state() const {
  const ViewOptions& view = model_.view;
  const Session& session = model_.session;
  const Verdict& verdict = model_.lab.oracle.verdict();
  Json messages = Json::array(), toasts = Json::array(), rects;
  for (const Message& m : model_.ui.messages.all()) {
    messages.push_back(m.text.english());
    if (MessageLog::is_toast(m, model_.clock.now)) toasts.push_back(m.text.english());
  }
  for (const WidgetRect& w : model_.ui.rects) rects[w.name] = rect_of(w.rect);
  return {
      {"frame", frontend_.frames()},
      {"frames_per_second", model_.clock.frames_per_second},
      {"scene", session.settings().scene->id},
      {"hash", fmt::format("{:016x}", session.hash())},
      {"steps", session.steps()},
      {"paused", model_.paused},
      {"broadphase", session.settings().broadphase->id},
      {"narrowphase", session.settings().narrowphase->id},
      {"oracle", {{"right", verdict.is_right()}, {"text", describe(verdict, session).english()}}},
      {"params", params_of(model_)},
      {"sprite_count", session.world().size()},
      {"sprites", sprites_of(model_)},
      {"held", id_of(session.held())},
      {"hovered", id_of(model_.pointer_tool.hovered)},
      {"zoom", model_.field.camera.zoom},
      {"scale", model_.ui.scale},
      {"height",
       view.space ? height_note(session, model_.traced.log.broad.events(), view).english() : ""},
      {"tuning", tuning_of(model_.lab.tuning)},
      {"lesson", lesson_of(model_.lab.lessons)},
      {"xray", model_.lab.xray.is_open() ? Json(model_.lab.xray.at()) : Json()},
      {"open", open_parts_of(model_.ui)},
      {"messages", messages},
      {"toasts", toasts},
      {"rects", rects}};
}

}  // namespace phasebox
