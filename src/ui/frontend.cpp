// SPDX-License-Identifier: MIT
// One frame of the window: input, work that is due, what is drawn and asked.
#include "ui/frontend.hpp"

#include "io/files/step_log.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

constexpr double kExpensiveTrace = 0.008;  // s; a log that takes longer is made less often
constexpr double kTraceShare = 0.1;        // of all time that such logs may take
constexpr double kRemarkSeconds = 0.5;     // for which a remark is shown, at least
constexpr double kStepBudget = 0.025;      // s of steps in one frame, so that the window answers
constexpr double kLongWork = 0.08;         // s; work that may take longer runs apart
constexpr std::uint64_t kManyPairs = 200'000;  // candidates that may take so long

// s from the end of such a work to the next.
double rest_after(double took) {
  constexpr double kMax = 2;  // what is shown may be no older
  return took > kExpensiveTrace ? std::min(took / kTraceShare, kMax) : 0;
}

constexpr std::size_t kSolidFrom = 3000;  // sprites, where a processor draws them

// Of names that are listed, whatever is spoken; those of ASCII are always there.
std::string letters_of_files(const UiState& ui) {
  std::string all = ui.picker.folder.string() + ui.picker.name;
  for (const FilePicker::Entry& entry : ui.picker.entries) all += entry.name;
  for (const std::string& path : ui.recent) all += path;
  std::erase_if(all, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return all;
}

}  // namespace

// What was drawn last stays on the screen while work runs apart: it must not be a question.
bool StepLoop::waits() {
  if (model_.ui.pairs_asked)
    frames_to_wait_ = 2;
  else if (frames_to_wait_ > 0)
    return --frames_to_wait_, clock_.hold(), true;
  return false;
}

void StepLoop::work(bool is_editing) {
  if (waits()) return;
  // How long the last looks took says nothing about what is there now.
  const std::uint64_t change = model_.session.history().undo_number();
  if (std::exchange(last_change_, change) != change) trace_took_ = lanes_took_ = 0;
  simulate();
  if (!model_.ui.pairs_asked) model_.refresh_query();
  refresh_trace();
  LiveRace& race = model_.lab.race;
  const auto lit = model_.lit_runner();
  if (std::exchange(lit_, lit) != lit) lanes_are_current_ = false, lanes_took_ = 0;
  if ((lit || race.has_lanes()) && !lanes_are_current_ && !model_.ui.pairs_asked &&
      model_.now >= lanes_at_ + rest_after(lanes_took_) && model_.session.is_detected()) {
    run_apart([&] {
      const Session& session = model_.session;
      lanes_took_ = (lit ? race.look_into(*lit, session) : race.look_into_all(session)) / 1000;
    });
    lanes_at_ = host_.seconds();
    lanes_are_current_ = true;
  }
  if (trace_is_current_) look_at_lesson(model_, is_editing);
}

void StepLoop::simulate() {
  if (model_.live) model_.live->tend(model_);
  // A game that has stopped leaves an ordinary recording.
  if (model_.live && model_.live->has_ended() && model_.live->is_shown(model_.session))
    model_.live.reset();
  if (!model_.waiting_studies.empty()) run_apart([&] { model_.catch_up_studies(); });
  tend_xray(model_);
  for (const ToolRow* tool : model_.tools)
    if (tool->unseen && tool->action.id != model_.ui.tool) tool->unseen(model_);
  if (model_.lab.energy.is_on() && !model_.ui.shows_energy()) model_.study(WatchEnergy{false});
  model_.steps_per_second = steps_.rate();
  if (model_.ui.pairs_asked) return clock_.hold();
  if (!model_.paused && !model_.ui.scrubbing) {
    run_apart([this] { run_steps(); });
  } else {  // while nothing moves only changes are looked at, and times are measured
    clock_.hold();
    steps_.add(0, model_.now);
    const bool is_new = std::exchange(model_.changed, false);
    if (is_new || model_.wants_times())
      run_apart([&] {
        model_.detect();
        if (is_new) model_.observe();
      });
    if (is_new) trace_is_current_ = lanes_are_current_ = false;
  }
  if (std::exchange(model_.has_searched, false)) model_.judge_detection();
}

void StepLoop::run_steps() {
  // While a game is followed there is a step when frames have come, and it goes to the newest.
  const RecordingPlayback* show = model_.session.show();
  const bool follows = show && show->follows();
  if (follows) clock_.hold();
  const int due = !follows ? clock_.due(model_.now) : show->frame() + 1 < show->size() ? 1 : 0;
  int done = 0;
  const double begun = host_.seconds();
  while (done < due && (done == 0 || host_.seconds() - begun < kStepBudget)) {
    model_.phases.push(model_.step(), model_.now);
    ++done;
    model_.observe();
    if (!model_.session.is_detected()) break;
    if (model_.session.pairs().size() > model_.ui.allowed_pairs) break;
  }
  steps_.add(done, model_.now);
  if (done == 0 && model_.changed) {
    model_.detect();
    model_.observe();
  }
  if (done > 0 || model_.changed) trace_is_current_ = lanes_are_current_ = false;
  model_.changed = false;
}

void StepLoop::refresh_trace() {
  if (model_.ui.pairs_asked) return;  // nothing looks for them until the answer
  if (!model_.session.is_detected()) return;
  const bool wants_more =
      model_.wants_all_tests() && model_.trace.broad.limit() < ApplicationModel::kFullTrace;
  if (trace_is_current_ && !(wants_more && model_.trace.broad.dropped() > 0)) {
    if (model_.paused && remarked_trace_ != model_.trace_number) refresh_remarks();
    return;
  }
  if (traced_at_ >= 0 && model_.now < traced_at_ + rest_after(trace_took_)) return;
  run_apart([this] { take_trace(); });
}

void StepLoop::take_trace() {
  const double begun = host_.seconds();
  // Millions of events are kept only as long as they are looked at one by one.
  EventLog& trace = model_.trace;
  const bool is_full = trace.broad.limit() == ApplicationModel::kFullTrace;
  const bool must_be = model_.wants_all_tests() && (is_full || trace.broad.dropped() > 0);
  if (is_full != must_be)
    trace = EventLog(must_be ? ApplicationModel::kFullTrace : ApplicationModel::kTraceLimit);
  model_.session.trace(trace);
  trace_is_current_ = true;
  if (model_.session.stopped() != WorkLimit::Reason::none) return model_.forget_trace();
  ++model_.trace_number;
  model_.counters = model_.session.counters(model_.trace);
  model_.is_counted = true;
  if (model_.log) model_.log->counted(model_.session, model_.counters);
  refresh_remarks();
  traced_at_ = host_.seconds();
  trace_took_ = traced_at_ - begun;
}

// Sentences that change with every frame cannot be read.
void StepLoop::refresh_remarks() {
  const BroadphaseEntry* speaker = &model_.session.broadphase();
  const bool is_other = std::exchange(remarked_by_, speaker) != speaker;
  if (!is_other && !model_.paused && model_.now - remarked_at_ <= kRemarkSeconds) return;
  model_.remarks = model_.session.remarks();
  std::ranges::stable_sort(model_.remarks, std::greater{}, &Remark::warning);  // in sight
  remarked_at_ = model_.now;
  remarked_trace_ = model_.trace_number;
}

bool StepLoop::is_heavy() const {
  const Session& session = model_.session;
  return worked_ > kLongWork || session.pairs().size() > kManyPairs ||
         session.world().size() > ApplicationModel::kManySprites;
}

void StepLoop::run_apart(const std::function<void()>& job) {
  const double begun = host_.seconds();
  model_.session.begin_work();
  if (is_heavy()) {
    Waited waited = host_.run_apart(job);
    if (waited.cancels || waited.pauses) model_.paused = true;
    keys_.insert(keys_.end(), waited.keys.begin(), waited.keys.end());
    model_.now = host_.seconds();
  } else {
    job();
  }
  worked_ = host_.seconds() - begun;
}

Frontend::Frontend(ApplicationModel& model, Host& host, bool draws_in_software)
    : model_(model),
      host_(host),
      draws_in_software_(draws_in_software),
      loop_(model, host),
      lettered_(Language::english, model.ui.scale, 1, "") {
  model_.tools = tools();
}

bool Frontend::keys_wait() const { return model_.ui.keys_wait > 0 && !edits_text(); }

Detail Frontend::detail() const {
  if (!draws_in_software_ || model_.session.world().size() <= kSolidFrom) return Detail::full;
  return is_crowded(model_.session, model_.camera) ? Detail::density : Detail::solid;
}

void Frontend::frame(const FrameInput& input, Vec2 screen, double now) {
  model_.now = now;
  const std::pair style{model_.view.theme, model_.ui.scale};
  if (std::exchange(styled_, style) != style) set_style(theme(style.first), style.second);
  refresh_fonts();
  lay_out(screen);
  take_input(input);
  loop_.work(ImGui::IsAnyItemActive());
  if (model_.autosave) model_.autosave->tend(model_);
  lay_out(screen);
  if (model_.paused)  // what stands still is all there
    model_.ui.fading.clear();
  else
    model_.ui.fading.look(model_.trace.broad.events(), now);
  // Each pane sees for itself how crowded it is.
  const Detail detail = this->detail() == Detail::full ? Detail::full : Detail::solid;
  compose_field(model_, layout_, detail, panes_);
  for (const FieldPane& pane : panes_) draw_labels(pane.list, pane.camera, pane.background);
  compose_space(model_, detail);
  draw_interface();
}

std::vector<HostRequest> Frontend::carry_out() {
  std::vector<HostRequest> left;
  // What is carried out may request more, as an action does that takes a picture.
  for (Requests all; !(all = std::exchange(model_.requests, {})).empty();)
    for (const Request& request : all) carry_out(request, left);
  if (model_.paused) frames_ = {};  // there are as few frames as possible
  frames_.add(1, model_.now);
  ++frame_;
  return left;
}

void Frontend::carry_out(const Request& request, std::vector<HostRequest>& left) {
  const Overloaded carry{
      [&](const Command& command) { model_.apply(command); },
      [&](const LabCommand& command) {
        model_.study(command);
        loop_.look_into_lanes_again();
      },
      [&](const Invocation& action) { perform(model_, action); },
      [&](const Deed& deed) { deed(model_); },
      [&](const request::ClosePopups&) { close_popups(); },
      [&](const HostRequest& host) { left.push_back(host); },
  };
  std::visit(carry, request);
}

// Chinese letters are many: they are loaded when wanted. Without a font it could not be read.
void Frontend::refresh_fonts() {
  UiState& ui = model_.ui;
  const Lessons& lessons = model_.lab.lessons;
  const std::tuple wanted{ui.language, ui.scale, lessons.loads(), letters_of_files(ui)};
  if (std::exchange(lettered_, wanted) != wanted) {
    const bool is_chinese = ui.language == Language::chinese;
    // A lesson of the user's may be in Chinese alone.
    const bool has_more = lessons.loads() > 1;
    ui.chinese_font = host_.reload_fonts(
        ui.scale, (is_chinese || has_more ? chinese_letters(lessons) : "") + std::get<3>(wanted));
    ui.chinese_is_missing = is_chinese && ui.chinese_font.empty();
  }
  speak(ui.chinese_font.empty() ? Language::english : ui.language);
}

void Frontend::lay_out(Vec2 screen) {
  layout_ = ui::layout(model_.ui, screen,
                       {.frames = model_.session.show() != nullptr,
                        .space = model_.view.space,
                        .lesson = model_.lab.lessons.open() && model_.ui.tool == "lessons",
                        .world = extent(model_.session.field())});
  model_.camera.viewport = layout_.field;
  choose_lane(model_.pointer_tool.last_at);
  model_.camera.line_scale = model_.ui.scale;
  if (model_.whole_field) model_.follow();
  lay_out_space(model_, layout_.space);
}

// A gesture stays in the lane in which it began.
void Frontend::choose_lane(Vec2 pointer) {
  const auto lanes =
      lane_places(model_.lab, model_.session.field(), layout_.field, model_.ui.scale);
  if (lanes.empty()) return;
  const bool may_change = model_.pointer_tool.doing == PointerTool::Doing::nothing;
  for (std::size_t k = 0; k < lanes.size() && may_change; ++k)
    if (contains(lanes[k].field, pointer)) model_.lane = k;
  model_.camera.viewport = lanes[std::min(model_.lane, lanes.size() - 1)].field;
}

void Frontend::take_input(const FrameInput& input) {
  const int popups = open_popups();
  const KeyboardOwner owner{edits_text(),
                            popups > 0 || ImGui::IsAnyItemActive() || focus_is_in_child(), popups};
  host_.begin_frame();
  FrameInput for_imgui = input;
  model_.ui.value_wheel.route(for_imgui.wheel, model_.now);
  // Ctrl and the wheel outside the field, as in browsers; over the field the wheel zooms.
  if (input.modifiers.ctrl && for_imgui.wheel != 0 && wants_mouse()) {
    perform(model_, {input.wheel > 0 ? &larger_text_action : &smaller_text_action});
    for_imgui.wheel = 0;
  }
  if (std::ranges::find(input.pressed, true) != input.pressed.end()) model_.ui.keyboard = {};
  set_navigation(keys_for() != KeysFor::text);
  write_input(for_imgui, keys_for());
  if (std::exchange(steps_focus_, false)) settle_step();
  ImGui::NewFrame();
  model_.ui.value_wheel.begin();
  model_.popup_open = has_popup();
  for (const KeyPress& press : loop_.take_keys()) take_key(press, owner);
  if (input.press) take_key(*input.press, owner);
  auto& keyboard = model_.ui.keyboard;
  const int by = std::exchange(keyboard.steps, 0);
  if (by != 0 && focus_next_window(by) && !std::exchange(keyboard.is_on, true))
    model_.note("Tab, arrows, Space and Enter act in the parts of the window; Esc ends it",
                "keyboard");
  choose_lane(input.pointer);
  PointerInput pointer{input};
  const bool is_free = !wants_mouse();
  pointer.over_field = is_free && contains(model_.camera.viewport, input.pointer);
  pointer.over_space =
      is_free && !pointer.over_field && model_.view.space && contains(layout_.space, input.pointer);
  update_pointer(model_, pointer);
}

KeysFor Frontend::keys_for() const {
  if (model_.ui.has_modal()) return KeysFor::question;
  if (model_.ui.key_editor.waits) return KeysFor::text;
  // Arrows also move in a menu that the mouse has opened.
  const bool moves = model_.ui.keyboard.is_on || open_popups() > 0;
  return moves ? KeysFor::focus : KeysFor::text;
}

// What is on top gets the key: a question, the keyboard's focus, the file picker, a text field.
void Frontend::take_key(const KeyPress& press, KeyboardOwner owner) {
  if (!model_.ui.has_modal() && model_.ui.key_editor.take_key(press, model_.ui.keys, actions()))
    return;
  if (take_focus_key(press, owner) || answer_by_key(model_, press.key)) return;
  if (model_.lab.xray.guesses() && !owner.is_typing && press.text >= '1' && press.text <= '4')
    return model_.study(AnswerXray{static_cast<std::size_t>(press.text - '1')});
  const bool picks = model_.ui.picker.is_open();
  const bool searches = model_.ui.help_open || model_.ui.key_editor.is_open;
  const bool closes = press.key == Key::escape && (picks || searches);
  const bool is_function = press.key >= Key::f1 && press.key <= Key::f12;  // types nothing
  if ((picks || (owner.is_typing && !is_function)) && !closes) return;
  if (const auto action = find_action(press, model_.ui.keys)) perform(model_, *action);
}

// Whether it was one of those that only the focus understands.
bool Frontend::take_focus_key(const KeyPress& press, KeyboardOwner owner) {
  if (keys_for() != KeysFor::text && press.key == Key::tab && !press.ctrl && !press.alt) {
    step_focus(press.shift ? -1 : 1);
    return steps_focus_ = true;
  }
  if (model_.ui.has_modal()) return false;
  const auto action = find_action(press, model_.ui.keys);
  const bool is_typed = owner.is_typing && press.text != 0;
  if (action && action->row == &next_part_action && !is_typed)
    return perform(model_, *action), true;
  if (!moves_focus(press.key)) return false;
  if (!model_.ui.keyboard.is_on) return owner.popups > 0 && press.key != Key::escape;
  if (press.key == Key::escape && !owner.is_held) {
    model_.ui.keyboard = {};
    close_popups();
  }
  // Of the menus of the bar ImGui 1.86 gives up the focus alone.
  if (press.key == Key::escape && owner.popups > 0 && open_popups() == owner.popups &&
      !owner.is_typing)
    close_last_popup();
  return true;
}

namespace {

// All that the lecture view is without.
void draw_around(const Gui& gui, const Layout& at) {
  if (!gui.ui.is_embedded) draw_menu_bar(gui);
  draw_toolbar(gui, at.bar);
  draw_notes(gui, at.notes);
  draw_tabs(gui, at.tabs);
  draw_panel(gui, at.panel);
  if (extent(at.panel_grip).x > 0)
    if (const float by = splitter(gui, "splitter", at.panel_grip, Axis::x); by != 0)
      shrink_panel(gui.ui, at, by);
  if (extent(at.drawer_grip).y > 0)
    if (const float by = splitter(gui, "drawer.splitter", at.drawer_grip, Axis::y); by != 0)
      shrink_drawer(gui.ui, at, by);
  draw_frames(gui, at.frames);
  draw_fold(gui, at.fold);
  if (!gui.ui.is_embedded) draw_status(gui, at.status);
}

}  // namespace

void Frontend::draw_interface() {
  model_.frames_per_second = frames_.rate();
  model_.detail = detail();
  model_.textures = host_.textures(model_.session.images());
  const Gui gui{model_, model_.ui, model_.requests, theme(model_.view.theme)};
  const Layout& at = layout_;

  gui.ui.rects.clear();
  gui.ui.compared.clear();
  gui.ui.race.lit.reset();
  if (model_.paused) gui.ui.steady.clear();  // numbers that stand still are exact
  gui.ui.steady.begin(model_.now);
  gui.ui.rects.push_back({"field", at.field});
  if (gui.ui.keys_wait > 0) --gui.ui.keys_wait;
  draw_sentence(gui, at.sentence);
  draw_lane_titles(gui, at.field);
  draw_space_pane(gui, at);
  draw_sling(gui, at.field);
  if (gui.ui.lecture)
    draw_numbers(gui, at.status);
  else
    draw_around(gui, at);
  draw_drawer(gui, at.drawer);
  draw_field_menu(gui);
  draw_scenes(gui);
  draw_welcome(gui, at.field);
  draw_popups(gui, at.field, at.status.max);
}

}  // namespace phasebox::ui
