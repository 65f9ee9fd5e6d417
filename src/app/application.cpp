// SPDX-License-Identifier: MIT
// One frame after another, also while long work is waited for.
#include "app/application.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>
#include <SDL.h>

#include "base/os/system.hpp"
#include "io/files/text_file.hpp"
#include "ui/imgui_input.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"
#include "ui/registry.hpp"
#include "view/gl/gl_objects.hpp"

namespace phasebox {

using namespace ui;

Application::Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
                         std::unique_ptr<ApplicationModel> model, std::string dump_file)
    : window_(std::move(window)),
      renderer_(std::move(renderer)),
      imgui_(window_->window(), window_->context(), model->ui.scale),
      model_(std::move(model)),
      frontend_(*model_, *this, renderer_->is_software()),
      dump_(std::move(dump_file)) {}

void Application::run() {
  while (!quits_ && !os::StopSignals::arrived()) {
    if (window_->is_minimised()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    frame();
  }
  if (film_) end_film();
}

void Application::frame() {
  model_->now = seconds();
  take_events();
  frontend_.frame(queue_.take(frontend_.keys_wait()), window_->size(), model_->now);
  const std::uint64_t picture = picture_hash(frontend_.panes(), *model_, imgui_.end_frame());
  // What waits for a picture of the window wants it drawn.
  const bool is_wanted =
      film_ || !pictures_.empty() || (frontend_.loop().is_heavy() && !has_still_);
  if (is_wanted) repaint_.ask();
  const bool is_drawn = repaint_.is_due(picture);
  if (is_drawn) draw();
  const std::vector<HostRequest> requests = frontend_.carry_out();
  for (const request::Picture& wanted : std::exchange(pictures_, {})) save_picture(wanted);
  take_film();
  const WindowFacts facts{window_->size(), window_->is_full_screen(), repaint_.pictures()};
  if (const Status error = dump_.write(*model_, frontend_, facts)) model_->warn(error->text);
  if (is_drawn) has_still_ = frontend_.loop().is_heavy();
  if (is_drawn && has_still_) still_.take(window_->size());
  if (is_drawn)
    window_->present();
  else
    window_->wait(model_->paused && repaint_.is_calm() ? Repaint::kRest : 0);
  for (const HostRequest& request : requests) carry_out(request);
}

void Application::take_events() {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    repaint_.ask();
    if (event.type == SDL_QUIT) {
      perform(*model_, {&quit_action});
    } else if (event.type == SDL_DROPFILE) {
      drop_file(*model_, event.drop.file);
      SDL_free(event.drop.file);
    } else {
      queue_.push(event, window_->pixels_per_point());
      const bool may_be_denser =
          event.type == SDL_WINDOWEVENT && (event.window.event == SDL_WINDOWEVENT_DISPLAY_CHANGED ||
                                            event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED);
      if (may_be_denser && model_->ui.scale_follows_screen)
        model_->ui.scale = window_->screen_scale();
    }
  }
}

void Application::draw() {
  const Vec2 size = window_->size();
  glViewport(0, 0, static_cast<GLsizei>(size.x), static_cast<GLsizei>(size.y));
  for (const FieldPane& pane : frontend_.panes())
    renderer_->draw(pane.list, model_->session.images(), pane.camera, static_cast<int>(size.x),
                    static_cast<int>(size.y), pane.background);
  draw_space();
  imgui_.draw();
}

// A driver that cannot do it says so once; the field is drawn without it.
void Application::draw_space() {
  ApplicationModel& model = *model_;
  if (!model.view.space) return;
  if (!space_renderer_) {
    constexpr int kSamples = 4;  // per pixel, where a graphics card does the work
    auto made = SpaceRenderer::create(renderer_->is_software() ? 0 : kSamples);
    if (!made) {
      model.view.space = false;
      return model.warn("3D view: " + made.error().text);
    }
    space_renderer_ = *std::move(made);
  }
  const Vec2 size = window_->size();
  const ImageSet& images = model.session.images();
  space_renderer_->draw(model.space.list, images, renderer_->atlas(images), model.space.camera,
                        static_cast<int>(size.x), static_cast<int>(size.y));
}

void Application::carry_out(const HostRequest& request) {
  const Overloaded carry{
      [&](const request::Quit&) { quits_ = true; },
      [&](const request::FullScreen&) { window_->toggle_full_screen(); },
      [&](const request::Picture& picture) { pictures_.push_back(picture); },
      [&](const request::Film&) { film_ ? end_film() : begin_film(); },
  };
  std::visit(carry, request);
}

void Application::save_picture(const request::Picture& wanted) {
  const Bitmap picture = window_->read_pixels(wanted.where.value_or(Aabb{{}, window_->size()}));
  if (picture.rgba.empty()) return model_->warn("There is nothing to take a picture of");
  const std::filesystem::path file = numbered_file(wanted.name, "png");
  if (const Status error = save_png(file, picture.width, picture.height, picture.rgba))
    return model_->warn(error->text);
  model_->note(fmt::format("Picture: {}", file.string()));
}

void Application::begin_film() {
  const Vec2 size = window_->size();
  film_ = std::make_unique<FilmRecorder>(static_cast<int>(size.x), static_cast<int>(size.y),
                                         model_->now);
  model_->ui.is_filmed = true;
  model_->note("The window is filmed; " + key_or_menu(film_action, model_->ui.keys) + " ends it");
}

// Also when the window gets another size, which a film cannot follow.
void Application::take_film() {
  if (!film_) return;
  const Vec2 size = window_->size();
  const bool is_same =
      film_->width() == static_cast<int>(size.x) && film_->height() == static_cast<int>(size.y);
  if (!is_same || film_->is_full(model_->now)) return end_film();
  if (film_->is_due(model_->now)) film_->take(window_->read_pixels({{}, size}).rgba, model_->now);
}

void Application::end_film() {
  const auto film = std::exchange(film_, nullptr);
  model_->ui.is_filmed = false;
  const Result<std::string> bytes = film->finish();
  if (!bytes) return model_->warn(bytes.error().text);
  const std::filesystem::path file = numbered_file("film", "webp");
  if (const Status error = write_file_atomically(file, *bytes)) return model_->warn(error->text);
  model_->note(fmt::format("Film: {}", file.string()));
}

// Work that may take long runs beside the loop, so that the window keeps answering. While the job
// runs nothing here looks at what it changes: what was drawn last stays on the screen.
Waited Application::run_apart(const std::function<void()>& job) {
  constexpr auto kPatience =
      std::chrono::milliseconds(120);  // before the window says that it waits
  Waited waited;
  const double begun = seconds();
  std::future<void> done = std::async(std::launch::async, job);
  if (done.wait_for(kPatience) != std::future_status::ready) {
    WaitingBox box;
    ImGui::EndFrame();  // the one in which the work began is not drawn
    while (done.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      draw_waiting(seconds() - begun, box, waited);
    FrameInput still;
    still.pointer = model_->pointer_tool.last_at;
    begin_frame();
    write_input(still);
    ImGui::NewFrame();
    waited.pauses = box.cancels || box.pauses;
  }
  done.get();
  return waited;
}

void Application::draw_waiting(double seconds_passed, WaitingBox& box, Waited& waited) {
  constexpr std::size_t kMaxKept = 16;  // keys pressed meanwhile, for afterward
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == SDL_QUIT) quits_ = box.cancels = true;
    queue_.push(event, window_->pixels_per_point());
  }
  const FrameInput input = queue_.take(false);
  begin_frame();
  write_input(input);
  ImGui::NewFrame();
  glViewport(0, 0, static_cast<GLsizei>(window_->size().x),
             static_cast<GLsizei>(window_->size().y));
  glClear(GL_COLOR_BUFFER_BIT);
  still_.draw(window_->size());
  if (input.press && input.press->key == Key::escape)
    box.cancels = true;
  else if (input.press && waited.keys.size() < kMaxKept)
    waited.keys.push_back(*input.press);
  draw_waiting_box(*model_, window_->size(), seconds_passed, box);
  // The job may begin one search after the other.
  if (box.cancels) model_->session.stop_detection();
  imgui_.end_frame();
  imgui_.draw();
  repaint_.ask();
  window_->present();
}

}  // namespace phasebox
