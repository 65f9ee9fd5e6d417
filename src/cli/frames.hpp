// SPDX-License-Identifier: MIT
// Going through the frames of a scene without a window.
#pragma once
#include <cstdint>
#include <vector>

#include "core/session.hpp"

namespace phasebox {

/// So many steps, or with 0 only one detection; gives the times of each. The last frame is ready to
/// be traced: what an algorithm keeps from the frame before is known to its traced twin.
std::vector<PhaseTimes> run_frames(Session& session, std::uint32_t frames);

}  // namespace phasebox
