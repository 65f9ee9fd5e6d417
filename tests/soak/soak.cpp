// SPDX-License-Identifier: MIT
// A user without a plan, for minutes or hours: random keys, clicks, drags and wheels in the real window, while
// what must stay true is watched.
// soak [--minutes N] [--seed N]
#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <iostream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/desktop.hpp"

namespace phasebox {
namespace {

constexpr int kMaxSprites = 1000;
constexpr double kMemoryEvery = 5;   // s between two looks at the memory
constexpr double kShortest = 8;      // minutes from which on memory and times are judged: before, caches fill
constexpr double kMaxGrowth = 1.05;  // of the last quarter of the run over the second
constexpr std::size_t kRemembered = 30;

using Rect = std::array<double, 4>;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}

struct Options {
  double minutes = 10;
  unsigned seed = 1;
};

/// What is done more often stands there more often. Nothing here ends the program, opens a file of the user's or
/// fills the disk.
constexpr auto kKeys = std::to_array<std::string_view>(
    {"j",        "j",        "j",        "k",      "k",      "shift+j",     "shift+k",     "1",
     "2",        "3",        "4",        "5",      "6",      "7",           "8",           "9",
     "0",        "s",        "e",        "e",      "b",      "q",           "l",           "d",
     "v",        "i",        "c",        "t",      "x",      "x",           "F10",         "F10",
     "F10",      "shift+F10", "p",       "p",      "o",      "comma",       "comma",       "period",
     "F7",       "F2",       "a",        "a",      "shift+a", "y",          "u",           "h",
     "w",        "shift+g",  "shift+e",  "m",      "F3",     "F1",          "Escape",      "Escape",
     "ctrl+z",   "ctrl+z",   "ctrl+y",   "ctrl+d", "Delete", "plus",        "minus",       "shift+plus",
     "shift+minus", "bracketleft", "bracketright", "r", "ctrl+r", "n",      "shift+n",     "Home",
     "Home",     "f",        "Tab",      "F11"});

class Soak {
 public:
  explicit Soak(const Options& options)
      : options_(options), random_(options.seed), desktop_({"--scene", "sprites"}) {}

  int run();

 private:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  void did(std::string what);
  Rect rect_of(const std::string& name) const;
  void act();
  void press_key();
  void type_number();
  void click_widget();
  void drag();
  void turn_wheel();
  void settle();
  void watch();
  void watch_memory();
  void report_oracle();
  bool memory_is_flat() const;
  double resident();
  int conclude();

  Options options_;
  std::mt19937 random_;
  Desktop desktop_;
  Clock::time_point begun_ = Clock::now();
  State state_;
  std::deque<std::string> last_;
  std::set<std::string> broadphases_, narrowphases_, oracle_messages_;
  std::vector<double> memory_;  // MiB
  double memory_at_ = 0;
  long actions_ = 0, slow_frames_ = 0;
};

void Soak::did(std::string what) {
  ++actions_;
  last_.push_back(std::move(what));
  if (last_.size() > kRemembered) last_.pop_front();
}

Rect Soak::rect_of(const std::string& name) const {
  const auto& r = state_["rects"][name];
  return {r[0], r[1], r[2], r[3]};
}

void Soak::press_key() {
  const std::string key(kKeys[below(kKeys.size())]);
  did("key " + key);
  desktop_.key(key);
}

void Soak::type_number() {
  const std::size_t number = below(40);
  std::string words = "--delay 5 g";
  for (const char digit : std::to_string(number)) words += {' ', digit};
  did("key " + words + " Return");
  desktop_.key(words + " Return");
}

// Names of what leaves the program or opens a dialog for a file do not come up.
bool may_be_clicked(std::string_view name) {
  for (const std::string_view word : {"quit", "leave", "report"})
    if (name.find(word) != std::string_view::npos) return false;
  return true;
}

void Soak::click_widget() {
  std::vector<std::string> names;
  for (const auto& [name, rect] : state_["rects"].items())
    if (may_be_clicked(name)) names.push_back(name);
  if (names.empty()) return;
  const std::string name = names[below(names.size())];
  const Rect r = rect_of(name);
  const double x = between(r[0], r[2]), y = between(r[1], r[3]);
  did("click in " + name + " at " + std::to_string(x) + " " + std::to_string(y));
  desktop_.move_to(x, y);
  desktop_.xdotool("click 1");
}

void Soak::drag() {
  static constexpr std::array<std::string_view, 4> kHeld{"", "shift", "ctrl", "alt"};
  const Rect field = rect_of("field");
  const int button = static_cast<int>(1 + below(3));
  const std::string held(kHeld[button == 1 ? below(kHeld.size()) : 0]);
  const double x = between(field[0], field[2]), y = between(field[1], field[3]);
  const double dx = between(-200, 200), dy = between(-150, 150);
  did(held + " drag " + std::to_string(button) + " from " + std::to_string(x) + " " +
      std::to_string(y) + " by " + std::to_string(dx) + " " + std::to_string(dy));
  desktop_.move_to(x, y);
  if (!held.empty()) desktop_.xdotool("keydown " + held);
  desktop_.press(button);
  for (int i = 0; i < 4; ++i) desktop_.move_by(dx / 4, dy / 4);
  desktop_.release(button);
  if (!held.empty()) desktop_.xdotool("keyup " + held);
}

void Soak::turn_wheel() {
  const auto size = state_["window"];
  const double x = between(0, size[0]), y = between(0, size[1]);
  const std::size_t button = 4 + below(2);
  did("wheel " + std::to_string(button) + " at " + std::to_string(x) + " " + std::to_string(y));
  desktop_.move_to(x, y);
  desktop_.xdotool("click --repeat 3 " + std::to_string(button));
}

void Soak::act() {
  const double dice = between(0, 1);
  if (dice < 0.55) return press_key();
  if (dice < 0.60) return type_number();
  if (dice < 0.80) return click_widget();
  if (dice < 0.94) return drag();
  turn_wheel();
}

// Back to what the next action is meant for: a window that stays, with sprites enough.
void Soak::settle() {
  if (state_["open"]["quit_question"] == true) desktop_.key("Escape");
  const auto sprites = state_["sprite_count"].get<long>();
  if (sprites > kMaxSprites) desktop_.key("r ctrl+minus ctrl+minus bracketright");
  if (sprites < 5) desktop_.key("shift+plus shift+plus");
}

void Soak::report_oracle() {
  if (state_["oracle"]["right"] == true) return;
  const auto text = state_["oracle"]["text"].get<std::string>();
  if (oracle_messages_.insert(text).second)
    std::cout << "oracle: " << text << " with " << state_["broadphase"] << " after "
              << last_.back() << '\n';
}

double Soak::resident() {
  const std::string text =
      test::content_of("/proc/" + std::to_string(desktop_.program().id()) + "/status");
  const auto at = text.find("VmRSS:");
  return at == std::string::npos ? 0 : std::stod(text.substr(at + 6)) / 1024;
}

void Soak::watch_memory() {
  const double now = seconds_since(begun_);
  if (now < memory_at_) return;
  memory_at_ = now + kMemoryEvery;
  memory_.push_back(resident());
}

void Soak::watch() {
  State seen = desktop_.state();
  if (!seen.is_discarded() && seen.is_object()) state_ = std::move(seen);
  broadphases_.insert(state_["broadphase"].get<std::string>());
  narrowphases_.insert(state_["narrowphase"].get<std::string>());
  slow_frames_ = state_["slow_frames"].get<long>();
  report_oracle();
  watch_memory();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool Soak::memory_is_flat() const {
  if (options_.minutes < kShortest) return true;
  const auto quarter = static_cast<std::ptrdiff_t>(memory_.size() / 4);
  const double before = median({memory_.begin() + quarter, memory_.begin() + 2 * quarter});
  const double after = median({memory_.end() - quarter, memory_.end()});
  std::cout << "memory: " << before << " MiB in the second quarter, " << after
            << " MiB in the last\n";
  return after <= before * kMaxGrowth;
}

int Soak::conclude() {
  const bool is_flat = memory_is_flat();
  std::cout << actions_ << " actions in " << seconds_since(begun_) / 60 << " minutes, "
            << broadphases_.size() << " broadphases and " << narrowphases_.size()
            << " narrowphases, " << state_["frame"] << " frames, " << slow_frames_
            << " of them over 1 s\n";
  if (!is_flat) std::cout << "memory has grown by more than 5 %\n";
  const bool is_quick = slow_frames_ == 0 || options_.minutes < kShortest;
  return is_flat && is_quick && oracle_messages_.empty() ? 0 : 1;
}

int Soak::run() {
  state_ = desktop_.wait_for("a state", [](const State& s) { return s.contains("rects"); });
  try {
    while (seconds_since(begun_) < options_.minutes * 60) {
      act();
      desktop_.wait_frames(1);
      if (!desktop_.program().is_running()) throw std::runtime_error("the program has ended");
      watch();
      settle();
    }
  } catch (const std::exception& e) {
    std::cout << e.what() << "\nseed " << options_.seed << ", after " << actions_
              << " actions; the last ones:\n";
    for (const std::string& action : last_) std::cout << "  " << action << '\n';
    std::cout << test::content_of(desktop_.folder() / "phasebox.log");
    return 1;
  }
  return conclude();
}

// Nothing where they are not as `soak` takes them.
std::optional<Options> options_of(int n, char** words) {
  Options options;
  for (int i = 1; i < n; i += 2) {
    const std::string_view name = words[i];
    const double value = i + 1 < n ? std::atof(words[i + 1]) : 0;
    if (value <= 0 || (name != "--minutes" && name != "--seed")) return {};
    if (name == "--minutes")
      options.minutes = value;
    else
      options.seed = static_cast<unsigned>(value);
  }
  return options;
}

}  // namespace
}  // namespace phasebox

int main(int n, char** words) {
  const auto options = phasebox::options_of(n, words);
  if (!options) {
    std::cerr << "soak: takes --minutes N and --seed N, numbers above 0\n";
    return 2;
  }
  try {
    return phasebox::Soak(*options).run();
  } catch (const std::exception& e) {
    std::cout << e.what() << '\n';
    return 1;
  }
}
