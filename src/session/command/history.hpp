// SPDX-License-Identifier: MIT
// Commands that go to an earlier state, or forward again.
#pragma once
#include <cstdint>

namespace phasebox::command {

/// Shows the kept world of that step, earlier or later. The pointer releases a held sprite. A
/// change made there discards the kept frames that came after it.
struct SeekStep {
  std::uint64_t step;
};

struct Undo {};
struct Redo {};

}  // namespace phasebox::command
