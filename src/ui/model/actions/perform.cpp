// SPDX-License-Identifier: MIT
// What each action of the table does.
#include "ui/model/actions/perform.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/random.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/tool_table.hpp"
#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kBruteForce = "brute-force";

ParamGroup group_of(const ApplicationModel& model, Owner owner) {
  if (owner == Owner::view()) return {owner, "View", kViewRows, &model.view};
  return model.session.group(owner);
}

// A flag changes over, a choice goes on to the next.
void switch_param(ApplicationModel& model, const ActionRow& row) {
  const ParamGroup group = group_of(model, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param) return;
  const double now = param->get(group.object);
  const double next = now >= param->hi ? param->lo : now + 1;
  if (!model.apply(command::SetParam{row.owner, std::string(row.key), next})) return;
  model.note(fmt::format("{}: {}", row.title, value_text(*param, next)), std::string(row.id));
}

void change_count(ApplicationModel& model, int by) {
  const auto now = static_cast<std::int64_t>(model.session.world().size());
  const std::int64_t wanted = std::max<std::int64_t>(0, now + by);
  model.apply(command::SetCount{static_cast<std::uint32_t>(wanted)});
}

// The one before or after, round the ends.
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

void change_scene(ApplicationModel& model, int by) {
  const SceneEntry& next = neighbor(scenes(), model.session.scene(), by);
  if (model.apply(command::LoadScene{std::string(next.id)}))
    model.note(fmt::format("{}: {}", next.title, next.summary), "scene");
}

void choose_broadphase(ApplicationModel& model, int key) {
  int number = 0;
  for (const BroadphaseEntry* entry : broadphases()) {
    const bool brute = entry->id == kBruteForce;
    if (!brute) ++number;
    if ((key == 0) != brute || (key != 0 && number != key)) continue;
    if (model.apply(command::SelectBroadphase{std::string(entry->id)}))
      model.note(fmt::format("{}: {}", entry->title, entry->summary), "broadphase");
    return;
  }
  model.note(fmt::format("There is no broadphase on key {}; the last one is {}", key, number));
}

void change_broadphase(ApplicationModel& model, int by) {
  const BroadphaseEntry& next = neighbor(broadphases(), model.session.broadphase(), by);
  if (model.apply(command::SelectBroadphase{std::string(next.id)}))
    model.note(fmt::format("{}: {}", next.title, next.summary), "broadphase");
}

void change_narrowphase(ApplicationModel& model, int by) {
  const NarrowphaseEntry& next = neighbor(narrowphases(), model.session.narrowphase(), by);
  if (model.apply(command::SelectNarrowphase{std::string(next.id)}))
    model.note(fmt::format("{}: {}", next.title, next.summary), "narrowphase");
}

void focus_group_size(ApplicationModel& model) {
  const Owner owner = model.session.broadphase();
  if (!find_param(model.session.group(owner).rows, "group-size")) {
    model.note(
        fmt::format("{} has no group size; press 1 for RDC", model.session.broadphase().title));
    return;
  }
  model.ui.panel_open = true;
  model.ui.section_open[static_cast<std::size_t>(Section::broadphase)] = true;
  model.ui.focus_wanted = full_name(owner, "group-size");
  model.ui.keys_wait = 6;
}

void change_n(ApplicationModel& model, int by) {
  const ParamGroup group = model.session.group(model.session.narrowphase());
  const Param* n = find_param(group.rows, "n");
  if (!n) {
    model.note(
        fmt::format("{} takes no samples, so it has no n", model.session.narrowphase().title));
    return;
  }
  const double value = std::clamp(n->get(group.object) + by, n->lo, n->hi);
  if (model.apply(command::SetParam{group.owner, "n", value}))
    model.note(fmt::format("n = {}", format_value(*n, value)), "n");
}

void new_seed(ApplicationModel& model) {
  const std::uint32_t seed = Random(model.session.options().seed).next();
  if (model.apply(command::SetParam{Owner::world(), "seed", static_cast<double>(seed)}))
    model.note(fmt::format("Seed {}", seed), "seed");
}

void clone(ApplicationModel& model) {
  const std::vector<SpriteId> ids = model.chosen();
  if (ids.empty()) return model.note("Nothing to clone: point at a sprite, or select some");
  const auto first = static_cast<SpriteId>(model.session.world().size());
  constexpr Vec2 kOffset{24, 24};
  if (!model.apply(command::CloneSprites{ids, kOffset})) return;
  model.selection.clear();
  for (SpriteId id = first; id < model.session.world().size(); ++id) model.selection.push_back(id);
  model.note(fmt::format("Cloned {}", counted(ids.size(), "sprite")));
}

void remove(ApplicationModel& model) {
  const std::vector<SpriteId> ids = model.chosen();
  if (ids.empty()) return model.note("Nothing to delete: point at a sprite, or select some");
  if (model.apply(command::RemoveSprites{ids}))
    model.note(fmt::format("Deleted {}", counted(ids.size(), "sprite")));
  model.pointer_tool.hovered.reset();
}

void undo(ApplicationModel& model) {
  const std::string what(model.session.undo_title());
  if (model.apply(command::Undo{})) model.note("Undone: " + spaced(what), "undo");
}

void redo(ApplicationModel& model) {
  const std::string what(model.session.redo_title());
  if (model.apply(command::Redo{})) model.note("Redone: " + spaced(what), "undo");
}

void single_step(ApplicationModel& model) {
  model.paused = true;
  model.phases.push(model.step(), model.now);
  model.changed = true;
}

// Of the pane that is pointed at.
void show_all(ApplicationModel& model) {
  if (!model.pointer_tool.in_field) show_whole_space(model);
  if (!model.space.in_pane) model.show_whole_field();
}

void fit_selection(ApplicationModel& model) {
  const auto boxes = model.session.frame().boxes;
  std::optional<Aabb> all;
  const auto add = [&](const Aabb& box) { all = all ? united(*all, box) : box; };
  if (model.selection.empty())
    for (const Aabb& box : boxes) add(box);
  else
    for (const SpriteId id : model.selection)
      if (id < boxes.size()) add(boxes[id]);
  if (!all) return model.show_whole_field();
  model.camera.fit(*all, 48 * model.ui.scale);
  model.whole_field = false;
}

std::filesystem::path picker_folder(const ApplicationModel& model) {
  if (!model.ui.picker.folder.empty()) return model.ui.picker.folder;
  std::error_code none;
  const auto here = std::filesystem::current_path(none);
  return none ? std::filesystem::path(".") : here;
}

void save(ApplicationModel& model) {
  if (const RecordingPlayback* show = model.session.show())
    return model.note(
        fmt::format("Recorded boxes are not saved as a scene: {} holds them", show->name()));
  if (model.file) return save_file(model, *model.file);
  model.ui.picker.show(FilePicker::Mode::save, picker_folder(model));
}

// The same tool again closes the drawer.
void open_tool(ApplicationModel& model, const ToolRow& tool) {
  std::string& open = model.ui.tool;
  if (open == tool.id) return open.clear();
  open = tool.id;
  if (tool.action == Action::race) model.study(command::StartRace{});
}

// Closes what is topmost; with nothing left, asks whether to quit.
void escape(ApplicationModel& model) {
  UiState& ui = model.ui;
  if (cancel_gesture(model)) return;
  if (model.popup_open)
    model.host_requests.close_popups = true;
  else if (ui.help_open)
    ui.help_open = false;
  else if (ui.picker.is_open())
    ui.picker.close();
  else if (ui.messages_open)
    ui.messages_open = false;
  else if (leave_xray(model))
    return;
  else if (model.region_query)
    model.region_query.reset();
  else if (!model.selection.empty())
    model.selection.clear();
  else if (!ui.tool.empty())
    ui.tool.clear();
  else
    ui.quit_asked = true;
}

}  // namespace

bool answer_by_key(ApplicationModel& model, Key key) {
  if (!model.ui.has_modal()) return false;
  // The default of a question about too much is to leave it.
  if (key == Key::enter) model.answer(model.ui.quit_asked);
  if (key == Key::escape) model.answer(false);
  return true;
}

void perform(ApplicationModel& model, Invocation what) {
  const ActionRow& row = row_of(what.action);
  if (row.owner) return switch_param(model, row);
  if (const ToolRow* tool = tool_of(what.action)) return open_tool(model, *tool);
  UiState& ui = model.ui;
  switch (what.action) {
    case Action::open: return ui.picker.show(FilePicker::Mode::open, picker_folder(model));
    case Action::save: return save(model);
    case Action::screenshot: model.host_requests.screenshot = true; return;
    case Action::quit:
      model.unsaved ? ui.quit_asked = true : model.host_requests.quit = true;
      return;
    case Action::undo: return undo(model);
    case Action::redo: return redo(model);
    case Action::clone: return clone(model);
    case Action::remove: return remove(model);
    case Action::more: return change_count(model, std::max(1, what.value));
    case Action::fewer: return change_count(model, -std::max(1, what.value));
    case Action::previous_scene: return change_scene(model, -1);
    case Action::next_scene: return change_scene(model, 1);
    case Action::restart: model.apply(command::Restart{}); return;
    case Action::new_seed: return new_seed(model);
    case Action::pause: model.paused = !model.paused; return;
    case Action::step: return single_step(model);
    case Action::broadphase: return choose_broadphase(model, what.value);
    case Action::frame_back: return change_frame(model, -1);
    case Action::frame_forward: return change_frame(model, 1);
    case Action::xray_forward: return step_xray(model, 1);
    case Action::xray_back: return step_xray(model, -1);
    case Action::next_broadphase: return change_broadphase(model, 1);
    case Action::previous_broadphase: return change_broadphase(model, -1);
    case Action::next_narrowphase: return change_narrowphase(model, 1);
    case Action::previous_narrowphase: return change_narrowphase(model, -1);
    case Action::group_size: return focus_group_size(model);
    case Action::n_up: return change_n(model, 1);
    case Action::n_down: return change_n(model, -1);
    case Action::whole_field: return show_all(model);
    case Action::fit_selection: return fit_selection(model);
    case Action::lanes: return model.study(command::SetLanes{!model.lab.race.has_lanes()});
    case Action::panel: ui.panel_open = !ui.panel_open; return;
    case Action::statistics_size: ui.large_statistics = !ui.large_statistics; return;
    case Action::full_screen: model.host_requests.full_screen = true; return;
    case Action::messages: ui.messages_open = !ui.messages_open; return;
    case Action::help: ui.help_open = !ui.help_open; return;
    case Action::escape: return escape(model);
    default: return;
  }
}

}  // namespace phasebox
