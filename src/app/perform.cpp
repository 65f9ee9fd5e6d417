// SPDX-License-Identifier: MIT
// What each action of the table does.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/desk.hpp"
#include "app/xray_view.hpp"
#include "core/random.hpp"
#include "ui/format.hpp"
#include "ui/tools.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kBruteForce = "brute-force";

ParamGroup group_of(const Desk& desk, std::string_view owner) {
  if (owner == "view") return {"view", "View", kViewRows, &desk.view};
  return desk.session.group(owner);
}

// A flag changes over, a choice goes on to the next.
void switch_param(Desk& desk, const ActionRow& row) {
  const ParamGroup group = group_of(desk, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param) return;
  const double now = param->get(group.object);
  const double next = now >= param->hi ? param->lo : now + 1;
  if (!desk.apply(command::SetParam{std::string(row.owner), std::string(row.key), next})) return;
  desk.note(fmt::format("{}: {}", row.title, value_text(*param, next)), std::string(row.id));
}

void change_count(Desk& desk, int by) {
  const auto now = static_cast<std::int64_t>(desk.session.world().size());
  const std::int64_t wanted = std::max<std::int64_t>(0, now + by);
  desk.apply(command::SetCount{static_cast<std::uint32_t>(wanted)});
}

// The one before or after, round the ends.
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

void change_scene(Desk& desk, int by) {
  const SceneEntry& next = neighbor(scenes(), desk.session.scene(), by);
  if (desk.apply(command::LoadScene{std::string(next.id)}))
    desk.note(fmt::format("{}: {}", next.title, next.summary), "scene");
}

void choose_broadphase(Desk& desk, int key) {
  int number = 0;
  for (const BroadphaseEntry* entry : broadphases()) {
    const bool brute = entry->id == kBruteForce;
    if (!brute) ++number;
    if ((key == 0) != brute || (key != 0 && number != key)) continue;
    if (desk.apply(command::SelectBroadphase{std::string(entry->id)}))
      desk.note(fmt::format("{}: {}", entry->title, entry->summary), "broadphase");
    return;
  }
  desk.note(fmt::format("There is no broadphase on key {}; the last one is {}", key, number));
}

void change_broadphase(Desk& desk, int by) {
  const BroadphaseEntry& next = neighbor(broadphases(), desk.session.broadphase(), by);
  if (desk.apply(command::SelectBroadphase{std::string(next.id)}))
    desk.note(fmt::format("{}: {}", next.title, next.summary), "broadphase");
}

void change_narrowphase(Desk& desk, int by) {
  const NarrowphaseEntry& next = neighbor(narrowphases(), desk.session.narrowphase(), by);
  if (desk.apply(command::SelectNarrowphase{std::string(next.id)}))
    desk.note(fmt::format("{}: {}", next.title, next.summary), "narrowphase");
}

void focus_group_size(Desk& desk) {
  const std::string_view owner = desk.session.broadphase().id;
  if (!find_param(desk.session.group(owner).rows, "group-size")) {
    desk.note(
        fmt::format("{} has no group size; press 1 for RDC", desk.session.broadphase().title));
    return;
  }
  desk.ui.panel_open = true;
  desk.ui.section_open[static_cast<std::size_t>(Section::broadphase)] = true;
  desk.ui.focus_wanted = std::string(owner) + ".group-size";
  desk.ui.keys_wait = 6;
}

void change_n(Desk& desk, int by) {
  const ParamGroup group = desk.session.group(desk.session.narrowphase().id);
  const Param* n = find_param(group.rows, "n");
  if (!n) {
    desk.note(fmt::format("{} takes no samples, so it has no n", desk.session.narrowphase().title));
    return;
  }
  const double value = std::clamp(n->get(group.object) + by, n->lo, n->hi);
  if (desk.apply(command::SetParam{std::string(group.owner), "n", value}))
    desk.note(fmt::format("n = {}", format_value(*n, value)), "n");
}

void new_seed(Desk& desk) {
  const std::uint32_t seed = Random(desk.session.options().seed).next();
  if (desk.apply(command::SetParam{"world", "seed", static_cast<double>(seed)}))
    desk.note(fmt::format("Seed {}", seed), "seed");
}

void clone(Desk& desk) {
  const std::vector<SpriteId> ids = desk.chosen();
  if (ids.empty()) return desk.note("Nothing to clone: point at a sprite, or select some");
  const auto first = static_cast<SpriteId>(desk.session.world().size());
  constexpr Vec2 kOffset{24, 24};
  if (!desk.apply(command::CloneSprites{ids, kOffset})) return;
  desk.selection.clear();
  for (SpriteId id = first; id < desk.session.world().size(); ++id) desk.selection.push_back(id);
  desk.note(fmt::format("Cloned {}", counted(ids.size(), "sprite")));
}

void remove(Desk& desk) {
  const std::vector<SpriteId> ids = desk.chosen();
  if (ids.empty()) return desk.note("Nothing to delete: point at a sprite, or select some");
  if (desk.apply(command::RemoveSprites{ids}))
    desk.note(fmt::format("Deleted {}", counted(ids.size(), "sprite")));
  desk.hand.hovered.reset();
}

void undo(Desk& desk) {
  const std::string what(desk.session.undo_title());
  if (desk.apply(command::Undo{})) desk.note("Undone: " + spaced(what), "undo");
}

void redo(Desk& desk) {
  const std::string what(desk.session.redo_title());
  if (desk.apply(command::Redo{})) desk.note("Redone: " + spaced(what), "undo");
}

void single_step(Desk& desk) {
  desk.paused = true;
  desk.phases.push(desk.step(), desk.now);
  desk.changed = true;
}

// Of the pane that is pointed at.
void show_all(Desk& desk) {
  if (!desk.hand.in_field) show_whole_space(desk);
  if (!desk.space.in_pane) desk.show_whole_field();
}

void fit_selection(Desk& desk) {
  const auto boxes = desk.session.frame().boxes;
  std::optional<Aabb> all;
  const auto add = [&](const Aabb& box) { all = all ? united(*all, box) : box; };
  if (desk.selection.empty())
    for (const Aabb& box : boxes) add(box);
  else
    for (const SpriteId id : desk.selection)
      if (id < boxes.size()) add(boxes[id]);
  if (!all) return desk.show_whole_field();
  desk.camera.fit(*all, 48 * desk.ui.scale);
  desk.whole_field = false;
}

std::filesystem::path picker_folder(const Desk& desk) {
  if (!desk.ui.picker.folder.empty()) return desk.ui.picker.folder;
  std::error_code none;
  const auto here = std::filesystem::current_path(none);
  return none ? std::filesystem::path(".") : here;
}

void save(Desk& desk) {
  if (const RecordingPlayback* show = desk.session.show())
    return desk.note(
        fmt::format("Recorded boxes are not saved as a scene: {} holds them", show->name()));
  if (desk.file) return save_file(desk, *desk.file);
  desk.ui.picker.show(FilePicker::Mode::save, picker_folder(desk));
}

// The same tool again closes the drawer.
void open_tool(Desk& desk, const ToolRow& tool) {
  std::string& open = desk.ui.tool;
  if (open == tool.id) return open.clear();
  open = tool.id;
  if (tool.action == Action::race) desk.study(command::StartRace{});
}

// Closes what is topmost; with nothing left, asks whether to quit.
void escape(Desk& desk) {
  UiState& ui = desk.ui;
  if (cancel_hand(desk)) return;
  if (desk.popup_open)
    desk.host_requests.close_popups = true;
  else if (ui.help_open)
    ui.help_open = false;
  else if (ui.picker.is_open())
    ui.picker.close();
  else if (ui.messages_open)
    ui.messages_open = false;
  else if (leave_xray(desk))
    return;
  else if (desk.region_query)
    desk.region_query.reset();
  else if (!desk.selection.empty())
    desk.selection.clear();
  else if (!ui.tool.empty())
    ui.tool.clear();
  else
    ui.quit_asked = true;
}

}  // namespace

bool answer_by_key(Desk& desk, Key key) {
  if (!desk.ui.has_modal()) return false;
  // The default of a question about too much is to leave it.
  if (key == Key::enter) desk.answer(desk.ui.quit_asked);
  if (key == Key::escape) desk.answer(false);
  return true;
}

void perform(Desk& desk, Invocation what) {
  const ActionRow& row = row_of(what.action);
  if (!row.owner.empty()) return switch_param(desk, row);
  if (const ToolRow* tool = tool_of(what.action)) return open_tool(desk, *tool);
  UiState& ui = desk.ui;
  switch (what.action) {
    case Action::open: return ui.picker.show(FilePicker::Mode::open, picker_folder(desk));
    case Action::save: return save(desk);
    case Action::screenshot: desk.host_requests.screenshot = true; return;
    case Action::quit: desk.unsaved ? ui.quit_asked = true : desk.host_requests.quit = true; return;
    case Action::undo: return undo(desk);
    case Action::redo: return redo(desk);
    case Action::clone: return clone(desk);
    case Action::remove: return remove(desk);
    case Action::more: return change_count(desk, std::max(1, what.value));
    case Action::fewer: return change_count(desk, -std::max(1, what.value));
    case Action::previous_scene: return change_scene(desk, -1);
    case Action::next_scene: return change_scene(desk, 1);
    case Action::restart: desk.apply(command::Restart{}); return;
    case Action::new_seed: return new_seed(desk);
    case Action::pause: desk.paused = !desk.paused; return;
    case Action::step: return single_step(desk);
    case Action::broadphase: return choose_broadphase(desk, what.value);
    case Action::frame_back: return change_frame(desk, -1);
    case Action::frame_forward: return change_frame(desk, 1);
    case Action::xray_forward: return step_xray(desk, 1);
    case Action::xray_back: return step_xray(desk, -1);
    case Action::next_broadphase: return change_broadphase(desk, 1);
    case Action::previous_broadphase: return change_broadphase(desk, -1);
    case Action::next_narrowphase: return change_narrowphase(desk, 1);
    case Action::previous_narrowphase: return change_narrowphase(desk, -1);
    case Action::group_size: return focus_group_size(desk);
    case Action::n_up: return change_n(desk, 1);
    case Action::n_down: return change_n(desk, -1);
    case Action::whole_field: return show_all(desk);
    case Action::fit_selection: return fit_selection(desk);
    case Action::lanes: return desk.study(command::SetLanes{!desk.lab.race.has_lanes()});
    case Action::panel: ui.panel_open = !ui.panel_open; return;
    case Action::statistics_size: ui.large_statistics = !ui.large_statistics; return;
    case Action::full_screen: desk.host_requests.full_screen = true; return;
    case Action::messages: ui.messages_open = !ui.messages_open; return;
    case Action::help: ui.help_open = !ui.help_open; return;
    case Action::escape: return escape(desk);
    default: return;
  }
}

}  // namespace phasebox
