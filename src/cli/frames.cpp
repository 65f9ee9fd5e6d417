// SPDX-License-Identifier: MIT
// Steps, and a look at the frame before the last.
#include "cli/frames.hpp"

namespace phasebox {

std::vector<PhaseTimes> run_frames(Session& session, std::uint32_t frames) {
  std::vector<PhaseTimes> times;
  if (frames == 0) times.push_back(session.detect());
  for (std::uint32_t i = 0; i < frames; ++i) {
    // What keeps something from frame to frame shows it only to who has seen the frame before.
    if (i > 0 && i + 1 == frames) {
      Trace before;
      session.trace(before);
    }
    times.push_back(session.step());
  }
  return times;
}

}  // namespace phasebox
