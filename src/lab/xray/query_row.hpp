// SPDX-License-Identifier: MIT
// The row of delimiters that a query walks along, and where its walk stands.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/xray/xray.hpp"

namespace phasebox {

/// One delimiter of the row.
struct RowDelimiter {
  SpriteId sprite = 0;
  bool is_begin = false;
  float at = 0;            ///< world px along the axis
  std::uint32_t open = 0;  ///< boxes open behind it
};

/// Empty where not all delimiters were kept, or where the query walks along none.
struct QueryRow {
  std::vector<RowDelimiter> delimiters;  ///< in the order of the sweep
  Axis axis = Axis::x;
  std::size_t first = 0;   ///< where the walk begins: the first not left of the box's start
  std::size_t walked = 0;  ///< so many from there on, by the events done
  std::optional<std::size_t> here;  ///< probed or walked last
};
/// Of an X-ray that walks a query. O(delimiters).
QueryRow query_row(const Xray& xray);

}  // namespace phasebox
