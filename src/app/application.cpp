// SPDX-License-Identifier: MIT
// The loop: input, steps, event log, picture, interface, and what the user requests.
#include "app/application.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "app/lessons.hpp"
#include "app/stop_signals.hpp"
#include "app/xray_view.hpp"
#include "io/images.hpp"
#include "io/text_file.hpp"
#include "ui/lanes.hpp"
#include "ui/lesson_text.hpp"
#include "ui/style.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kSolidFrom = 3000;   // sprites, where a processor draws them
constexpr double kExpensiveTrace = 0.008;  // s; a log that takes longer is made less often
constexpr double kTraceShare = 0.1;        // of all time that such logs may take
constexpr double kRemarkSeconds = 0.5;     // for which a remark stands, at least
constexpr double kStepBudget = 0.1;        // s of steps in one frame, so that the window answers

}  // namespace

Application::Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
                         std::unique_ptr<ApplicationModel> model, std::string dump_file)
    : window_(std::move(window)),
      renderer_(std::move(renderer)),
      imgui_(window_->window(), window_->context(), model->ui.scale),
      model_(std::move(model)),
      dump_(std::move(dump_file)) {}

void Application::run() {
  while (!quits_ && !StopSignals::arrived()) {
    if (window_->is_minimised()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    frame();
  }
}

void Application::frame() {
  model_->now = seconds();
  if (styled_ != model_->view.theme) {
    set_style(theme(model_->view.theme), model_->ui.scale);
    styled_ = model_->view.theme;
  }
  refresh_fonts();
  take_events();
  lay_out();
  take_input();
  simulate();
  if (!model_->ui.pairs_asked) model_->refresh_query();
  refresh_trace();
  refresh_lanes();
  if (trace_is_current_) look_at_lesson(*model_);
  lay_out();
  draw_field();
  draw_space();
  draw_ui();
  imgui_.end_frame();
  if (std::exchange(screenshot_wanted_, false)) take_screenshot();
  save_exports();
  frames_.add(1, model_->now);
  ++frame_;
  if (const Status error = dump_.write(*model_, facts())) model_->warn(error->text);
  if (is_heavy()) still_.take(window_->size());
  window_->present();
  carry_out_host_requests();
}

// Chinese letters are loaded when they are wanted: they are many.
void Application::refresh_fonts() {
  UiState& ui = model_->ui;
  if (std::exchange(lettered_, ui.language) == ui.language) return;
  const bool is_chinese = ui.language == Language::chinese;
  ui.chinese_font = imgui_.reload_fonts(
      ui.scale, is_chinese ? chinese_letters(model_->lab.lessons) : std::string());
  ui.chinese_is_missing = is_chinese && ui.chinese_font.empty();
}

void Application::take_events() {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == SDL_QUIT) {
      perform(*model_, {Action::quit});
    } else if (event.type == SDL_DROPFILE) {
      if (!model_->ui.has_modal()) open_file(*model_, event.drop.file);
      SDL_free(event.drop.file);
    } else {
      queue_.push(event);
    }
  }
}

void Application::take_input() {
  // Keys that follow G belong into the field that G opens, however slow the frames are.
  const bool keys_wait = model_->ui.keys_wait > 0 && !imgui_.wants_text();
  const FrameInput input = queue_.take(keys_wait);
  const bool typing = imgui_.wants_text();
  imgui_.begin_frame(input);
  model_->popup_open = imgui_.has_popup();
  for (const KeyPress& press : std::exchange(kept_, {})) take_key(press, typing);
  if (input.press) take_key(*input.press, typing);

  PointerInput pointer;
  pointer.at = input.pointer;
  choose_lane(input.pointer);
  pointer.over_field = contains(model_->camera.viewport, input.pointer) && !imgui_.wants_mouse();
  const auto pressed = [&](Button b) { return input.pressed[static_cast<std::size_t>(b)]; };
  const auto released = [&](Button b) { return input.released[static_cast<std::size_t>(b)]; };
  pointer.left_pressed = pressed(Button::left), pointer.left_released = released(Button::left);
  pointer.right_pressed = pressed(Button::right), pointer.right_released = released(Button::right);
  pointer.middle_pressed = pressed(Button::middle);
  pointer.middle_released = released(Button::middle);
  pointer.wheel = input.wheel;
  pointer.shift = input.modifiers.shift;
  // Many window managers keep Alt+drag for themselves.
  pointer.queries = input.modifiers.ctrl || input.modifiers.alt;
  pointer.over_space = model_->view.space && !pointer.over_field && !imgui_.wants_mouse() &&
                       contains(layout_.space, input.pointer);
  update_hand(*model_, pointer);
  update_space_hand(*model_, pointer);
}

// What is on top gets the key: a question, then the file picker, then a text field.
void Application::take_key(const KeyPress& press, bool typing) {
  if (answer_by_key(*model_, press.key)) return;
  const bool picks = model_->ui.picker.is_open();
  if ((typing || picks) && !(picks && press.key == Key::escape)) return;
  if (const auto action = find_action(press)) perform(*model_, *action);
}

// A gesture stays in the lane in which it began.
void Application::choose_lane(Vec2 pointer) {
  ApplicationModel& model = *model_;
  const auto lanes =
      lane_places(model.lab.race, model.session.field(), layout_.field, model.ui.scale);
  for (std::size_t k = 0;
       k < lanes.size() && model.pointer_tool.doing == PointerTool::Doing::nothing; ++k)
    if (contains(lanes[k].field, pointer)) model.lane = k;
  if (!lanes.empty()) model.camera.viewport = lanes[std::min(model.lane, lanes.size() - 1)].field;
}

void Application::simulate() {
  ApplicationModel& model = *model_;
  if (!model.waiting_studies.empty()) run_apart([&] { model.catch_up_studies(); });
  tend_xray(model);
  model.end_unseen_studies();
  model.steps_per_second = steps_.rate();
  if (model.ui.pairs_asked) return clock_.hold();
  if (model.paused || model.ui.scrubbing) {
    clock_.hold();
    steps_.add(0, model.now);
    if (!model.changed && !model.wants_times()) return;
    const bool is_new = std::exchange(model.changed, false);
    run_apart([&] {
      model.detect();
      if (is_new && model.session.is_detected()) model.lab.observe(model.session);
    });
    if (is_new) trace_is_current_ = lanes_are_current_ = false;
  } else {
    run_apart([this] { run_steps(); });
  }
  if (std::exchange(model.has_searched, false)) model.judge_detection();
}

void Application::run_steps() {
  ApplicationModel& model = *model_;
  const int due = clock_.due(model.now);
  int done = 0;
  const double begun = seconds();
  while (done < due && (done == 0 || seconds() - begun < kStepBudget)) {
    model.phases.push(model.step(), model.now);
    ++done;
    if (!model.session.is_detected()) break;
    model.lab.observe(model.session);
    if (model.session.pairs().size() > model.allowed_pairs) break;
  }
  steps_.add(done, model.now);
  if (done == 0 && model.changed) {
    model.detect();
    if (model.session.is_detected()) model.lab.observe(model.session);
  }
  if (done > 0 || model.changed) trace_is_current_ = lanes_are_current_ = false;
  model.changed = false;
}

void Application::refresh_trace() {
  if (model_->ui.pairs_asked) return;  // nothing looks for them until the answer
  if (!model_->session.is_detected()) return;
  const bool wants_more =
      model_->wants_all_tests() && model_->trace.broad.limit() < ApplicationModel::kFullTrace;
  if (trace_is_current_ && !(wants_more && model_->trace.broad.dropped() > 0)) return;
  const double wait = trace_took_ > kExpensiveTrace ? trace_took_ / kTraceShare : 0;
  if (traced_at_ >= 0 && model_->now < traced_at_ + wait) return;
  run_apart([this] { take_trace(); });
}

void Application::take_trace() {
  const double begun = seconds();
  fit_recording();
  model_->session.trace(model_->trace);
  trace_is_current_ = true;
  if (model_->session.stopped() != WorkLimit::Reason::none) return model_->forget_trace();
  ++model_->trace_number;
  model_->counters = model_->session.counters(model_->trace);
  model_->is_counted = true;
  if (model_->log) model_->log->counted(model_->session, model_->counters);
  // Sentences that change with every frame cannot be read.
  const BroadphaseEntry* speaker = &model_->session.broadphase();
  const bool is_other = std::exchange(remarked_by_, speaker) != speaker;
  if (is_other || model_->paused || model_->now - remarked_at_ > kRemarkSeconds) {
    model_->remarks = model_->session.remarks();
    remarked_at_ = model_->now;
  }
  trace_took_ = seconds() - begun;
  traced_at_ = model_->now;
}

// Millions of events are kept only as long as they are looked at one by one.
void Application::fit_recording() {
  EventLog& trace = model_->trace;
  const bool is_full = trace.broad.limit() == ApplicationModel::kFullTrace;
  const bool must_be = model_->wants_all_tests() && (is_full || trace.broad.dropped() > 0);
  if (is_full != must_be)
    trace = EventLog(must_be ? ApplicationModel::kFullTrace : ApplicationModel::kTraceLimit);
}

void Application::refresh_lanes() {
  LiveRace& race = model_->lab.race;
  if (!race.has_lanes() || lanes_are_current_ || model_->ui.pairs_asked) return;
  const double wait = lanes_took_ > kExpensiveTrace ? lanes_took_ / kTraceShare : 0;
  if (model_->now < lanes_at_ + wait) return;
  if (!model_->session.is_detected()) return;
  run_apart([&] { lanes_took_ = race.look_into_all(model_->session) / 1000; });
  lanes_at_ = model_->now;
  lanes_are_current_ = true;
}

void Application::lay_out() {
  ApplicationModel& model = *model_;
  layout_ = layout(model.ui, window_->size(),
                   {.frames = model.session.show() != nullptr,
                    .space = model.view.space,
                    .world = extent(model.session.field())});
  model.camera.viewport = layout_.field;
  choose_lane(model.pointer_tool.last_at);
  model.camera.line_scale = model.ui.scale;
  if (model.whole_field) model.show_whole_field();
  lay_out_space(model, layout_.space);
}

void Application::draw_field() {
  ApplicationModel& model = *model_;
  const PointerTool& tool = model.pointer_tool;
  Interaction interaction;
  interaction.hovered =
      tool.doing == PointerTool::Doing::drag ? model.session.held() : tool.hovered;
  if (interaction.hovered && *interaction.hovered >= model.session.world().size())
    interaction.hovered.reset();
  interaction.selected = model.selection;
  if (tool.doing == PointerTool::Doing::select)
    interaction.rubber_band =
        united({tool.pressed_world, tool.pressed_world}, {tool.at_world, tool.at_world});
  if (tool.doing == PointerTool::Doing::aim && tool.moved)
    interaction.aim = {tool.pressed_world,
                       tool.pressed_world * 2 - tool.at_world};  // where it goes
  interaction.region_query = model.region_query ? &*model.region_query : nullptr;
  const Detail detail = facts().solid_sprites ? Detail::solid : Detail::full;
  if (model.lab.race.has_lanes()) return draw_lanes(interaction, detail);
  const std::vector<Pair> missed = model.lab.oracle.marked(model.session.frame());
  interaction.missed = missed;
  interaction.compared = &model.ui.why.shown;
  draw_scene(model.trace, model.camera, interaction, detail);
}

// The same sprites in every lane, each with the structure of its own algorithm.
void Application::draw_lanes(const Interaction& hand, Detail detail) {
  const ApplicationModel& model = *model_;
  const LiveRace& race = model.lab.race;
  const auto lanes = lane_places(race, model.session.field(), layout_.field, model.ui.scale);
  Camera camera = model.camera;
  camera.viewport = layout_.field;  // first what is left between and beside them
  draw_list_.clear();
  paint(camera, theme(model.view.theme)[Role::panel]);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    camera.viewport = lanes[k].field;
    draw_scene(race.runners()[k].trace(), camera, hand, detail);
  }
}

void Application::draw_scene(const EventLog& trace, const Camera& camera, const Interaction& hand,
                             Detail detail) {
  const ApplicationModel& model = *model_;
  draw_list_.clear();
  if (model.lab.xray.is_open())
    draw_xray_field(model, hand, detail, draw_list_);
  else
    draw_session(model.session, &trace, model.view, camera, hand, detail, draw_list_);
  paint(camera, theme(model.view.theme)[Role::background]);
  draw_labels(draw_list_, camera);
}

void Application::paint(const Camera& camera, Color background) {
  const Vec2 size = window_->size();
  glViewport(0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
  renderer_->draw(draw_list_, model_->session.images(), camera, static_cast<int>(size.x),
                  static_cast<int>(size.y), background);
}

void Application::draw_ui() {
  ApplicationModel& app = *model_;
  const PointerTool& tool = app.pointer_tool;
  thumbnails_.update(app.session.images());
  app.ui.has_unsaved = app.unsaved;
  Model model{.session = app.session,
              .view = app.view,
              .counters = app.counters,
              .is_counted = app.is_counted,
              .remarks = app.remarks,
              .trace = app.trace,
              .trace_number = app.trace_number,
              .lab = app.lab,
              .camera = app.camera,
              .region_query = app.region_query ? &*app.region_query : nullptr,
              .phases = app.phases,
              .steps_per_second = steps_.rate(),
              .frames_per_second = frames_.rate(),
              .paused = app.paused,
              .solid_sprites = facts().solid_sprites,
              .selection = app.selection,
              .hovered = tool.hovered,
              .pointer_in_field = tool.in_field,
              .pointer_in_space = app.space.in_pane,
              .space_labels = app.space.list.labels,
              .space = app.view.space ? &app.space.camera : nullptr,
              .aim = {},
              .aim_speed = 0,
              .textures = thumbnails_.textures(),
              .now = app.now};
  if (tool.doing == PointerTool::Doing::aim && tool.moved) {
    model.aim = {app.camera.to_screen(tool.pressed_world), app.camera.to_screen(tool.at_world)};
    model.aim_speed =
        static_cast<double>(length(launch_velocity(tool.pressed_world, tool.at_world)));
  }
  Requests requests;
  draw_interface(model, app.ui, layout_, requests);
  carry_out(requests);
}

void Application::carry_out(const Requests& requests) {
  for (const Command& command : requests.commands) model_->apply(command);
  for (const LabCommand& command : requests.lab) model_->study(command);
  if (!requests.lab.empty()) lanes_are_current_ = false;
  for (const Invocation& action : requests.actions) perform(*model_, action);
  if (requests.open) open_file(*model_, *requests.open);
  if (requests.save) save_file(*model_, *requests.save);
  model_->host_requests.exports = requests.exports;
  if (requests.answer) model_->answer(*requests.answer);
}

void Application::carry_out_host_requests() {
  const HostRequests host_requests = std::exchange(model_->host_requests, {});
  if (host_requests.quit) quits_ = true;
  if (host_requests.full_screen) window_->toggle_full_screen();
  if (host_requests.close_popups) imgui_.close_popups();
  exports_ = host_requests.exports;
  screenshot_wanted_ |=
      host_requests.screenshot;  // of the next frame: without the menu that asked for it
}

namespace {

// The first of phasebox-NAME-001.png, -002 ... that does not exist yet.
std::filesystem::path numbered_file(const std::string& name, const char* ending) {
  std::filesystem::path file;
  std::error_code none;
  for (int number = 1; file.empty() || std::filesystem::exists(file, none); ++number)
    file = std::filesystem::current_path(none) /
           fmt::format("phasebox-{}{:03}.{}", name.empty() ? "" : name + "-", number, ending);
  return file;
}

// The part of a picture inside the rectangle; four bytes per px.
std::vector<std::uint8_t> cut_out(const std::vector<std::uint8_t>& rgba, std::size_t width,
                                  std::size_t left, std::size_t top, std::size_t columns,
                                  std::size_t rows) {
  std::vector<std::uint8_t> out;
  out.reserve(columns * rows * 4);
  for (std::size_t y = top; y < top + rows; ++y) {
    const auto row = rgba.begin() + static_cast<std::ptrdiff_t>((y * width + left) * 4);
    out.insert(out.end(), row, row + static_cast<std::ptrdiff_t>(columns * 4));
  }
  return out;
}

}  // namespace

void Application::take_screenshot() {
  save_picture({{0, 0}, window_->size()}, numbered_file("", "png"));
}

void Application::save_exports() {
  for (const Export& plot : std::exchange(exports_, {})) {
    const auto file = numbered_file(plot.name, plot.csv.empty() ? "png" : plot.ending.c_str());
    if (plot.csv.empty()) {
      save_picture(plot.where, file);
    } else if (const Status error = write_file_atomically(file, plot.csv)) {
      model_->warn(error->text);
    } else {
      model_->note(fmt::format("Data: {}", file.string()));
    }
  }
}

void Application::save_picture(const Aabb& where, const std::filesystem::path& file) {
  const Vec2 size = window_->size();
  const auto inside = [](float v, float most) {
    return static_cast<std::size_t>(std::clamp(std::round(v), 0.0f, most));
  };
  const std::size_t left = inside(where.min.x, size.x), right = inside(where.max.x, size.x),
                    top = inside(where.min.y, size.y), bottom = inside(where.max.y, size.y);
  if (left >= right || top >= bottom) return model_->warn("There is nothing to take a picture of");
  const auto pixels = cut_out(window_->read_pixels(), static_cast<std::size_t>(size.x), left, top,
                              right - left, bottom - top);
  const Status error =
      save_png(file, static_cast<int>(right - left), static_cast<int>(bottom - top), pixels);
  if (error)
    model_->warn(error->text);
  else
    model_->note(fmt::format("Picture: {}", file.string()));
}

WindowFacts Application::facts() const {
  return {.frame = frame_,
          .size = window_->size(),
          .frames_per_second = frames_.rate(),
          .steps_per_second = steps_.rate(),
          .full_screen = window_->is_full_screen(),
          .solid_sprites = renderer_->is_software() && model_->session.world().size() > kSolidFrom,
          .wants_text = imgui_.wants_text(),
          .popup_open = model_->popup_open,
          .has_tooltip = imgui_.has_tooltip()};
}

}  // namespace phasebox
