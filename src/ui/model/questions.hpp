// SPDX-License-Identifier: MIT
// The questions that the window asks the user before it does what was requested.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/sentence.hpp"
#include "ui/model/actions/keys.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// A change that would make so many candidate pairs that the user is asked first.
struct PairQuestion {
  std::uint64_t pairs = 0;  ///< an estimate; if `by_motion`, the candidate pairs found
  std::size_t sprites = 0;
  bool by_motion = false;  ///< sprites moved together: no change can be taken back
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
  std::uint64_t allowed_pairs = kAskedPairs;  ///< up to so many pairs the user is not asked
  bool may_undo_pairs = false;  ///< undo can take back the change that makes the pairs
  std::optional<std::filesystem::path> replace_asked;  ///< the file that saving would replace
  std::optional<RecoveryQuestion> recovery_asked;

  /// Whether a question is open; then nothing behind it reacts to keys or the mouse.
  bool has_modal() const { return quit_asked || pairs_asked || replace_asked || recovery_asked; }
  /// Whether the question about a file to be replaced is the one on the screen; those about
  /// quitting and about pairs come before it.
  bool asks_about_replacing() const { return replace_asked && !quit_asked && !pairs_asked; }
  /// Whether the question about recovery is the one on the screen; the other questions come before
  /// it.
  bool asks_about_recovery() const {
    return recovery_asked && !quit_asked && !pairs_asked && !replace_asked;
  }
};

/// Takes a key for the question that is open: Esc answers no, Delete discards the state that may be
/// recovered; the keys that move the focus and press buttons go to ImGui. All other keys do
/// nothing. Returns false if no question is open.
bool answer_by_key(ApplicationModel& model, Key key);

}  // namespace phasebox::ui
