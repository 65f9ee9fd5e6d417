// SPDX-License-Identifier: MIT
// A user at a screen: an X server of our own, the real program, and a pointer to move.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/files.hpp"

namespace phasebox {

using State = nlohmann::json;

/// A program that ends with its owner.
class Child {
 public:
  Child() = default;
  ~Child() { stop(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Starts it in `folder`; `environment` is NAME=value, added to ours. Throws when it cannot.
  void start(const std::vector<std::string>& command, const std::filesystem::path& folder,
             const std::vector<std::string>& environment);
  void stop();
  /// Sends it that signal and nothing more.
  void signal(int number);
  bool is_running();
  int id() const { return pid_; }
  /// Exit code once it has ended by itself within the time; -1 otherwise.
  int wait(double seconds);

 private:
  int pid_ = -1, exit_code_ = -1;
};

/// The window under test. Everything throws std::runtime_error with the last state when the
/// expected thing does not come.
class Desktop {
 public:
  /// Starts an X server, and Phasebox with these arguments beside `--dump-state`.
  explicit Desktop(const std::vector<std::string>& arguments);
  ~Desktop();

  /// Starts Phasebox once more, after it has ended; its settings are still there.
  void start_program(const std::vector<std::string>& arguments);

  State state() const;
  /// The first state that fulfills the condition.
  State wait_for(const std::string& what, const std::function<bool(const State&)>& condition,
                 double seconds = 10) const;

  /// The first one that has this value at a JSON pointer.
  State wait_until(const std::string& pointer, const State& value, double seconds = 10) const;

  /// xdotool, with one argument per word.
  void xdotool(const std::string& words) const;
  void key(const std::string& name) const { xdotool("key " + name); }
  /// Puts the pointer there (window px) and waits for a frame to see it.
  void move_to(double x, double y) const;
  void move_by(double dx, double dy) const;
  void press(int button) const { xdotool("mousedown " + std::to_string(button)); }
  void release(int button) const { xdotool("mouseup " + std::to_string(button)); }
  /// Puts the pointer into a named widget and clicks it.
  void click_widget(const std::string& name) const;
  /// Waits until this many more frames have been drawn.
  void wait_frames(int n) const;

  const std::filesystem::path& folder() const { return folder_.path(); }
  Child& program() { return program_; }
  const std::string& display() const { return display_; }
  const std::string& window() const { return window_; }  ///< its number, for xdotool

 private:
  void start_server();

  test::TemporaryFolder folder_;
  std::string display_, window_;
  Child server_, program_;
};

/// The folder of the program, or a failure that names the Debian package that brings it.
std::string find_tool(const std::string& name, const std::string& package);

}  // namespace phasebox
