// SPDX-License-Identifier: MIT
// Questions about the next event of a walk, which a user answers before it is shown.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "base/sentence.hpp"
#include "lab/xray/walked_frame.hpp"

namespace phasebox {

/// A question about the next event of the walk. One answer is true; the others are near it or its
/// opposite.
struct Question {
  std::vector<Sentence> answers;  ///< 3 or 4, in an order that depends only on the event
  std::size_t right = 0;          ///< index of the true answer
};

/// The score of the user's guesses.
struct Guesses {
  std::size_t right = 0, asked = 0;
  std::size_t until = 0;   ///< number of events already shown, which are not asked about again
  bool was_right = false;  ///< whether the last answer was right
};

/// The question about an event of the broadphase, by index. None when it is easily foreseen. Reads
/// some 40 events.
std::optional<Question> question_about(const WalkedFrame& frame, std::size_t event);

}  // namespace phasebox
