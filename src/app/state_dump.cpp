// SPDX-License-Identifier: MIT
// The window's state as JSON.
#include "app/state_dump.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/lessons.hpp"
#include "app/race_dump.hpp"
#include "app/space_dump.hpp"
#include "app/study_dump.hpp"
#include "app/xray_dump.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

using nlohmann::json;

constexpr std::size_t kSprites = 200;   // described one by one, at most
constexpr double kInterval = 1.0 / 32;  // s between two writes

json tuning_of(const Desk& desk) {
  const TuneStudy& study = desk.lab.tuning;
  json out{{"running", study.job().is_running()}, {"progress", study.job().progress()}};
  const auto report = study.report();
  if (!report) return out;
  out["subject"] = study.subject().sentence(desk.session);
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

json params_of(const Desk& desk) {
  json all;
  for (const ParamGroup& group : desk.groups()) {
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

json sprites_of(const Desk& desk) {
  json all = json::array();
  const World& world = desk.session.world();
  for (SpriteId id = 0; id < std::min(world.size(), kSprites); ++id) {
    const Vec2 at = world.positions()[id];
    all.push_back({{"id", id},
                   {"position", pair_of(at)},
                   {"velocity", pair_of(world.velocities()[id])},
                   {"static", world.statics()[id] != 0},
                   {"category", world.filters()[id].category},
                   {"mask", world.filters()[id].mask},
                   {"volume", kVolumeNames[static_cast<std::size_t>(world.volumes()[id])]},
                   {"image", desk.session.images()[world.images()[id]].name},
                   {"screen", pair_of(desk.camera.to_screen(at))}});
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

json toasts_of(const Desk& desk) {
  json all = json::array();
  for (const Message& m : desk.ui.messages.all())
    if (MessageLog::is_toast(m, desk.now)) all.push_back(m.text);
  return all;
}

json rects_of(const Desk& desk) {
  json all;
  for (const WidgetRect& w : desk.ui.rects) all[w.name] = rect_of(w.rect);
  return all;
}

json open_of(const Desk& desk, const WindowFacts& window) {
  const UiState& ui = desk.ui;
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
  for (std::size_t i = 0; i < std::min(show->ids().size(), kSprites); ++i)
    ids.push_back(show->ids()[i]);
  return {{"name", show->name()},
          {"frame", show->frame()},
          {"number", show->trace().frames[show->frame()]},
          {"frames", show->trace().size()},
          {"ids", ids}};
}

json query_of(const Desk& desk) {
  if (!desk.region_query) return {};
  const RegionQuery& region_query = *desk.region_query;
  std::vector<SpriteId> found(probe.found.items().begin(), region_query.found.items().end());
  std::ranges::sort(found);
  return {{"box", rect_of(probe.box)},
          {"found", found},
          {"sprites_visited", region_query.sprites_visited},
          {"parts_visited", region_query.parts_visited}};
}

std::string doing_of(const Hand& hand) {
  constexpr std::array<const char*, 7> kNames{"nothing", "press", "drag", "aim",
                                              "select",  "probe", "pan"};
  return kNames[static_cast<std::size_t>(hand.doing)];
}

}  // namespace

std::string dump_text(const Desk& desk, const WindowFacts& window) {
  const Session& session = desk.session;
  json remarks = json::array();
  for (const Remark& r : desk.remarks)
    remarks.push_back({{"warning", r.warning}, {"text", r.text}});
  json out{{"frame", window.frame},
           {"window", pair_of(window.size)},
           {"frames_per_second", window.frames_per_second},
           {"steps_per_second", window.steps_per_second},
           {"paused", desk.paused},
           {"steps", session.steps()},
           {"scene", session.scene().id},
           {"broadphase", session.broadphase().id},
           {"narrowphase", session.narrowphase().id},
           {"exact", session.is_exact()},
           {"params", params_of(desk)},
           {"sprite_count", session.world().size()},
           {"sprites", sprites_of(desk)},
           {"selected", desk.selection},
           {"held", session.held() ? json(*session.held()) : json()},
           {"hovered", desk.hand.hovered ? json(*desk.hand.hovered) : json()},
           {"hand", doing_of(desk.hand)},
           {"trace", trace_of(session)},
           {"probe", query_of(desk)},
           {"xray", xray_of(desk)},
           {"past", past_of(session)},
           {"tuning", tuning_of(desk)},
           {"cliffs", cliffs_of(desk.lab)},
           {"race", race_of(desk.lab.race)},
           {"oracle", oracle_dump(desk)},
           {"why", why_dump(desk)},
           {"accuracy", accuracy_dump(desk)},
           {"energy", energy_dump(desk)},
           {"launch_image", desk.ui.launch_image},
           {"camera",
            {{"center", pair_of(desk.camera.center)},
             {"zoom", desk.camera.zoom},
             {"viewport", rect_of(desk.camera.viewport)}}},
           {"space", space_state(desk)},
           {"open", open_of(desk, window)},
           {"solid_sprites", window.solid_sprites},
           {"ui_scale", desk.ui.scale},
           {"toasts", toasts_of(desk)},
           {"lessons", lessons_state(desk)},
           {"remarks", remarks},
           {"counters", counters_of(desk.counters)},
           {"state_hash", fmt::format("{:016x}", session.hash())},
           {"rects", rects_of(desk)}};
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Status StateDump::write(const Desk& desk, const WindowFacts& window) {
  if (file_.empty() || (last_ >= 0 && desk.now - last_ < kInterval)) return {};
  last_ = desk.now;
  Status error = write_file_atomically(file_, dump_text(desk, window));
  if (error) file_.clear();
  return error;
}

}  // namespace phasebox
