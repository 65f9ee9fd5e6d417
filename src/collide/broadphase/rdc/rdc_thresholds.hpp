// SPDX-License-Identifier: MIT
// The threshold of RDC: from which size on a group is tried by a gap filter before it is sorted.
#pragma once
#include <cstdint>

namespace phasebox {

/// The sizes at which a pass of RDC chooses between two ways to the same answer.
struct RdcThresholds {
  /// The number of sprites from which on a pass tries the gap filter before it sorts. The filter
  /// takes 2.2 ns a sprite and the sort 11 ns, so it would pay from 24 sprites on if it always
  /// succeeded (`phasebox_bench_calibrate`, AMD EPYC, g++ 12.2, 2026-11-29). The number is larger
  /// because a small group mostly has a gap: then both take their time.
  static constexpr std::uint32_t kFilter = 64;
};

}  // namespace phasebox
