// SPDX-License-Identifier: MIT
// Work that may take long runs beside the loop, so that the window goes on answering.
#include <chrono>
#include <future>

#include <epoxy/gl.h>
#include <imgui.h>

#include "app/application.hpp"
#include "ui/imgui_input.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxKept = 16;                        // keys pressed meanwhile, for afterward
constexpr auto kPatience = std::chrono::milliseconds(120);  // before the window says that it waits

}  // namespace

// While the job runs nothing here looks at what it changes: what was drawn last stays on the
// screen.
Waited Application::run_apart(const std::function<void()>& job) {
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
