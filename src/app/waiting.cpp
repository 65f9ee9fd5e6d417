// SPDX-License-Identifier: MIT
// Steps that take long run beside the loop, so that the window goes on answering.
#include <chrono>
#include <future>
#include <utility>

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#include "app/application.hpp"
#include "base/number_format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

constexpr double kLong = 0.08;                 // s; work that may take longer runs apart
constexpr std::uint64_t kManyPairs = 200'000;  // candidates that may take so long
constexpr std::size_t kMaxKept = 16;           // keys pressed meanwhile, for afterward
constexpr auto kPatience = std::chrono::milliseconds(120);  // before the window says that it waits

}  // namespace

bool Application::is_heavy() const {
  const Session& session = model_->session;
  return worked_ > kLong || session.pairs().size() > kManyPairs ||
         session.world().size() > ApplicationModel::kManySprites;
}

// While the job runs nothing here looks at what it changes: what was drawn last stays on the
// screen.
void Application::run_apart(const std::function<void()>& job) {
  const double begun = seconds();
  model_->session.begin_work();
  if (!is_heavy()) {
    job();
    worked_ = seconds() - begun;
    return;
  }
  std::future<void> done = std::async(std::launch::async, job);
  if (done.wait_for(kPatience) != std::future_status::ready) {
    imgui_.drop_frame();
    while (done.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      draw_waiting(seconds() - begun);
    FrameInput still;
    still.pointer = model_->pointer_tool.last_at;
    imgui_.begin_frame(still);
  }
  done.get();
  model_->now = seconds();
  if (cancels_ || pauses_) model_->paused = true;
  cancels_ = pauses_ = false;
  worked_ = seconds() - begun;
}

void Application::draw_waiting(double seconds_passed) {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == SDL_QUIT) quits_ = cancels_ = true;
    queue_.push(event);
  }
  const FrameInput input = queue_.take(false);
  imgui_.begin_frame(input);
  glViewport(0, 0, static_cast<GLsizei>(window_->size().x),
             static_cast<GLsizei>(window_->size().y));
  glClear(GL_COLOR_BUFFER_BIT);
  still_.draw(window_->size());
  if (input.press && input.press->key == Key::escape)
    cancels_ = true;
  else if (input.press && kept_.size() < kMaxKept)
    kept_.push_back(*input.press);
  draw_waiting_box(seconds_passed);
  // The job may begin one search after the other.
  if (cancels_) model_->session.stop_detection();
  imgui_.end_frame();
  window_->present();
}

void Application::draw_waiting_box(double seconds_passed) {
  ImGui::SetNextWindowPos(to_imgui(window_->size() * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("waiting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  const Session& session = model_->session;
  text(fmt::format("{}, {}: {:.0f} s so far", session.broadphase().title,
                   counted(session.world().size(), "sprite"), seconds_passed));
  if (cancels_) {
    text("Canceling ...");
  } else {
    if (ImGui::Button("Cancel (Esc)")) cancels_ = true;
    if (!model_->paused) {
      ImGui::SameLine();
      if (ImGui::Button(pauses_ ? "Pauses after this step" : "Pause after this step"))
        pauses_ = true;
    }
  }
  ImGui::End();
}

}  // namespace phasebox
