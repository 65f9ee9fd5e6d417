// SPDX-License-Identifier: MIT
// Going through the frames of a scene without a window.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Refuses a session whose last search was ended because it found too many pairs.
Status check_pairs(const Session& session);

/// So many steps, or with 0 only one detection; gives the times of each. `note`, if any, is called
/// after each and may end it by an error. The last frame is ready to be traced: what an algorithm
/// keeps from the frame before is known to its shadow instance.
Result<std::vector<PhaseTimes>> run_frames(
    Session& session, std::uint32_t frames,
    const std::function<Status(const PhaseTimes&)>& note = nullptr);

}  // namespace phasebox
