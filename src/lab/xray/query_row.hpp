// SPDX-License-Identifier: MIT
// The sorted row of begins and ends of boxes (delimiters) that a query walks along.
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
  std::uint32_t open = 0;  ///< number of boxes that have begun and not ended after it
};

/// The row that a query walks along, and how far it has walked. Without delimiters when some events
/// were not kept, or when the algorithm's queries do not walk along such a row.
struct QueryRow {
  std::vector<RowDelimiter> delimiters;  ///< in sweep order
  Axis axis = Axis::x;
  std::size_t first = 0;   ///< index of the first delimiter to walk: the first not left of the box
  std::size_t walked = 0;  ///< delimiters walked so far
  std::optional<std::size_t> here;  ///< index of the delimiter probed or walked last
};
/// The row of an X-ray that walks a query; without delimiters if it walks a frame. O(events).
QueryRow query_row(const Xray& xray);

/// Writes the cost of a query under each rule by which it may stop: "delimiters walked: 31 counted,
/// 58 void, 400 none · 12 box tests each"; empty without costs.
Sentence cost_text(std::span<const QueryCost> costs);

}  // namespace phasebox
