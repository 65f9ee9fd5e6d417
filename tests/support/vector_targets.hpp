// SPDX-License-Identifier: MIT
// Runs a test on every kind of vector that this machine has.
#pragma once
#include <cstdint>

#if PHASEBOX_SIMD
#include <hwy/targets.h>
#endif

namespace phasebox::test {

/// Where nothing is, tests of whole algorithms on every kind of vector, or on crowds, take minutes.
#ifdef __OPTIMIZE__
inline constexpr bool kIsOptimized = true;
#else
inline constexpr bool kIsOptimized = false;
#endif

/// Calls `body(name of the target)` once for each.
template <class Body>
void for_all_targets(Body body) {
#if PHASEBOX_SIMD
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#else
  body("one lane");
#endif
}

}  // namespace phasebox::test
