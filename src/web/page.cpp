// SPDX-License-Identifier: MIT
// One frame after another, as the browser asks for them.
#include "web/page.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include <GLES3/gl3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "base/os/worker.hpp"
#include "ui/link.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/model/files/files.hpp"
#include "ui/widgets/dear_imgui.hpp"
#include "web/browser.hpp"

namespace phasebox::web {

using namespace ui;

Page::Page(std::unique_ptr<Renderer> renderer, std::unique_ptr<ApplicationModel> model,
           UserSettings settings)
    : renderer_(std::move(renderer)),
      model_(std::move(model)),
      settings_(std::move(settings)),
      frontend_(*model_, *this, renderer_->is_software()) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.SetClipboardTextFn = [](void*, const char* text) { js_copy(text); };
  io.GetClipboardTextFn = [](void*) { return clipboard().c_str(); };
  load_font(model_->ui.scale);
  ImGui_ImplOpenGL3_Init("#version 300 es");
  set_up_input();
}

double Page::seconds() const {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void Page::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = size_;
  const double now = seconds();
  io.DeltaTime = static_cast<float>(std::clamp(now - std::exchange(last_, now), 0.001, 0.5));
}

std::string Page::reload_fonts(float scale, const std::string& chinese) {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  std::string file = load_font(scale, chinese);
  ImGui_ImplOpenGL3_CreateFontsTexture();
  return file;
}

Waited Page::run_apart(const std::function<void()>& job) {
  job();
  return {};
}

bool Page::frame(Vec2 size) {
  constexpr double kSlice = 0.008;  // s of a frame for studies
  size_ = size;
  const bool works = os::Worker::work_for(kSlice);
  frontend_.frame(queue_.take(frontend_.keys_wait()), size, seconds());
  ImGui::Render();
  draw();
  for (const request::Picture& wanted : std::exchange(pictures_, {}))
    save_picture(*model_, wanted.name, picture_of(wanted.where.value_or(Aabb{{}, size})));
  for (const HostRequest& request : frontend_.carry_out()) carry_out(request);
  pick_file();
  keep_settings();
  js_pointer(ImGui::GetMouseCursor(), ImGui::GetIO().WantTextInput);
  return works || !model_->paused || !pictures_.empty();
}

void Page::draw() {
  const int width = static_cast<int>(size_.x), height = static_cast<int>(size_.y);
  glViewport(0, 0, width, height);
  for (const FieldPane& pane : frontend_.panes())
    renderer_->draw(pane.list, model_->session.images(), pane.camera, width, height,
                    pane.background);
  if (model_->view.space) draw_space();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Page::draw_space() {
  if (!space_renderer_) {
    constexpr int kSamples = 4;  // per pixel, where a graphics card does the work
    auto made = SpaceRenderer::create(renderer_->is_software() ? 0 : kSamples);
    if (!made) {
      model_->view.space = false;
      return model_->warn("3D view: " + made.error().text);
    }
    space_renderer_ = *std::move(made);
  }
  const ImageSet& images = model_->session.images();
  space_renderer_->draw(model_->space.list, images, renderer_->atlas(images), model_->space.camera,
                        static_cast<int>(size_.x), static_cast<int>(size_.y));
}

void Page::carry_out(const HostRequest& request) {
  const Overloaded carry{
      [&](const request::Quit&) { model_->note("Close the tab to quit; its state is kept"); },
      [&](const request::FullScreen&) { js_full_screen(); },
      [&](const request::Picture& picture) { pictures_.push_back(picture); },
      [&](const request::Film&) {
        model_->warn("A page cannot film itself; the program for the desktop can");
      },
      [&](const request::CopyLink&) { copy_link(*model_, js_link); },
  };
  std::visit(carry, request);
}

Bitmap Page::picture_of(const Aabb& part) const {
  const FramebufferRect rect =
      framebuffer_rect(intersection(part, {{}, size_}), static_cast<int>(size_.y));
  Bitmap picture{rect.width, rect.height, read_pixels(rect)};
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

// The browser has a better one.
void Page::pick_file() {
  if (model_->ui.picker.mode != FilePicker::Mode::open) return;
  model_->ui.picker.close();
  js_pick_file();
}

// A page is not told that it ends.
void Page::keep_settings() {
  constexpr double kInterval = 1;  // s
  if (model_->now < kept_at_ + kInterval) return;
  kept_at_ = model_->now;
  const std::string text = settings_text(settings_ = current_settings(*model_, settings_));
  if (text == kept_) return;
  kept_ = text;
  if (const Status error = save_settings(settings_file(), settings_)) model_->warn(error->text);
}

}  // namespace phasebox::web
