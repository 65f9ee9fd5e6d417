// SPDX-License-Identifier: MIT
// Which vector instructions the loops of this room use on this machine.
#pragma once
#include <cstddef>

namespace phasebox {

struct VectorTarget {
  const char* name;    ///< as Highway calls it, "AVX2"; "one lane" where it was left out
  std::size_t floats;  ///< that are handled at once
};
VectorTarget vector_target();

}  // namespace phasebox
