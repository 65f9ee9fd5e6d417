// SPDX-License-Identifier: MIT
// Questions about the next event of a walk, which a user answers before it is shown.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "base/sentence.hpp"
#include "lab/xray/walked_frame.hpp"

namespace phasebox {

/// A question: which event comes next in the walk? One answer is true; wrong ones are its opposite
/// and events that follow soon after.
struct Question {
  std::vector<Sentence> answers;  ///< 3 or 4, in an order that is the same each time
  std::size_t right = 0;          ///< index of the true answer
};

/// The score of the user's guesses.
struct Guesses {
  std::size_t right = 0, asked = 0;  ///< questions answered rightly, and answered at all
  std::size_t until = 0;   ///< the first so many impacts and events are not asked about again
  bool was_right = false;  ///< whether the last answer was right
  /// The last question if its answer, of index `chosen`, was wrong. While the walk stands where it
  /// was answered, it is shown with the true answer marked, and no other one is asked.
  std::optional<Question> missed{};
  std::size_t chosen = 0;
};

/// The question about the broadphase event of this index. None when the event is not worth one: it
/// has no choice, is of another kind than users can foresee, or has too few wrong answers. Reads up
/// to 40 events that follow.
std::optional<Question> question_about(const WalkedFrame& frame, std::size_t event);

}  // namespace phasebox
