// SPDX-License-Identifier: MIT
// The list of all narrowphases.
#include "collide/narrowphase.hpp"

namespace phasebox {

// The list has one line per algorithm, in teaching order. Each entry is defined at the end of the
// algorithm's own file.
#define PHASEBOX_NARROWPHASES(X) \
  X(none)                        \
  X(inset_box)                   \
  X(circle)                      \
  X(pixel_samples)               \
  X(bit_mask)                    \
  X(alpha_quadtree)              \
  X(convex_hull)

#define PHASEBOX_DECLARE(name) extern const NarrowphaseEntry name##_entry;
PHASEBOX_NARROWPHASES(PHASEBOX_DECLARE)
#undef PHASEBOX_DECLARE

std::span<const NarrowphaseEntry* const> narrowphases() {
#define PHASEBOX_LIST(name) &name##_entry,
  static constexpr const NarrowphaseEntry* kAll[] = {PHASEBOX_NARROWPHASES(PHASEBOX_LIST)};
#undef PHASEBOX_LIST
  return kAll;
}

}  // namespace phasebox
