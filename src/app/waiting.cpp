// SPDX-License-Identifier: MIT
// Steps that take long run beside the loop, so that the window goes on answering.
#include <chrono>
#include <future>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/application.hpp"
#include "ui/format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

constexpr double kLong = 0.08;                 // s; work that may take longer runs apart
constexpr std::uint64_t kManyPairs = 200'000;  // candidates that may take so long
constexpr std::size_t kManySprites = 3'000;
constexpr auto kPatience = std::chrono::milliseconds(120);  // before the window says that it waits

}  // namespace

bool Application::is_heavy() const {
  const Session& session = desk_->session;
  return worked_ > kLong || session.pairs().size() > kManyPairs ||
         session.world().size() > kManySprites;
}

// While the job runs nothing here looks at the session: what was drawn last stays on the screen.
void Application::run_apart(const std::function<void()>& job) {
  const double begun = seconds();
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
    still.pointer = desk_->hand.last_at;
    imgui_.begin_frame(still);
  }
  done.get();
  if (std::exchange(pauses_, false)) desk_->paused = true;
  worked_ = seconds() - begun;
}

void Application::draw_waiting(double seconds_passed) {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    if (event.type == SDL_QUIT) quits_ = true;
    queue_.push(event);
  }
  const FrameInput input = queue_.take(false);
  imgui_.begin_frame(input);
  paint(desk_->camera, theme(desk_->view.theme)[Role::background]);
  ImGui::SetNextWindowPos(to_imgui(window_->size() * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("waiting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  text(fmt::format("Working on {}: {:.0f} s so far",
                   counted(desk_->session.world().size(), "sprite"), seconds_passed));
  const bool stops = input.press && input.press->key == Key::escape;
  if (ImGui::Button(pauses_ ? "Pauses after this step" : "Pause after this step (Esc)") || stops)
    pauses_ = true;
  ImGui::End();
  imgui_.end_frame();
  window_->present();
}

}  // namespace phasebox
