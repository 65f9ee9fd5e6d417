// SPDX-License-Identifier: MIT
// Steps, and a look at the frame before the last.
#include "cli/frames.hpp"

#include <algorithm>

namespace phasebox {

Result<std::vector<PhaseTimes>> run_frames(Session& session, std::uint32_t frames,
                                           const std::function<Status(const PhaseTimes&)>& note) {
  std::vector<PhaseTimes> times;
  for (std::uint32_t i = 0; i < std::max(frames, 1u); ++i) {
    // What an algorithm keeps from frame to frame shows only in the log of the next frame.
    if (i > 0 && i + 1 == frames) {
      EventLog before;
      session.trace(before);
    }
    times.push_back(frames == 0 ? session.detect() : session.step());
    if (!note) continue;
    if (auto error = note(times.back())) return *std::move(error);
  }
  return times;
}

}  // namespace phasebox
