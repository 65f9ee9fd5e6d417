// SPDX-License-Identifier: MIT
// Does a frame of the window: takes the input, computes what is due, draws, and carries out
// requests.
#include "ui/frontend.hpp"

#include "io/files/step_log.hpp"
#include "ui/language/translation.hpp"
#include "ui/link.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/lane_places.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/model/open_lesson.hpp"
#include "ui/model/xray_control.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// An event log that takes longer than so many s is not taken in every frame. Where pictures come
// slowly, up to the greater number, this is half of the time between two, so that the groups in a
// picture are those of its step.
constexpr double kExpensiveTrace = 0.008, kMostExpensive = 0.05;
// The part of all time that expensive event logs may take, about.
constexpr double kTraceShare = 0.1;
// Once the steps of a frame have taken so many s, no other step is begun, so that the window
// reacts.
constexpr double kStepBudget = 0.025;
// If work took longer than so many s, the next is run by Host::run_apart.
constexpr double kLongWork = 0.08;
// With more candidate pairs work is run by Host::run_apart.
constexpr std::uint64_t kManyPairs = 200'000;

// Returns how many s to wait after an event log that took `took` s to be taken, until the next one,
// where pictures come `between` s apart.
double rest_after(double took, double between) {
  // The longest wait, in s: a log is not shown for longer even if logs then take more than
  // kTraceShare.
  constexpr double kMax = 2;
  return took > std::clamp(between / 2, kExpensiveTrace, kMostExpensive)
             ? std::min(took / kTraceShare, kMax)
             : 0;
}

// Without a GPU, scenes with more sprites are drawn in less detail.
constexpr std::size_t kSolidFrom = 3000;

// Returns the letters beyond ASCII, as UTF-8, in the names and paths of the file picker and of the
// files opened last. The fonts need these letters in every language; those of ASCII are always
// loaded.
std::string letters_of_files(const UiState& ui) {
  std::string all = ui.picker.folder.string() + ui.picker.name;
  for (const FilePicker::Entry& entry : ui.picker.entries) all += entry.name;
  for (const std::string& path : ui.recent) all += path;
  std::erase_if(all, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return all;
}

}  // namespace

// Whether the loop does nothing in this frame, as in the first two after the question about very
// many pairs was answered. While work runs in Host::run_apart the last drawing stays on the screen,
// and it must not show the question any more.
bool StepLoop::waits() {
  if (model_.ui.pairs_asked)
    frames_to_wait_ = 2;
  else if (frames_to_wait_ > 0) {
    --frames_to_wait_;
    clock_.hold();
    return true;
  }
  return false;
}

void StepLoop::work(bool is_editing) {
  if (waits()) return;
  // After a change, undo or redo the times that the last logs took say nothing about the next.
  const std::uint64_t change = model_.session.history().undo_number();
  if (std::exchange(last_change_, change) != change) trace_due_ = lanes_due_ = 0;
  const double since = std::exchange(pictured_at_, model_.clock.now);
  between_pictures_ = model_.clock.now - since;
  simulate();
  if (!model_.ui.pairs_asked) model_.refresh_query();
  refresh_trace();
  LiveRace& race = model_.lab.race;
  const auto lit = model_.lit_runner();
  if (std::exchange(lit_, lit) != lit) {
    lanes_are_current_ = false;
    lanes_due_ = 0;
  }
  if ((lit || race.has_lanes()) && !lanes_are_current_ && !model_.ui.pairs_asked &&
      model_.clock.now >= lanes_due_ && model_.session.is_detected()) {
    double took = 0;
    run_apart([&] {
      const Session& session = model_.session;
      took = (lit ? race.look_into(*lit, session) : race.look_into_all(session)) / 1000;
    });
    lanes_due_ = host_.seconds() + rest_after(took, between_pictures_);
    lanes_are_current_ = true;
  }
  if (trace_is_current_) look_at_lesson(model_, is_editing);
}

void StepLoop::simulate() {
  if (model_.live) model_.live->tend(model_);
  // When the game that is followed has stopped, what it sent remains as an ordinary recording.
  if (model_.live && model_.live->has_ended() && model_.live->is_shown(model_.session))
    model_.live.reset();
  if (!model_.waiting_studies.empty()) run_apart([&] { model_.catch_up_studies(); });
  tend_xray(model_);
  for (const ToolRow* tool : model_.tools)
    if (tool->unseen && tool->action.id != model_.ui.tool) tool->unseen(model_);
  if (model_.lab.energy.is_on() && !model_.ui.shows_energy()) model_.study(WatchEnergy{false});
  model_.clock.steps_per_second = steps_.rate();
  if (model_.ui.pairs_asked) return clock_.hold();
  if (!model_.paused && !model_.ui.scrubbing) {
    run_apart([this] { run_steps(); });
  } else {
    // While paused or while the user drags the slider of the time bar, pairs are detected only
    // after a change, or again to measure times.
    clock_.hold();
    steps_.add(0, model_.clock.now);
    const bool is_new = std::exchange(model_.detection.changed, false);
    if (is_new || model_.wants_times())
      run_apart([&] {
        model_.detect();
        if (is_new) model_.observe();
      });
    if (is_new) trace_is_current_ = lanes_are_current_ = false;
  }
  if (std::exchange(model_.detection.has_searched, false)) model_.judge_detection();
}

void StepLoop::run_steps() {
  // While a running game is followed, the clock makes no steps due. If frames have come from the
  // game, one step is due, which goes to the newest of them.
  const RecordingPlayback* show = model_.session.playback();
  const bool follows = show && show->follows();
  if (follows) clock_.hold();
  const int due = !follows ? clock_.due(model_.clock.now, model_.clock.speed)
                  : show->frame() + 1 < show->size() ? 1
                                                     : 0;
  int done = 0;
  const double begun = host_.seconds();
  while (done < due && (done == 0 || host_.seconds() - begun < kStepBudget)) {
    model_.detection.phases.push(model_.step(), model_.clock.now);
    ++done;
    model_.observe();
    if (!model_.session.is_detected()) break;
    if (model_.session.pairs().size() > model_.ui.allowed_pairs) break;
  }
  steps_.add(done, model_.clock.now);
  if (done == 0 && model_.detection.changed) {
    model_.detect();
    model_.observe();
  }
  if (done > 0 || model_.detection.changed) trace_is_current_ = lanes_are_current_ = false;
  model_.detection.changed = false;
}

void StepLoop::refresh_trace() {
  if (model_.ui.pairs_asked) return;  // no algorithm runs until the question is answered
  if (!model_.session.is_detected()) return;
  const bool wants_more =
      model_.wants_all_tests() && model_.traced.log.broad.limit() < FrameTrace::kFull;
  if (trace_is_current_ && !(wants_more && model_.traced.log.broad.dropped() > 0)) {
    const bool is_due = model_.paused || model_.ui.steady.is_due(model_.clock.now);
    if (is_due && remarked_trace_ != model_.traced.number) refresh_remarks();
    return;
  }
  if (model_.clock.now < trace_due_) return;
  run_apart([this] { take_trace(); });
}

void StepLoop::take_trace() {
  const double begun = host_.seconds();
  // A log with room for millions of events is used only while every single test is listed or
  // counted, and only if the small log has dropped events.
  EventLog& trace = model_.traced.log;
  const bool is_full = trace.broad.limit() == FrameTrace::kFull;
  const bool must_be = model_.wants_all_tests() && (is_full || trace.broad.dropped() > 0);
  if (is_full != must_be) trace = EventLog(must_be ? FrameTrace::kFull : FrameTrace::kLimit);
  model_.session.trace(trace);
  trace_is_current_ = true;
  if (model_.session.work().is_stopped()) return model_.forget_trace();
  ++model_.traced.number;
  const bool is_first = !std::exchange(model_.traced.is_counted, true);  // since a change
  model_.traced.counters = model_.session.counters(model_.traced.log);
  if (model_.outputs.log) model_.outputs.log->counted(model_.session, model_.traced.counters);
  // The remarks change together with the other texts, so that they do not contradict them; but not
  // if the next log comes later than the texts change.
  const double rest = rest_after(host_.seconds() - begun, between_pictures_);
  if (is_first || model_.paused || model_.ui.steady.is_due(model_.clock.now + rest))
    refresh_remarks();
  const double done = host_.seconds();
  trace_due_ = done + rest_after(done - begun, between_pictures_);
}

// Takes over the broadphase's remarks about the frame of the event log.
void StepLoop::refresh_remarks() {
  model_.traced.remarks = model_.session.remarks();
  // Warnings come first; else the broadphase's order stays.
  std::ranges::stable_sort(model_.traced.remarks, std::greater{}, &Remark::warning);
  remarked_trace_ = model_.traced.number;
}

bool StepLoop::is_heavy() const {
  const Session& session = model_.session;
  return worked_ > kLongWork || session.pairs().size() > kManyPairs ||
         session.world().size() > ApplicationModel::kManySprites;
}

void StepLoop::run_apart(const std::function<void()>& job) {
  const double begun = host_.seconds();
  model_.session.work().begin();
  if (is_heavy()) {
    InputMeanwhile waited = host_.run_apart(job);
    if (waited.cancels || waited.pauses) model_.paused = true;
    keys_.insert(keys_.end(), waited.keys.begin(), waited.keys.end());
    model_.clock.now = host_.seconds();
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

bool Frontend::is_typing() const { return edits_text(); }

Detail Frontend::detail() const {
  if (!draws_in_software_ || model_.session.world().size() <= kSolidFrom) return Detail::full;
  return is_crowded(model_.session, model_.field.camera) ? Detail::density : Detail::solid;
}

void Frontend::frame(const FrameInput& input, Vec2 screen, double now) {
  model_.clock.now = now;
  const std::pair style{model_.view.theme, model_.ui.scale};
  if (std::exchange(styled_, style) != style) set_style(theme(style.first), style.second);
  refresh_fonts();
  lay_out(screen);
  take_input(input);
  loop_.work(ImGui::IsAnyItemActive());
  if (model_.outputs.autosave) model_.outputs.autosave->tend(model_);
  lay_out(screen);
  const auto events = model_.traced.log.broad.events();
  if (model_.paused)  // in a paused frame all groups are at their place
    model_.ui.groups.clear();
  else
    model_.ui.groups.look(model_.session, events, now);
  if (model_.paused || model_.view.color_by != ColorBy::group)
    model_.ui.tints.clear();
  else
    model_.ui.tints.look(model_.session, events, now);
  // Detail::solid lets the drawing of each pane decide whether it is so crowded that the density is
  // drawn instead of single sprites.
  const Detail detail = this->detail() == Detail::full ? Detail::full : Detail::solid;
  compose_field(model_, layout_, detail, panes_);
  for (const FieldPane& pane : panes_) draw_labels(pane.list, pane.camera, pane.background);
  compose_space(model_, detail);
  draw_interface();
}

std::vector<HostRequest> Frontend::carry_out() {
  std::vector<HostRequest> left;
  // A request may add more requests: an action that takes a picture requests it from the window.
  for (Requests all; !(all = std::exchange(model_.requests, {})).empty();)
    for (const Request& request : all) carry_out(request, left);
  // While paused, frames are drawn only when needed: their rate says nothing.
  if (model_.paused) frames_ = {};
  frames_.add(1, model_.clock.now);
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
      [&](const ModelRequest& change) { change(model_); },
      [&](const HostRequest& host) { left.push_back(host); },
  };
  std::visit(carry, request);
}

// Loads the fonts again when language, scale, lessons or the file names shown have changed. The
// many Chinese letters are loaded only when needed. If no font with them is found, the interface
// stays English.
void Frontend::refresh_fonts() {
  UiState& ui = model_.ui;
  const Lessons& lessons = model_.lab.lessons;
  const std::tuple wanted{ui.language, ui.scale, lessons.loads(), letters_of_files(ui)};
  if (std::exchange(lettered_, wanted) != wanted) {
    const bool is_chinese = ui.language == Language::chinese;
    // A lesson that the user has loaded may be written in Chinese, whatever the interface speaks.
    const bool has_more = lessons.loads() > 1;
    ui.chinese_font = host_.reload_fonts(
        ui.scale, (is_chinese || has_more ? chinese_letters(lessons) : "") + std::get<3>(wanted));
    ui.chinese_is_missing = is_chinese && ui.chinese_font.empty();
  }
  speak(ui.chinese_font.empty() ? Language::english : ui.language);
}

void Frontend::lay_out(Vec2 screen) {
  layout_ = ui::layout(model_.ui, screen,
                       {.space = model_.view.space,
                        .lesson = model_.lab.lessons.open() && model_.ui.tool == "lessons",
                        .world = extent(model_.session.field())});
  model_.field.camera.viewport = layout_.field;
  choose_lane(model_.pointer_tool.last_at);
  model_.field.camera.line_scale = model_.ui.scale;
  if (model_.field.whole_field) model_.follow();
  lay_out_space(model_, layout_.space);
}

// Makes the lane under the pointer the current one, so that the camera covers that lane's field and
// the pointer acts in it. The current lane stays while a gesture of the mouse lasts, and while the
// pointer is over no lane.
void Frontend::choose_lane(Vec2 pointer) {
  const auto lanes =
      lane_places(model_.lab, model_.session.field(), layout_.field, model_.ui.scale);
  if (lanes.empty()) return;
  const bool may_change = model_.pointer_tool.doing == PointerTool::Doing::nothing;
  for (std::size_t k = 0; k < lanes.size() && may_change; ++k)
    if (contains(lanes[k].field, pointer)) model_.field.lane = k;
  model_.field.camera.viewport = lanes[std::min(model_.field.lane, lanes.size() - 1)].field;
}

void Frontend::take_input(const FrameInput& input) {
  const int popups = open_popups();
  const KeyboardOwner owner{edits_text(),
                            popups > 0 || ImGui::IsAnyItemActive() || focus_is_in_child(), popups};
  host_.begin_frame();
  FrameInput for_imgui = input;
  model_.ui.value_wheel.route(for_imgui.wheel, model_.clock.now);
  // Ctrl with the wheel over an ImGui window changes the size of text, as in browsers. Over the
  // field the wheel zooms, with Ctrl too.
  if (input.modifiers.ctrl && for_imgui.wheel != 0 && wants_mouse()) {
    perform(model_, {input.wheel > 0 ? &larger_text_action : &smaller_text_action});
    for_imgui.wheel = 0;
  }
  if (std::ranges::find(input.pressed, true) != input.pressed.end()) {
    model_.ui.keyboard = {};
    ++model_.ui.presses;
  }
  set_navigation(keys_for() != KeysFor::text);
  write_input(for_imgui, keys_for());
  if (std::exchange(steps_focus_, false)) settle_step();
  ImGui::NewFrame();
  model_.ui.value_wheel.begin();
  for (const KeyPress& press : loop_.take_keys()) take_key(press, owner);
  if (input.press) take_key(*input.press, owner);
  const bool is_free_keyboard = keys_for() == KeysFor::text && !owner.is_typing &&
                                !model_.ui.key_editor.waits && !model_.ui.picker.is_open();
  steering_.take(model_, input, is_free_keyboard);
  auto& keyboard = model_.ui.keyboard;
  const int by = std::exchange(keyboard.steps, 0);
  if (by != 0 && focus_next_window(by) && !std::exchange(keyboard.is_on, true))
    model_.note("Tab, arrows, Space and Enter act in the parts of the window; Esc ends it",
                "keyboard");
  choose_lane(input.pointer);
  PointerInput pointer{input};
  const bool is_free = !wants_mouse();
  pointer.over_field = is_free && contains(model_.field.camera.viewport, input.pointer);
  pointer.over_space =
      is_free && !pointer.over_field && model_.view.space && contains(layout_.space, input.pointer);
  update_pointer(model_, pointer);
}

KeysFor Frontend::keys_for() const {
  if (model_.ui.has_modal()) return KeysFor::question;
  if (model_.ui.key_editor.waits) return KeysFor::text;
  // The keys that move the focus also act in a menu that the mouse has opened.
  const bool moves = model_.ui.keyboard.is_on || open_popups() > 0;
  return moves ? KeysFor::focus : KeysFor::text;
}

// Gives a key to the first of these that takes it: the window in which keys are chosen, the
// keyboard's focus, an open question, the X-ray's guesses, a file picker or text field, which ImGui
// serves; else to the action that has the key.
void Frontend::take_key(const KeyPress& press, KeyboardOwner owner) {
  if (!model_.ui.has_modal() && model_.ui.key_editor.take_key(press, model_.ui.keys, actions()))
    return;
  if (take_focus_key(press, owner) || answer_by_key(model_, press.key)) return;
  if (model_.lab.xray.guesses() && !owner.is_typing && press.text >= '1' && press.text <= '4')
    return model_.study(XrayCall(&Xray::answer, static_cast<std::size_t>(press.text - '1')));
  const bool picks = model_.ui.picker.is_open();
  const auto action = find_action(press, model_.ui.keys);
  // A link may be longer than the name field of the picker, which shows only its beginning. It
  // waits for Enter, as a name does.
  if (model_.ui.picker.mode == FilePicker::Mode::open && action && action->row == &paste_action &&
      clipboard_has_link()) {
    release_widget();  // so that the field takes the link over
    return pick_link(model_);
  }
  const bool searches = model_.ui.help_open || model_.ui.key_editor.is_open;
  const bool closes = press.key == Key::escape && (picks || searches);
  // Function keys type nothing, so their actions work in a text field too.
  const bool is_function = press.key >= Key::f1 && press.key <= Key::f12;
  if ((picks || (owner.is_typing && !is_function)) && !closes) return;
  if (SteeringKeys::has(press.key) && !press.ctrl && steered_sprite(model_)) return;
  if (action) perform(model_, *action);
}

// Takes a key that moves the keyboard's focus or presses the focused widget. Returns false if the
// key is for something else, which then gets it.
bool Frontend::take_focus_key(const KeyPress& press, KeyboardOwner owner) {
  if (keys_for() != KeysFor::text && press.key == Key::tab && !press.ctrl && !press.alt) {
    step_focus(press.shift ? -1 : 1);
    return steps_focus_ = true;
  }
  if (model_.ui.has_modal()) return false;
  const auto action = find_action(press, model_.ui.keys);
  const bool is_typed = owner.is_typing && press.text != 0;
  if (action && action->row == &next_part_action && !is_typed) {
    perform(model_, *action);
    return true;
  }
  if (!moves_focus(press.key)) return false;
  // ImGui has closed the innermost popup in its new frame, before this. The menus around it are
  // closed too, else the pointer, which still is on its line, would open it again.
  if (!model_.ui.keyboard.is_on) {
    if (press.key == Key::escape && open_popups() > 0 && !owner.is_typing) close_popups();
    return owner.popups > 0;
  }
  if (press.key == Key::escape && !owner.is_held) {
    model_.ui.keyboard = {};
    close_popups();
  }
  // On Esc in a menu of the bar ImGui 1.86 only gives up the focus, so the menu is closed here.
  if (press.key == Key::escape && owner.popups > 0 && open_popups() == owner.popups &&
      !owner.is_typing)
    close_last_popup();
  return true;
}

namespace {

// Draws the parts around the field, which the lecture view leaves out. Inside a frame of another
// page the menu bar and the status line are left out too.
void draw_around(const Gui& gui, const Layout& at) {
  if (!gui.ui.is_embedded) draw_menu_bar(gui);
  draw_notes(gui, at.notes);
  draw_tabs(gui, at.tabs);
  draw_panel(gui, at.panel);
  if (extent(at.panel_grip).x > 0)
    if (const float by = splitter(gui, "splitter", at.panel_grip, Axis::x); by != 0)
      shrink_panel(gui.ui, at, by);
  if (extent(at.drawer_grip).y > 0)
    if (const float by = splitter(gui, "drawer.splitter", at.drawer_grip, Axis::y); by != 0)
      shrink_drawer(gui.ui, at, by);
  draw_time_bar(gui, at.bar);
  draw_fold(gui, at.fold);
  if (!gui.ui.is_embedded) draw_status(gui, at.status);
}

}  // namespace

void Frontend::draw_interface() {
  model_.clock.frames_per_second = frames_.rate();
  model_.field.detail = detail();
  model_.field.textures = host_.textures(model_.session.images());
  const Gui gui{model_, model_.ui, model_.requests, theme(model_.view.theme)};
  const Layout& at = layout_;

  gui.ui.rects.clear();
  gui.ui.scrubbing = false;
  gui.ui.compared.clear();
  gui.ui.lit_runner.reset();
  if (model_.paused) gui.ui.steady.clear();  // while paused the exact numbers are shown at once
  gui.ui.steady.begin(model_.clock.now);
  gui.ui.rects.push_back({"field", at.field});
  if (gui.ui.keys_wait > 0) --gui.ui.keys_wait;
  draw_stale(gui, at.field);
  draw_sentence(gui, at.sentence);
  draw_lane_titles(gui, at.field);
  draw_space_pane(gui, at);
  draw_sling(gui, at.field);
  if (gui.ui.lecture)
    draw_numbers(gui, at.status);
  else
    draw_around(gui, at);
  draw_drawer(gui, at.drawer);
  draw_group_hint(gui);
  draw_field_menu(gui);
  draw_scenes(gui);
  draw_welcome(gui, at.field);
  draw_drop_border(gui, at.field);
  const Vec2 screen = at.status.max;
  draw_messages(gui, at.field);
  draw_sheet_cutter(gui, screen);
  draw_picker(gui, screen);
  draw_help(gui, screen);
  draw_keys(gui, screen);
  draw_questions(gui, screen);
}

}  // namespace phasebox::ui
