// SPDX-License-Identifier: MIT
// Commands that go back to an earlier state, or forward again.
#pragma once
#include <cstdint>

namespace phasebox::command {

/// Shows the world of that step, earlier or later, if it is kept (PastFrames). The pointer loses
/// its hold. A step or a change of sprites that is made there discards the kept worlds of later
/// steps.
struct SeekStep {
  std::uint64_t step;
};

/// Takes the newest change back. Refused if there is none.
struct Undo {};
/// Makes the change again that was undone last. Refused if there is none.
struct Redo {};

}  // namespace phasebox::command
