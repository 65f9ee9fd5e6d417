// SPDX-License-Identifier: MIT
// Steps, and a look at the frame before the last.
#include "cli/frames.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "world/dynamics/contact_graph.hpp"

namespace phasebox {

Status check_pairs(const Session& session) {
  if (session.exceeds_pair_limit())
    return Error{fmt::format("step {}: more than {} pairs of sprites may meet, the most that the "
                             "response holds; take fewer or smaller sprites",
                             session.steps(), grouped(ContactGraph::kMaxPairs))};
  if (session.stopped() != WorkLimit::Reason::pairs) return {};
  return Error{fmt::format("step {}: there are more than {} candidate pairs, the most that are kept; "
                           "take fewer or smaller sprites",
                           session.steps(), grouped(kMaxPairs))};
}

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
    if (auto error = check_pairs(session)) return *std::move(error);
    if (!note) continue;
    if (auto error = note(times.back())) return *std::move(error);
  }
  return times;
}

}  // namespace phasebox
