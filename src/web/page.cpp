// SPDX-License-Identifier: MIT
// Runs and draws a frame whenever the browser asks for one.
#include "web/page.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "base/os/worker.hpp"
#include "ui/link.hpp"
#include "ui/model/files/autosave.hpp"
#include "ui/widgets/dear_imgui.hpp"
#include "web/browser.hpp"

namespace phasebox::web {

using namespace ui;

Page::Page(std::unique_ptr<Renderer> renderer, std::unique_ptr<ApplicationModel> model,
           UserSettings settings)
    : model_(std::move(model)),
      settings_(settings_file(), std::move(settings)),
      screen_(*this, *model_, std::move(renderer)) {
  model_->ui.can_open_files = false;
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

InputMeanwhile Page::run_apart(const std::function<void()>& job) {
  job();
  return {};
}

bool Page::frame(Vec2 size) {
  constexpr double kSlice = 0.008;  // s per frame for background studies
  size_ = size;
  const bool works = os::Worker::work_for(kSlice);
  screen_.compose(size, seconds());
  ImGui::Render();
  screen_.draw(size);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  screen_.save_pictures(size, [&](const Aabb& part) { return picture_of(part); });
  for (const HostRequest& request : screen_.frontend().carry_out()) carry_out(request);
  pick_file();
  settings_.tend(*model_);
  js_pointer(ImGui::GetMouseCursor(), ImGui::GetIO().WantTextInput);
  return works || !model_->paused || screen_.wants_pictures();
}

void Page::carry_out(const HostRequest& request) {
  const Overloaded carry{
      [&](const request::Quit&) { model_->note("Close the tab to quit; its state is kept"); },
      [&](const request::FullScreen&) { js_full_screen(); },
      [&](const request::Picture& picture) { screen_.want(picture); },
      [&](const request::Film&) {
        model_->warn("A page cannot film itself; the program for the desktop can");
      },
      [&](const request::CopyLink&) { copy_link(*model_, js_link); },
      [&](const request::OpenPath&) {},  // no message offers it here (UiState::can_open_files)
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

// If a file is to be opened, closes the file picker and opens the browser's own dialog in its
// place.
void Page::pick_file() {
  if (model_->ui.picker.mode != FilePicker::Mode::open) return;
  model_->ui.picker.close();
  js_pick_file();
}

void Page::leave() {
  // An old tab without changes must not replace what another tab has stored meanwhile.
  if (!settings_.has_changes(*model_)) return;
  if (const Status status = settings_.finish(*model_); status.failed())
    model_->warn(status.error().text);
}

}  // namespace phasebox::web
