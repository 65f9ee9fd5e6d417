// SPDX-License-Identifier: MIT
// The row of sorted delimiters that a query walks along.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/sentence.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {

class Xray;

/// The begin or end of a sprite's box in the row that a query walks along.
struct RowDelimiter {
  SpriteId sprite = 0;
  bool is_begin = false;
  float at = 0;            ///< position along the axis, world px
  std::uint32_t open = 0;  ///< boxes that are open after it
};

/// The sorted delimiters that a query walks along. Empty when some events were not kept, or when
/// the query walks along none.
struct QueryRow {
  std::vector<RowDelimiter> delimiters;  ///< in sweep order
  Axis axis = Axis::x;
  std::size_t first = 0;   ///< first delimiter walked: the first one not left of the query box
  std::size_t walked = 0;  ///< delimiters walked so far
  std::optional<std::size_t> here;  ///< delimiter probed or walked last
};
/// The row of an X-ray that walks a query. O(delimiters).
QueryRow query_row(const Xray& xray);

/// Names the cost of a query under each stop rule: "delimiters walked: 31 counted, 58 void, 400
/// none · 12 box tests each"; empty without costs.
Sentence cost_text(std::span<const QueryCost> costs);

}  // namespace phasebox
