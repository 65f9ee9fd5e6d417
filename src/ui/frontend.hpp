// SPDX-License-Identifier: MIT
// The frontend without a window: from input, time and size of a frame to what is drawn and asked.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ui/imgui_input.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/input.hpp"
#include "ui/model/layout.hpp"
#include "ui/model/step_loop.hpp"

namespace phasebox {

/// One frame after another. Needs a context of Dear ImGui, knows neither SDL nor OpenGL: a window
/// feeds it and draws what it composes, and so do tests.
class Frontend {
 public:
  /// Both outlive it. `draws_in_software`: many sprites are drawn with less detail.
  Frontend(ApplicationModel& model, Host& host, bool draws_in_software);

  /// Whether keys are to be left in the queue: those that follow G belong into the field that G
  /// opens, however slow the frames are.
  bool keys_wait() const;
  /// Everything of a frame up to the interface, which Dear ImGui is then ready to render; `now` in
  /// s, the size in px. Composes `panes` and the 3D view's list in the model.
  void frame(const FrameInput& input, Vec2 screen, double now);
  /// Carries out what was requested, in order; to be called once after each frame has been drawn.
  /// What is left for the window to do.
  std::vector<HostRequest> carry_out();

  const std::vector<FieldPane>& panes() const { return panes_; }
  const Layout& layout() const { return layout_; }
  const StepLoop& loop() const { return loop_; }
  std::uint64_t frames() const { return frame_; }
  double frames_per_second() const { return frames_.rate(); }
  /// Of the sprites in the field.
  Detail detail() const;

 private:
  void refresh_style();
  void refresh_fonts();
  void lay_out(Vec2 screen);
  void take_input(const FrameInput& input);
  void turn_scale(FrameInput& input);
  /// What had the keyboard before a frame.
  struct KeyboardOwner {
    /// A text field; a popup, a widget that is being changed, or a part that the focus entered.
    bool is_typing, is_held;
    int popups;  ///< that were open
  };
  KeysFor keys_for() const;
  void take_key(const KeyPress& press, KeyboardOwner owner);
  bool take_focus_key(const KeyPress& press, KeyboardOwner owner);
  void move_focus();
  void end_focus();
  PointerInput pointer_of(const FrameInput& input) const;
  void choose_lane(Vec2 pointer);
  void compose();
  void draw_interface();
  void carry_out(const Request& request, std::vector<HostRequest>& left);

  ApplicationModel& model_;
  Host& host_;
  const bool draws_in_software_;
  StepLoop loop_;
  Layout layout_{};
  std::vector<FieldPane> panes_;
  RateMeter frames_;
  std::uint64_t frame_ = 0;
  bool steps_focus_ = false;                         // Tab was pressed in the last frame
  Language lettered_ = Language::english;            // language whose letters the fonts hold
  float lettered_scale_;                             // and their size
  std::optional<std::pair<ThemeId, float>> styled_;  // theme and scale that ImGui wears
};

}  // namespace phasebox
