// SPDX-License-Identifier: MIT
// The window's state as JSON.
#include "app/state_dump.hpp"

#include <algorithm>

#include "io/archive/archive.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {

using namespace ui;

namespace {

constexpr std::size_t kMaxSprites = 200;  // described one by one, at most
constexpr double kInterval = 1.0 / 32;    // s between two writes
constexpr double kSlow = 1;               // s that a frame should not take

Json pair_of(Vec2 v) { return Json::array({v.x, v.y}); }
Json rect_of(const Aabb& b) { return Json::array({b.min.x, b.min.y, b.max.x, b.max.y}); }

Json params_of(const ApplicationModel& model) {
  Json all;
  for (const ParamGroup& group : model.groups()) {
    Json& owner = all[group.owner.id()] = Json::object();
    for (const Param& row : group.rows) {
      const double value = row.get(group.object);
      Json& entry = owner[row.key];
      if (row.kind == Param::Kind::flag)
        entry = value != 0;
      else if (row.kind == Param::Kind::choice)
        entry = format_value(row, value);
      else
        entry = value;
    }
  }
  return all;
}

Json sprites_of(const ApplicationModel& model) {
  Json all = Json::array();
  const World& world = model.session.world();
  for (SpriteId id = 0; id < std::min(world.size(), kMaxSprites); ++id) {
    const Vec2 at = world.positions()[id];
    all.push_back({{"position", pair_of(at)},
                   {"velocity", pair_of(world.velocities()[id])},
                   {"screen", pair_of(model.camera.to_screen(at))}});
  }
  return all;
}

Json toasts_of(const ApplicationModel& model) {
  Json all = Json::array();
  for (const Message& m : model.ui.messages.all())
    if (MessageLog::is_toast(m, model.now)) all.push_back(m.text);
  return all;
}

Json rects_of(const ApplicationModel& model) {
  Json all;
  for (const WidgetRect& w : model.ui.rects) all[w.name] = rect_of(w.rect);
  return all;
}

Json open_of(const UiState& ui, const WindowFacts& window) {
  return {{"tool", ui.tool},
          {"quit_question", ui.quit_asked},
          {"full_screen", window.full_screen},
          {"chinese_font", ui.chinese_font}};
}

std::string height_of(const ApplicationModel& model) {
  if (!model.view.space) return {};
  return height_note(model.session, model.trace.broad.events(), model.view);
}

Json oracle_of(const ApplicationModel& model) {
  const Verdict& verdict = model.lab.oracle.verdict();
  return {{"right", verdict.is_right()}, {"text", describe(verdict, model.session)}};
}

Json id_of(const std::optional<SpriteId>& sprite) { return sprite ? Json(*sprite) : Json(); }

std::string dump_text(const ApplicationModel& model, const Frontend& frontend,
                      const WindowFacts& window) {
  const Session& session = model.session;
  const Json out{{"frame", frontend.frames()},
                 {"slow_frames", window.slow_frames},
                 {"pictures", window.pictures},
                 {"window", pair_of(window.size)},
                 {"paused", model.paused},
                 {"steps", session.steps()},
                 {"broadphase", session.broadphase().id},
                 {"narrowphase", session.narrowphase().id},
                 {"oracle", oracle_of(model)},
                 {"params", params_of(model)},
                 {"sprite_count", session.world().size()},
                 {"sprites", sprites_of(model)},
                 {"held", id_of(session.held())},
                 {"hovered", id_of(model.pointer_tool.hovered)},
                 {"zoom", model.camera.zoom},
                 {"height", height_of(model)},
                 {"open", open_of(model.ui, window)},
                 {"toasts", toasts_of(model)},
                 {"rects", rects_of(model)}};
  return json_text(out, {.indent = 1, .is_sorted = true}) + "\n";
}

}  // namespace

Status StateDump::write(const ApplicationModel& model, const Frontend& frontend,
                        WindowFacts facts) {
  if (last_frame_ >= 0 && model.now - last_frame_ > kSlow) ++slow_frames_;
  last_frame_ = model.now;
  if (file_.empty() || (last_ >= 0 && model.now - last_ < kInterval)) return {};
  last_ = model.now;
  facts.slow_frames = slow_frames_;
  Status error =
      write_file_atomically(file_, dump_text(model, frontend, facts), Durability::in_memory);
  if (error) file_.clear();
  return error;
}

}  // namespace phasebox
