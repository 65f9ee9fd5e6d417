// SPDX-License-Identifier: MIT
// The window's state as JSON.
#include "app/state_dump.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/race_dump.hpp"
#include "app/space_dump.hpp"
#include "app/study_dump.hpp"
#include "app/xray_dump.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxSprites = 200;  // described one by one, at most
constexpr double kInterval = 1.0 / 32;    // s between two writes

json tuning_of(const ApplicationModel& model) {
  const TuneStudy& study = model.lab.tuning;
  json out{{"running", study.job().is_running()}, {"progress", study.job().progress()}};
  const auto report = study.report();
  if (!report) return out;
  out["subject"] = study.subject().sentence(model.session);
  out["command"] = tune_command(*report, study.origin());
  out["complete"] = report->is_complete;
  out["tried"] = report->tried;
  out["frames"] = {{"used", report->coverage.used}, {"of", report->coverage.of}};
  if (const Trial* winner = report->winner()) {
    out["winner"] = winner->candidate.entry->id;
    for (const Setting& s : winner->candidate.settings)
      out["settings"][std::string(s.row->key)] = s.value;
    out["why"] = report->why;
  }
  return out;
}

json cliffs_of(const Lab& lab) {
  const CliffStudy& study = lab.cliffs;
  json out{{"running", study.job().is_running()}, {"progress", study.job().progress()}};
  const auto map = study.map();
  if (!map) return out;
  out["complete"] = map->is_complete;
  out["points"] = map->points.size();
  out["known"] = std::ranges::count_if(map->points, &CliffPoint::is_known);
  return out;
}

json pair_of(Vec2 v) { return json::array({v.x, v.y}); }
json rect_of(const Aabb& b) { return json::array({b.min.x, b.min.y, b.max.x, b.max.y}); }

json params_of(const ApplicationModel& model) {
  json all;
  for (const ParamGroup& group : model.groups()) {
    json& owner = all[std::string(group.owner)] = json::object();
    for (const Param& row : group.rows) {
      const double value = row.get(group.object);
      json& entry = owner[std::string(row.key)];
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

json sprites_of(const ApplicationModel& model) {
  json all = json::array();
  const World& world = model.session.world();
  for (SpriteId id = 0; id < std::min(world.size(), kMaxSprites); ++id) {
    const Vec2 at = world.positions()[id];
    all.push_back({{"id", id},
                   {"position", pair_of(at)},
                   {"velocity", pair_of(world.velocities()[id])},
                   {"static", world.statics()[id] != 0},
                   {"category", world.filters()[id].category},
                   {"mask", world.filters()[id].mask},
                   {"volume", kVolumeNames[static_cast<std::size_t>(world.volumes()[id])]},
                   {"image", model.session.images()[world.images()[id]].name},
                   {"screen", pair_of(model.camera.to_screen(at))}});
  }
  return all;
}

json counters_of(const Counters& c) {
  return {{"sprites", c.sprites},
          {"box_tests", c.box_tests},
          {"candidates", c.candidates},
          {"collisions", c.collisions},
          {"pixel_reads", c.pixel_reads},
          {"groups", c.groups},
          {"boundaries", c.boundaries},
          {"swaps", c.swaps},
          {"depth", c.depth}};
}

json toasts_of(const ApplicationModel& model) {
  json all = json::array();
  for (const Message& m : model.ui.messages.all())
    if (MessageLog::is_toast(m, model.now)) all.push_back(m.text);
  return all;
}

json rects_of(const ApplicationModel& model) {
  json all;
  for (const WidgetRect& w : model.ui.rects) all[w.name] = rect_of(w.rect);
  return all;
}

json open_of(const ApplicationModel& model, const WindowFacts& window) {
  const UiState& ui = model.ui;
  const auto mode = ui.picker.mode;
  return {{"panel", ui.panel_open},
          {"help", ui.help_open},
          {"messages", ui.messages_open},
          {"quit_question", ui.quit_asked},
          {"large_statistics", ui.large_statistics},
          {"full_screen", window.full_screen},
          {"popup", window.popup_open},
          {"tooltip", window.has_tooltip},
          {"text_input", window.wants_text},
          {"tool", ui.tool},
          {"picker", mode == FilePicker::Mode::open   ? "open"
                     : mode == FilePicker::Mode::save ? "save"
                                                      : "closed"}};
}

json trace_of(const Session& session) {
  const RecordingPlayback* show = session.show();
  if (!show) return {};
  json ids = json::array();
  for (std::size_t i = 0; i < std::min(show->ids().size(), kMaxSprites); ++i)
    ids.push_back(show->ids()[i]);
  return {{"name", show->name()},
          {"frame", show->frame()},
          {"number", show->trace().frames[show->frame()]},
          {"frames", show->trace().size()},
          {"ids", ids}};
}

json query_of(const ApplicationModel& model) {
  if (!model.region_query) return {};
  const RegionQuery& region_query = *model.region_query;
  std::vector<SpriteId> found(region_query.found.items().begin(), region_query.found.items().end());
  std::ranges::sort(found);
  return {{"box", rect_of(region_query.box)},
          {"found", found},
          {"sprites_visited", region_query.sprites_visited},
          {"parts_visited", region_query.parts_visited}};
}

std::string doing_of(const PointerTool& tool) {
  constexpr std::array<const char*, 7> kNames{"nothing", "press", "drag", "aim",
                                              "select",  "probe", "pan"};
  return kNames[static_cast<std::size_t>(tool.doing)];
}

}  // namespace

std::string dump_text(const ApplicationModel& model, const WindowFacts& window) {
  const Session& session = model.session;
  json remarks = json::array();
  for (const Remark& r : model.remarks)
    remarks.push_back({{"warning", r.warning}, {"text", r.text}});
  json out{{"frame", window.frame},
           {"window", pair_of(window.size)},
           {"frames_per_second", window.frames_per_second},
           {"steps_per_second", window.steps_per_second},
           {"paused", model.paused},
           {"steps", session.steps()},
           {"scene", session.scene().id},
           {"broadphase", session.broadphase().id},
           {"narrowphase", session.narrowphase().id},
           {"exact", session.is_exact()},
           {"params", params_of(model)},
           {"sprite_count", session.world().size()},
           {"sprites", sprites_of(model)},
           {"selected", model.selection},
           {"held", session.held() ? json(*session.held()) : json()},
           {"hovered", model.pointer_tool.hovered ? json(*model.pointer_tool.hovered) : json()},
           {"hand", doing_of(model.pointer_tool)},
           {"trace", trace_of(session)},
           {"probe", query_of(model)},
           {"xray", xray_of(model)},
           {"past", past_of(session)},
           {"tuning", tuning_of(model)},
           {"cliffs", cliffs_of(model.lab)},
           {"race", race_of(model.lab.race)},
           {"oracle", oracle_dump(model)},
           {"why", why_dump(model)},
           {"accuracy", accuracy_dump(model)},
           {"energy", energy_dump(model)},
           {"launch_image", model.ui.launch_image},
           {"camera",
            {{"center", pair_of(model.camera.center)},
             {"zoom", model.camera.zoom},
             {"viewport", rect_of(model.camera.viewport)}}},
           {"space", space_state(model)},
           {"open", open_of(model, window)},
           {"solid_sprites", window.solid_sprites},
           {"ui_scale", model.ui.scale},
           {"toasts", toasts_of(model)},
           {"lessons", lessons_dump(model)},
           {"remarks", remarks},
           {"counters", counters_of(model.counters)},
           {"state_hash", fmt::format("{:016x}", session.hash())},
           {"rects", rects_of(model)}};
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Status StateDump::write(const ApplicationModel& model, const WindowFacts& window) {
  if (file_.empty() || (last_ >= 0 && model.now - last_ < kInterval)) return {};
  last_ = model.now;
  Status error = write_file_atomically(file_, dump_text(model, window));
  if (error) file_.clear();
  return error;
}

}  // namespace phasebox
