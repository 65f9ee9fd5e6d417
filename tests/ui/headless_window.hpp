// SPDX-License-Identifier: MIT
// The whole frontend without a window: a user's input frame by frame, and all of the state to look
// at.
#pragma once
#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "support/files.hpp"
#include "ui/frontend.hpp"

struct ImGuiContext;

namespace phasebox::ui {

using cli::LaunchOptions;

/// A folder of its own, which is the current one as long as it stands.
class CurrentFolder {
 public:
  CurrentFolder() { std::filesystem::current_path(folder_.path()); }
  ~CurrentFolder() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
  }
  CurrentFolder(const CurrentFolder&) = delete;
  CurrentFolder& operator=(const CurrentFolder&) = delete;

  /// Gives its path.
  std::string write(const std::string& name, const std::string& bytes) const {
    test::write(folder_ / name, bytes);
    return (folder_ / name).string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Empty where there is none.
  std::string read(const std::string& name) const { return test::content_of(folder_ / name); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  test::TemporaryFolder folder_;
};

/// The options of a window that starts with a scene, and with parameters as `--set` takes them.
LaunchOptions begin_with(const std::string& scene,
                         std::vector<std::pair<std::string, std::string>> sets = {});

/// A window without a screen, for what a user does and sees, in frames of 1/60 s of virtual time:
/// the same input gives the same frames, on a busy machine as well. Only studies in the background
/// take the time that they take. Throws std::runtime_error with the state when what is to be
/// clicked or waited for does not come.
class HeadlessWindow : private Host {
 public:
  static constexpr int kManyFrames = 50'000;  ///< for which a study is waited

  /// As the window starts with these options, and draws its first frames, where a graphics card or
  /// a processor draws.
  explicit HeadlessWindow(const LaunchOptions& options = {}, bool draws_in_software = false);
  explicit HeadlessWindow(const std::string& scene) : HeadlessWindow(begin_with(scene)) {}
  ~HeadlessWindow() override;

  void frames(int n = 1);
  /// Draws frames until that is so.
  void until(const std::string& what, const std::function<bool()>& condition, int limit = 600);
  /// Draws frames until a study or another process is done, which take the time that they take.
  void wait(const std::string& what, const std::function<bool()>& condition) {
    until(what, condition, kManyFrames);
  }

  /// Keys as the help writes them, "j", "Ctrl+Z", "Shift+F10", "+", one after the other where
  /// blanks stand between them; a character that needs Shift is typed with it.
  void key(const std::string& keys);
  /// A key that goes down, and repeats while it is held.
  void hold_key(const std::string& name, int repeats);
  /// Each character by its key.
  void type(const std::string& text);
  void hold(Modifiers held);                ///< until it is called again
  void resize(Vec2 size) { size_ = size; }  ///< of the screen, from the next frame on
  /// Another window gets the keys; these press one here first, and hold it.
  void lose_focus_holding(const std::string& name);

  void move_to(Vec2 at);  ///< window px
  void move_by(Vec2 by) { move_to(pointer_ + by); }
  void press(Button button = Button::left);
  void release(Button button = Button::left);
  void click(Button button = Button::left);
  void click_at(Vec2 at, Button button = Button::left);
  /// Presses where the pointer is, moves in so many steps, lets go.
  void drag(Vec2 by, int steps = 5, Button button = Button::left);
  void wheel(float notches, Vec2 by = {});  ///< turned while the pointer moves
  /// Clicks the middle of a widget, once it has its place.
  void click_widget(const std::string& name, Button button = Button::left);
  /// Opens a menu or a list and clicks a line of it.
  void choose(const std::string& list, const std::string& line);

  bool shows(const std::string& name) const;  ///< a widget of that name was drawn
  Aabb rect(const std::string& name) const;   ///< of a widget, screen px
  Vec2 on_screen(SpriteId id) const;          ///< where a sprite is
  double param(const std::string& owner, const std::string& key) const;
  bool has_said(const std::string& words) const;  ///< a message contains them
  std::string last_message() const;
  std::string state() const;  ///< in short, for failures

  ApplicationModel model;
  std::vector<HostRequest> requests;  ///< all that the window was asked for
  template <class R>
  bool was_asked() const {  ///< for a request of that kind
    return std::ranges::any_of(requests,
                               [](const HostRequest& r) { return std::holds_alternative<R>(r); });
  }
  double busy = 0;            ///< s that pass from one look at the clock to the next in a frame
  InputMeanwhile meanwhile;   ///< what the user does while the next long work runs
  int runs_apart = 0;         ///< how often work ran so far that may take long
  bool is_typing() const;     ///< a text field has the focus
  int imgui_windows() const;  ///< drawn in the last frame, tooltips and menus among them
  const Frontend& frontend() const { return frontend_; }

 private:
  double seconds() const override { return now_ + (late_ += busy); }
  void begin_frame() override;
  std::string reload_fonts(float scale, const std::string& chinese) override;
  std::span<const std::uint64_t> textures(const ImageSet& images) override;
  InputMeanwhile run_apart(const std::function<void()>& job) override;
  void set_up(const LaunchOptions& options);
  void press_key(const KeyPress& press);
  void release_key(Key key);

  Vec2 size_;
  // Dear ImGui's state of this window, and that of the window which this one covers while it lives.
  ImGuiContext *context_ = nullptr, *below_ = nullptr;
  double now_ = 0;
  mutable double late_ = 0;
  Vec2 pointer_{-1, -1};
  std::array<bool, kButtons> down_{};
  Modifiers held_;
  FrameInput next_;
  std::vector<std::uint64_t> textures_;
  Frontend frontend_;
};

/// A middle point.
inline Vec2 middle(const Aabb& box) { return (box.min + box.max) * 0.5f; }

}  // namespace phasebox::ui
