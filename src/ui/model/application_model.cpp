// SPDX-License-Identifier: MIT
// Applies commands to session, view and studies, and judges detections.
#include "ui/model/application_model.hpp"

#include <algorithm>

#include "base/memory_end.hpp"
#include "base/number_format.hpp"
#include "io/files/text_file.hpp"
#include "io/record/record_file.hpp"
#include "language/format_sentence.hpp"
#include "session/command.hpp"
#include "session/shown_names.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/model/open_lesson.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {

extern const ActionRow undo_action;  // defined in actions/action_rows.cpp

namespace {

template <class... Kinds>
bool is_any_of(const auto& variant) {
  return (std::holds_alternative<Kinds>(variant) || ...);
}

Status set_view(ViewOptions& view, const command::SetParam& c) {
  const Param* row = find_param(view_rows(), c.key);
  if (!row) return Error{say("there is no parameter '{}'", Sentence::as_is("view." + c.key))};
  if (auto status = check_value(*row, c.value); status.failed()) return status;
  row->set(&view, c.value);
  return {};
}

// Says in a sentence what a command did, for some commands whose effect is hard to see in the
// field; empty for all others.
Sentence done_text(const Command& command) {
  const auto sprites = [](const auto* c) { return counted(c->ids.size(), "sprite"); };
  if (const auto* c = std::get_if<command::SetStatic>(&command))
    return {c->is_static ? "Pinned {}" : "Unpinned {}", {sprites(c)}};
  if (const auto* c = std::get_if<command::SetVolume>(&command))
    return say("Bounding volume of {}: {}", sprites(c),
               kVolumeNames[static_cast<std::size_t>(c->volume)]);
  if (const auto* c = std::get_if<command::SetFilter>(&command))
    return say("Filter of {} changed", sprites(c));
  if (const auto* c = std::get_if<command::FilterCategories>(&command))
    return say("Sprites of {} now {}",
               c->first == c->second ? "this category" : "the two categories",
               c->collide ? "collide" : "pass through each other");
  return {};
}

Error too_many_pairs(const Session& session, std::uint64_t pairs) {
  return {say(
      "{} would make about {} candidate pairs; the window works with at most {}: choose fewer or "
      "smaller sprites, or a larger field",
      counted(session.world().size(), "sprite"), Sentence::as_is(brief(pairs)),
      Sentence::as_is(brief(ApplicationModel::kMaxPairs)))};
}

// The ids that the selected objects have in the box recording that plays; none without one.
std::vector<std::int64_t> selected_objects(const ApplicationModel& model) {
  std::vector<std::int64_t> ids;
  if (model.session.playback())
    for (const SpriteId id : model.selected()) ids.push_back(shown_id(model.session, id));
  return ids;
}

void select_objects(ApplicationModel& model, std::span<const std::int64_t> ids) {
  model.selection.clear();
  for (const std::int64_t id : ids)
    if (const auto sprite = model.session.playback()->sprite_of(id))
      model.selection.push_back(*sprite);
}

void take_pairs_back(ApplicationModel& model) {
  if (model.ui.may_undo_pairs)
    model.apply(command::Undo{});
  else  // nothing to undo: the command line has set the number of sprites
    model.apply(command::SetCount{static_cast<std::uint32_t>(
        model.session.settings().group(Owner::scene()).rows.front().init)});
}

// Estimates the pairs that a change will make, and opens a question if there are more than the user
// has allowed. Returns false if there would be more than kMaxPairs: then the change was taken back
// with a warning.
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

}  // namespace

void ApplicationModel::judge_detection() {
  detection.is_canceled = !session.is_detected();
  if (detection.is_canceled) {
    paused = true;
    detection.phases.clear();
    forget_trace();
    const Sentence what = say("{} with {}", session.settings().broadphase->title,
                              counted(session.world().size(), "sprite"));
    if (session.work().reason() == WorkLimit::Reason::pairs)
      return warn(
          say("Paused: {} found more than {} candidate pairs, the most the window works "
              "with. Choose fewer or smaller sprites, or undo",
              what, Sentence::as_is(brief(kMaxPairs))));
    // The canceled search is not repeated until something changes, so the message names what the
    // user may change.
    return note(say("Canceled: {}. No pairs are known until the next step or change; "
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
  traced.log = EventLog(FrameTrace::kLimit);
  ++traced.number;
  traced.is_counted = false;
  traced.remarks.clear();
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
    : plugins(std::make_shared<Plugins>()), session(std::move(images)) {
  outputs.record = std::make_unique<KeptRecord>(session);
  session.keep_frames();
  session.work().max_pairs = kMaxPairs;
}

ApplicationModel::~ApplicationModel() = default;

void ApplicationModel::note_file(Sentence text, const std::filesystem::path& file) {
  ui.messages.say(Message::Kind::note, std::move(text), clock.now, {}, absolute_path(file));
}

bool ApplicationModel::apply(Command command) {
  std::visit(
      [this]<class C>(C& c) {
        if constexpr (requires { c.joins; })
          c.joins = std::exchange(ui.changed_by, ui.presses) == ui.presses;
      },
      command);
  const auto* param = std::get_if<command::SetParam>(&command);
  const bool is_view = param && param->owner == Owner::view();
  const std::size_t before = session.world().size();
  const auto recording = [&] {
    return session.playback() ? session.playback()->origin() : nullptr;
  };
  const auto recording_before = recording();
  const std::vector<std::int64_t> objects = selected_objects(*this);
  const SceneEntry& scene_before = *session.settings().scene;
  // A lesson says itself that leaving it brings everything back.
  const bool leaves_unsaved =
      !before_lesson && session.has_unsaved() &&
      is_any_of<command::LoadScene, command::OpenDocument, command::OpenRecording>(command);
  const Sentence name_before = leaves_unsaved ? document_name(*this) : Sentence();
  if (const Status status = is_view ? set_view(view, *param) : session.apply(command);
      status.failed()) {
    warn(status.error().text);
    return false;
  }
  if (is_view) return true;
  // Whatever is opened or restored comes here, and the start page would cover it.
  if (is_any_of<command::LoadScene, command::OpenDocument, command::OpenRecording,
                command::AddImage>(command))
    ui.leave_welcome();
  if (&scene_before != &*session.settings().scene) {
    const ParamView rows{&view, view_rows()};
    for (const SceneSetting& s : scene_before.settings)
      if (s.owner == Owner::view()) end_setting(rows, s);
    for (const SceneSetting& s : session.settings().scene->settings)
      if (s.owner == Owner::view()) find_param(view_rows(), s.key)->set(&view, s.value);
  }
  const Effects effects = effects_of(command);
  detection.changed = true;
  const auto recording_now = recording();
  if (recording_now && recording_now == recording_before)
    select_objects(*this, objects);
  else if (effects.renumbers || session.world().size() < before)
    selection.clear();
  if (recording_now != recording_before) {
    region_query.reset();
    show_whole_field();
  }
  if (leaves_unsaved)
    warn(
        say("{} was not saved; {} brings it back", name_before, key_or_menu(undo_action, ui.keys)));
  if (const Sentence done = done_text(command); !done.empty()) note(done, "change");
  if (!effects.keeps_times) {
    detection.phases.clear();
    ui.steady.clear();
    traced.is_counted = false;
  }
  // When only the session's algorithm has changed, the race's times stay valid, because its
  // contestants run algorithms of their own.
  if (!effects.keeps_times && !effects.only_looks) lab.race.forget_times();
  return !effects.may_add_pairs || check_pairs(*this);
}

void ApplicationModel::use_threads(std::uint8_t threads) {
  ui.threads = std::min(threads, machine_threads);
  session.set_threads(ui.threads > 0 ? ui.threads : machine_threads);
  detection.changed = true;
  detection.phases.clear();
  ui.steady.clear();
}

void ApplicationModel::detect() {
  const PhaseTimes times = session.detect();
  detection.has_searched = true;
  if (!session.is_detected()) return;
  detection.phases.push_detection(times, clock.now);
  constexpr double kShare = 0.2;  // most of all time that repetitions may take
  detection.next_detection = clock.now + times.total() / 1000 / kShare;
}

bool ApplicationModel::wants_times() const {
  return !detection.is_canceled && detection.phases.broad.size() < Series::kMinSamples &&
         clock.now >= detection.next_detection;
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
  } else if (const auto file = std::exchange(ui.replace_asked, std::nullopt)) {
    if (yes) finish_picking(*this, *file);
  } else if (ui.recovery_asked) {
    outputs.autosave->recover(*this, yes ? Recovery::restore : Recovery::later);
  }
}

void ApplicationModel::study(const LabCommand& command) {
  // Long commands run algorithms on the current frame, or on a clone of the session made from it.
  const bool is_long = session.world().size() > kManySprites &&
                       is_any_of<OpenXray, command::StartRace, command::AddRunner,
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
  if (detection.changed && is_any_of<OpenXray>(command)) detect();
  guard_studies([&] {
    if (const Status status = lab.apply(command, session); status.failed())
      warn(status.error().text);
  });
  set_up_lesson(*this);
}

void ApplicationModel::observe() {
  if (session.is_detected()) guard_studies([&] { lab.observe(session); });
}

void ApplicationModel::guard_studies(const std::function<void()>& work) {
  if (fits_in_memory(work)) return;
  lab.close();
  warn("there is no more memory for the studies, so they were ended; try fewer sprites");
}

std::optional<std::size_t> ApplicationModel::lit_runner() const {
  const bool is_there = ui.lit_runner && *ui.lit_runner < lab.race.runners().size();
  return is_there && !lab.race.has_lanes() ? ui.lit_runner : std::nullopt;
}

const EventLog& ApplicationModel::field_trace() const {
  const auto lit = lit_runner();
  return lit ? lab.race.runners()[*lit].trace() : traced.log;
}

bool ApplicationModel::looks_at_pixels() const {
  constexpr std::string_view kPixelTools[]{"accuracy", "why", "xray"};
  return lab.lessons.open() || lab.xray.is_open() ||
         std::ranges::find(kPixelTools, ui.tool) != std::end(kPixelTools);
}

std::vector<MissedContact> ApplicationModel::missed_contacts() const {
  constexpr std::uint64_t kAWhile = 15;  // frames for which a contact must be missed
  std::vector<MissedContact> shown;
  const bool is_asked = ui.compared.shows_misses;
  if (!is_asked && !looks_at_pixels()) return shown;
  std::ranges::copy_if(
      lab.oracle.missed_contacts(), std::back_inserter(shown),
      [&](const MissedContact& c) { return is_asked || paused || c.frames >= kAWhile; });
  return shown;
}

PhaseTimes ApplicationModel::step() {
  const bool is_recorded = session.playback() != nullptr;
  const std::vector<std::int64_t> objects = selected_objects(*this);
  const PhaseTimes times = session.step();
  detection.has_searched = true;
  if (is_recorded) select_objects(*this, objects);
  if (outputs.log)
    if (const Status status = outputs.log->add(session, times, clock.steps_per_second);
        status.failed()) {
      warn(status.error().text);
      outputs.log.reset();
    }
  if (outputs.record_file)
    if (const Status status = outputs.record_file->take_status(); status.failed())
      warn(status.error().text);
  return times;
}

bool ApplicationModel::wants_all_tests() const {
  const ToolRow* tool = open_tool();
  return (tool && tool->wants_all_tests) || view.color_by == ColorBy::cost;
}

void ApplicationModel::refresh_query() {
  if (!region_query || !session.is_detected()) return;
  RegionQuery& query = *region_query;
  const bool is_click = query.asked.from == query.asked.to;
  const bool is_point = is_click && view.query_shape != QueryShape::nearest;
  query.asked.shape = is_point ? QueryShape::point : view.query_shape;
  query.asked.count = view.query_count;
  query.box = session.query(query.asked, query.found, &query.log);
  query.count(session.frame().boxes);
  // In a large world working out the costs may take as long as a detection, and in every frame.
  constexpr std::size_t kMaxCosted = 20'000;  // sprites
  query.costs.clear();
  if (query.asked.is_one_box() && session.world().size() <= kMaxCosted)
    session.settings().broadphase.instance().query_costs(session.frame(), query.box, query.costs);
}

void ApplicationModel::show_whole_field() {
  field.whole_field = true;
  field.followed.reset();
  follow();
}

void ApplicationModel::follow() {
  const float margin = 12 * ui.scale;
  field.camera.show_field(session.field(), margin);
  if (field.followed) field.camera.fit(*field.followed, margin);
}

std::vector<ParamGroup> ApplicationModel::groups() const {
  std::vector<ParamGroup> all = session.settings().groups();
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

const ToolRow* find_tool(std::span<const ToolRow* const> tools, std::string_view id) {
  for (const ToolRow* tool : tools)
    if (tool->action.id == id) return tool;
  return nullptr;
}

ParamGroup param_group(const Session& session, const ViewOptions& view, Owner owner) {
  if (owner == Owner::view()) return view_group(view);
  return session.settings().group(owner);
}

Sentence lack_of(Owner owner, std::string_view key, const Session& session, const EventLog& log) {
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
