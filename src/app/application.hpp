// SPDX-License-Identifier: MIT
// The window at work: one frame after another until the user quits.
#pragma once
#include <functional>
#include <memory>

#include "app/application_model.hpp"
#include "app/gl_window.hpp"
#include "app/imgui_host.hpp"
#include "app/input_queue.hpp"
#include "app/settings.hpp"
#include "app/state_dump.hpp"
#include "app/step_clock.hpp"
#include "app/still_picture.hpp"
#include "app/thumbnails.hpp"
#include "cli/cli.hpp"
#include "view/draw_list.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"

namespace phasebox {

/// Owns everything that one window needs.
class Application {
 public:
  /// `model` is set up; the scale is that of the interface.
  Application(std::unique_ptr<GlWindow> window, std::unique_ptr<Renderer> renderer,
              std::unique_ptr<ApplicationModel> model, std::string dump_file);
  /// Returns when the user quits.
  void run();

 private:
  void frame();
  void take_events();
  void take_input();
  void take_key(const KeyPress& press, bool typing);
  void simulate();
  void run_steps();
  void run_apart(const std::function<void()>& job);
  void draw_waiting(double seconds_passed);
  void draw_waiting_box(double seconds_passed);
  bool is_heavy() const;
  void refresh_trace();
  void take_trace();
  void fit_recording();
  void refresh_fonts();
  void lay_out();
  void draw_space();
  void draw_field();
  void draw_lanes(const Interaction& hand, Detail detail);
  void draw_scene(const EventLog& trace, const Camera& camera, const Interaction& hand,
                  Detail detail);
  void paint(const Camera& camera, Color background);
  void refresh_lanes();
  void choose_lane(Vec2 pointer);
  void draw_ui();
  void carry_out(const Requests& requests);
  void carry_out_host_requests();
  void take_screenshot();
  void save_exports();
  void save_picture(const Aabb& where, const std::filesystem::path& file);
  WindowFacts facts() const;

  std::unique_ptr<GlWindow> window_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<SpaceRenderer> space_renderer_;  // made when the 3D view is first seen
  ImGuiHost imgui_;
  std::unique_ptr<ApplicationModel> model_;
  StateDump dump_;
  InputQueue queue_;
  Thumbnails thumbnails_;
  DrawList draw_list_;
  Layout layout_{};
  Aabb shown_field_{};  // the field that the whole-field view was fitted to
  StepClock clock_;
  RateMeter steps_, frames_;
  std::uint64_t frame_ = 0;
  Language lettered_ = Language::english;  // language whose letters the fonts hold
  std::optional<ThemeId> styled_;          // theme that ImGui wears
  double traced_at_ = -1, trace_took_ = 0, remarked_at_ = -1;
  const BroadphaseEntry* remarked_by_ = nullptr;
  bool trace_is_current_ = false;
  double lanes_at_ = -1, lanes_took_ = 0;  // s: when the lanes were looked into, and for how long
  bool lanes_are_current_ = false;
  std::vector<Export> exports_;  // of the next frame: without the menu that asked for them
  double worked_ = 0;            // s that the last steps or detection took
  bool screenshot_wanted_ = false;
  bool quits_ = false;
  bool pauses_ = false, cancels_ = false;  // asked for while long work ran
  std::vector<KeyPress> kept_;             // pressed while long work ran
  StillPicture still_;                     // of a frame after which long work may come
};

}  // namespace phasebox
