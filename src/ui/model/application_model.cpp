// SPDX-License-Identifier: MIT
// All that the window works on.
#include "ui/model/application_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/memory_end.hpp"
#include "base/number_format.hpp"
#include "io/record/record_file.hpp"
#include "session/command.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/live_feed.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {

extern const ActionRow undo_action;  // actions/action_rows.cpp

namespace {

template <class... Kinds>
bool is_any_of(const auto& variant) {
  return (std::holds_alternative<Kinds>(variant) || ...);
}

Status set_view(ViewOptions& view, const command::SetParam& c) {
  const Param* row = find_param(view_rows(), c.key);
  if (!row) return Error{"there is no parameter 'view." + c.key + "'"};
  if (auto error = check_value(*row, c.value)) return error;
  row->set(&view, c.value);
  return {};
}

// What a command did that shows only at a second glance; empty for the others.
std::string done_text(const Command& command) {
  const auto sprites = [](const auto* c) { return counted(c->ids.size(), "sprite"); };
  if (const auto* c = std::get_if<command::SetStatic>(&command))
    return (c->is_static ? "Pinned " : "Unpinned ") + sprites(c);
  if (const auto* c = std::get_if<command::SetVolume>(&command))
    return fmt::format("Bounding volume of {}: {}", sprites(c),
                       kVolumeNames[static_cast<std::size_t>(c->volume)]);
  if (const auto* c = std::get_if<command::SetFilter>(&command))
    return fmt::format("Filter of {} changed", sprites(c));
  if (const auto* c = std::get_if<command::FilterCategories>(&command))
    return fmt::format("Sprites of {} now {}",
                       c->first == c->second ? "this category" : "the two categories",
                       c->collide ? "collide" : "pass through each other");
  return {};
}

Error too_many_pairs(const Session& session, std::uint64_t pairs) {
  return {fmt::format(
      "{} would make about {} candidate pairs; the window works with at most {}: choose fewer or "
      "smaller sprites, or a larger field",
      counted(session.world().size(), "sprite"), brief(pairs), brief(ApplicationModel::kMaxPairs))};
}

// The ids that the selected objects have in the box recording that plays; none without one.
std::vector<std::int64_t> selected_objects(const ApplicationModel& model) {
  std::vector<std::int64_t> ids;
  if (model.session.show())
    for (const SpriteId id : model.selected()) ids.push_back(model.session.name_of(id));
  return ids;
}

void select_objects(ApplicationModel& model, std::span<const std::int64_t> ids) {
  model.selection.clear();
  for (const std::int64_t id : ids)
    if (const auto sprite = model.session.show()->sprite_of(id)) model.selection.push_back(*sprite);
}

void take_pairs_back(ApplicationModel& model) {
  if (model.ui.may_undo_pairs)
    model.apply(command::Undo{});
  else  // it was asked for on the command line
    model.apply(command::SetCount{
        static_cast<std::uint32_t>(model.session.group(Owner::scene()).rows.front().init)});
}

// False when there are so many that the change was taken back.
bool check_pairs(ApplicationModel& model) {
  const std::uint64_t pairs = expected_pairs(model.session);
  model.ui.pairs_asked.reset();
  if (pairs <= model.ui.allowed_pairs && pairs <= ApplicationModel::kMaxPairs) return true;
  model.ui.may_undo_pairs = true;
  if (pairs > ApplicationModel::kMaxPairs) {
    model.warn(too_many_pairs(model.session, pairs).text);
    take_pairs_back(model);
    return false;
  }
  model.ui.pairs_asked = {pairs, model.session.world().size()};
  return true;
}

// The sprites with room to drag them in; at most all of the field.
std::optional<Aabb> place_of(const LessonSetup& setup, const Session& session) {
  constexpr float kPart = 0.3f, kLeast = 60;  // of their extent; px
  if (!setup.sprites || setup.sprites->empty()) return {};
  Aabb all = session.frame().boxes[0];
  for (const Aabb& box : session.frame().boxes) all = united(all, box);
  const Vec2 size = extent(all);
  const Vec2 room{std::max(kPart * size.x, kLeast), std::max(kPart * size.y, kLeast)};
  return intersection({all.min - room, all.max + room}, session.field());
}

}  // namespace

void ApplicationModel::judge_detection() {
  is_canceled = !session.is_detected();
  if (is_canceled) {
    paused = true;
    phases.clear();
    forget_trace();
    const std::string what = fmt::format("{} with {}", session.broadphase().title,
                                         counted(session.world().size(), "sprite"));
    if (session.stopped() == WorkLimit::Reason::pairs)
      return warn(
          fmt::format("Paused: {} found more than {} candidate pairs, the most the window works "
                      "with. Choose fewer or smaller sprites, or undo",
                      what, brief(kMaxPairs)));
    // Nothing looks for pairs until something changes.
    return note(fmt::format("Canceled: {}. No pairs are known until the next step or change; "
                            "choose another algorithm or fewer sprites",
                            what),
                "detection");
  }
  const std::uint64_t pairs = session.pairs().size();
  if (pairs <= ui.allowed_pairs || ui.pairs_asked) return;
  paused = true;
  ui.pairs_asked = {pairs, session.world().size(), true};
}

void ApplicationModel::forget_trace() {
  trace = EventLog(kTraceLimit);
  ++trace_number;
  is_counted = false;
  remarks.clear();
}

std::uint64_t expected_pairs(const Session& session) {
  const std::uint64_t n = session.world().size();
  return n * n / 2 <= UiState::kAskedPairs ? 0 : estimate_pairs(session.frame());
}

Status check_first_pairs(ApplicationModel& model) {
  const std::uint64_t pairs = expected_pairs(model.session);
  if (pairs > ApplicationModel::kMaxPairs) return too_many_pairs(model.session, pairs);
  if (pairs > UiState::kAskedPairs) model.ui.pairs_asked = {pairs, model.session.world().size()};
  return {};
}

ApplicationModel::ApplicationModel(ImageSet images)
    : plugins(std::make_shared<Plugins>()),
      session(std::move(images)),
      record(std::make_unique<KeptRecord>(session)) {
  session.keep_frames();
  session.limit_pairs(kMaxPairs);
}

ApplicationModel::~ApplicationModel() = default;

bool ApplicationModel::apply(const Command& command) {
  const auto* param = std::get_if<command::SetParam>(&command);
  const bool is_view = param && param->owner == Owner::view();
  const std::size_t before = session.world().size();
  const auto recording = [&] { return session.show() ? session.show()->origin() : nullptr; };
  const auto recording_before = recording();
  const std::vector<std::int64_t> objects = selected_objects(*this);
  const SceneEntry& scene_before = session.scene();
  const bool is_unsaved = recording_before && session.show()->is_unsaved() &&
                          !is_any_of<command::Undo, command::Redo>(command);
  if (const Status error = is_view ? set_view(view, *param) : session.apply(command)) {
    warn(error->text);
    return false;
  }
  if (is_view) return true;
  if (&scene_before != &session.scene()) {
    const ParamView rows{&view, view_rows()};
    for (const SceneSetting& s : scene_before.settings)
      if (s.owner == Owner::view()) end_setting(rows, s);
    for (const SceneSetting& s : session.scene().settings)
      if (s.owner == Owner::view()) find_param(view_rows(), s.key)->set(&view, s.value);
  }
  const Effects effects = effects_of(command);
  changed = true;
  const auto recording_now = recording();
  if (recording_now && recording_now == recording_before)
    select_objects(*this, objects);
  else if (effects.renumbers || session.world().size() < before)
    selection.clear();
  if (recording_now != recording_before) {
    region_query.reset();
    show_whole_field();
    if (is_unsaved)
      warn(fmt::format("The recording of the game was not saved; {} brings it back",
                       key_or_menu(undo_action, ui.keys)));
  }
  if (const std::string done = done_text(command); !done.empty()) note(done, "change");
  if (!effects.keeps_times) phases.clear(), ui.steady.clear(), is_counted = false;
  // The race has algorithms of its own.
  if (!effects.keeps_times && !effects.only_looks) lab.race.forget_times();
  return !effects.may_add_pairs || check_pairs(*this);
}

void ApplicationModel::detect() {
  const PhaseTimes times = session.detect();
  has_searched = true;
  if (!session.is_detected()) return;
  phases.push_detection(times, now);
  constexpr double kShare = 0.2;  // of all time
  next_detection = now + times.total() / 1000 / kShare;
}

bool ApplicationModel::wants_times() const {
  return !is_canceled && phases.broad.size() < Series::kMinSamples && now >= next_detection;
}

void ApplicationModel::answer(bool yes) {
  if (ui.quit_asked) {
    ui.quit_asked = false;
    if (yes) requests.emplace_back(request::Quit{});
  } else if (const auto asked = std::exchange(ui.pairs_asked, std::nullopt)) {
    if (yes)
      ui.allowed_pairs = std::max(ui.allowed_pairs, asked->pairs * 2);
    else if (!asked->by_motion)
      take_pairs_back(*this);
    if (asked->by_motion) paused = !yes;
  } else if (ui.recovery_asked) {
    autosave->recover(*this, yes ? Recovery::restore : Recovery::later);
  }
}

void ApplicationModel::study(const LabCommand& command) {
  // What runs algorithms on the current frame, or on a clone that is made of it.
  const bool is_long = session.world().size() > kManySprites &&
                       is_any_of<OpenXray, WalkXray, command::StartRace, command::AddRunner,
                                 command::SetRunnerParam, command::SetLanes>(command);
  if (is_long || !waiting_studies.empty())
    waiting_studies.push_back(command);
  else
    study_now(command);
}

void ApplicationModel::catch_up_studies() {
  for (const LabCommand& command : std::exchange(waiting_studies, {})) study_now(command);
}

void ApplicationModel::study_now(const LabCommand& command) {
  if (changed && is_any_of<OpenXray, WalkXray>(command)) detect();
  guard_studies([&] {
    if (const Status error = lab.apply(command, session)) warn(error->text);
  });
  set_up_lesson(*this);
}

void ApplicationModel::observe() {
  if (session.is_detected()) guard_studies([&] { lab.observe(session); });
}

void ApplicationModel::guard_studies(const std::function<void()>& work) {
  if (fits_in_memory(work)) return;
  lab.give_up(session);
  warn("there is no more memory for the studies, so they were ended; try fewer sprites");
}

std::optional<std::size_t> ApplicationModel::lit_runner() const {
  const bool is_there = ui.race.lit && *ui.race.lit < lab.race.runners().size();
  return is_there && !lab.race.has_lanes() ? ui.race.lit : std::nullopt;
}

const EventLog& ApplicationModel::field_trace() const {
  const auto lit = lit_runner();
  return lit ? lab.race.runners()[*lit].trace() : trace;
}

std::vector<MissedContact> ApplicationModel::missed_contacts() const {
  constexpr std::uint64_t kAWhile = 15;  // frames
  std::vector<MissedContact> shown;
  std::ranges::copy_if(lab.oracle.missed_contacts(), std::back_inserter(shown),
                       [&](const MissedContact& c) { return paused || c.frames >= kAWhile; });
  return shown;
}

PhaseTimes ApplicationModel::step() {
  const bool is_recorded = session.show() != nullptr;
  const std::vector<std::int64_t> objects = selected_objects(*this);
  const PhaseTimes times = session.step();
  has_searched = true;
  if (is_recorded) select_objects(*this, objects);
  if (log)
    if (const Status error = log->add(session, times, steps_per_second)) {
      warn(error->text);
      log.reset();
    }
  if (record_file)
    if (const Status error = record_file->take_error()) warn(error->text);
  return times;
}

bool ApplicationModel::wants_all_tests() const {
  const ToolRow* tool = open_tool();
  return (tool && tool->wants_all_tests) || view.color_by == ColorBy::cost;
}

void ApplicationModel::refresh_query() {
  if (!region_query || !session.is_detected()) return;
  session.near(region_query->box, region_query->found, &region_query->log);
  region_query->count(session.frame().boxes);
  // In a large world a walk that nothing stops takes as long as a detection, in every frame.
  constexpr std::size_t kMaxCosted = 20'000;  // sprites
  region_query->costs.clear();
  if (session.world().size() <= kMaxCosted)
    region_query->costs = session.query_costs(region_query->box);
}

void ApplicationModel::show_whole_field() {
  whole_field = true;
  followed.reset();
  follow();
}

void ApplicationModel::follow() {
  const float margin = 12 * ui.scale;
  camera.show_field(session.field(), margin);
  if (followed) camera.fit(*followed, margin);
}

std::vector<ParamGroup> ApplicationModel::groups() const {
  std::vector<ParamGroup> all = session.groups();
  all.push_back(view_group(view));
  return all;
}

std::vector<SpriteId> ApplicationModel::selected() const {
  std::vector<SpriteId> ids = selection;
  std::erase_if(ids, [&](SpriteId id) { return id >= session.world().size(); });
  return ids;
}

std::vector<SpriteId> ApplicationModel::chosen() const {
  if (!selection.empty()) return selection;
  if (pointer_tool.hovered && *pointer_tool.hovered < session.world().size())
    return {*pointer_tool.hovered};
  return {};
}

void set_up_lesson(ApplicationModel& model) {
  const std::optional<LessonSetup> setup = model.lab.lessons.take_setup();
  if (!setup) return;
  const auto commands = setup_commands(*setup, model.session, view_group(model.view));
  if (!commands) return model.warn(commands.error().text);
  cancel_gesture(model);
  if (!model.before_lesson)
    model.before_lesson = {model.session.history().undo_number(), model.view, model.paused,
                           model.ui.section_open, model.ui.panel_beside};
  for (const Command& command : *commands) model.apply(command);
  model.session.forget_file();  // the lesson must not be saved over the user's scene
  model.paused = setup->paused;
  model.show_whole_field();
  model.followed = place_of(*setup, model.session);
  // The texts say which widget to touch: it must be there.
  UiState& ui = model.ui;
  ui.section_open.fill(false);  // the one that the goal speaks of unfolds when it is scrolled to
  ui.section_open[static_cast<std::size_t>(Section::statistics)] = true;
  ui.tool = "lessons";
  ui.shows_panel() = !ui.is_phone;
  // The first one that the goal speaks of; the top of the panel for a goal of drags and menus.
  ui.scroll_to.clear();
  for (const auto& clause : model.lab.lessons.current().goal)
    for (const Condition& c : clause)
      if (ui.scroll_to.empty() && (c.name.find('.') != std::string::npos ||
                                   c.name == "broadphase" || c.name == "narrowphase"))
        ui.scroll_to = c.name;
  if (ui.scroll_to.empty()) ui.scroll_to = "scene";
}

void leave_lesson(ApplicationModel& model) {
  cancel_gesture(model);
  model.study(lesson::Leave{});
  const ViewOptions view = view_of_user(model);
  const auto before = std::exchange(model.before_lesson, {});
  if (!before) return;
  while (model.session.history().undo_number() > before->change && model.apply(command::Undo{})) {
  }
  model.view = view;
  model.paused = before->paused;
  model.ui.section_open = before->section_open, model.ui.panel_beside = before->panel_beside;
  model.show_whole_field();
  model.note("Lesson left: sprites, algorithms and view are as before it", "lesson");
}

ViewOptions view_of_user(const ApplicationModel& model) {
  ViewOptions view = model.view;
  if (model.before_lesson) {
    view = model.before_lesson->view;
    view.theme = model.view.theme, view.legend = model.view.legend;
    view.overlays.set(Overlay::grid, model.view.shows(Overlay::grid));
  }
  return view;
}

void look_at_lesson(ApplicationModel& model, bool is_editing) {
  Lessons& lessons = model.lab.lessons;
  if (!lessons.open()) return;
  // Sprites that are added may lie anywhere.
  const auto& placed = lessons.current().setup.sprites;
  if (model.followed && placed && placed->size() != model.session.world().size())
    model.show_whole_field();
  lessons.look({model.session, model.trace, model.counters, view_group(model.view), is_editing,
                model.ui.tool},
               model.now);
}

const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id) {
  for (const ToolRow* tool : tools)
    if (tool->action.id == id) return tool;
  return nullptr;
}

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

std::optional<bool> is_on(const ActionRow& row, const ApplicationModel& model) {
  if (row.is_on) return row.is_on(model);
  if (row.perform) return {};
  if (!row.owner) return row.id == model.ui.tool;
  const ParamGroup group = param_group(model.session, model.view, row.owner);
  const Param* param = find_param(group.rows, row.key);
  if (!param || param->kind != Param::Kind::flag) return {};
  return param->get(group.object) != 0;
}

}  // namespace phasebox::ui
