// SPDX-License-Identifier: MIT
// Shows texts with fast numbers for long enough to be read.
#pragma once
#include <map>
#include <string>
#include <utility>

#include "base/sentence.hpp"

namespace phasebox::ui {

/// Texts with numbers that change too fast to be read. All texts that are shown change together, at
/// most once per kSeconds.
class SteadyTexts {
 public:
  static constexpr double kSeconds = 0.25;

  /// Whether texts change in a frame at `now` s.
  bool is_due(double now) const { return now - changed_at_ >= kSeconds; }
  /// Begins a frame, at `now` s.
  void begin(double now) {
    is_due_ = is_due(now);
    if (is_due_) changed_at_ = now;
  }
  /// Returns what the widget of that name shows: `text` if texts change in this frame or the widget
  /// is new, else its last text. The reference is valid until clear().
  const Sentence& show(const std::string& name, Sentence text) {
    const auto [shown, is_new] = shown_.try_emplace(name);
    if (is_due_ || is_new) shown->second = std::move(text);
    return shown->second;
  }
  /// Forgets all texts, because what they describe has changed; new ones are shown at once.
  void clear() {
    shown_.clear();
    changed_at_ = -kSeconds;
  }

 private:
  double changed_at_ = -kSeconds;
  bool is_due_ = true;
  std::map<std::string, Sentence> shown_;
};

}  // namespace phasebox::ui
