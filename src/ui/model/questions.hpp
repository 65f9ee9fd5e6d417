// SPDX-License-Identifier: MIT
// The questions that the window asks before it goes on.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "ui/model/actions/keys.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// A change that would make so many candidate pairs that the user is asked first.
struct PairQuestion {
  std::uint64_t pairs = 0;  ///< expected candidate pairs, about; by motion the pairs found
  std::size_t sprites = 0;
  bool by_motion = false;  ///< motion made the pairs: there is no change to take back
};

/// Describes the saved state of a window that ended early, about which the user is asked.
struct RecoveryQuestion {
  std::string saved_at;
  Sentence what;
};

/// The questions that wait for an answer.
struct Questions {
  /// The user is asked before a change makes more candidate pairs than these.
  static constexpr std::uint64_t kAskedPairs = 5'000'000;

  bool quit_asked = false;
  std::optional<PairQuestion> pairs_asked;
  std::uint64_t allowed_pairs = kAskedPairs;  ///< pairs that the user need not be asked about
  bool may_undo_pairs = false;                ///< undo takes back the change that made the pairs
  std::optional<RecoveryQuestion> recovery_asked;

  /// Whether a question is open; then nothing behind it reacts to keys or the mouse.
  bool has_modal() const {
    return quit_asked || pairs_asked.has_value() || recovery_asked.has_value();
  }
  /// Whether the question about recovery is shown; all other questions come before it.
  bool asks_about_recovery() const { return recovery_asked && !quit_asked && !pairs_asked; }
};

/// Takes a key for the question that is open: Esc cancels it, Delete discards the state that may be
/// recovered; ImGui handles the keys that move the focus. False if no question is open.
bool answer_by_key(ApplicationModel& model, Key key);

}  // namespace phasebox::ui
