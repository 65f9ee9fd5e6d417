// SPDX-License-Identifier: MIT
// Boxes with ids from a CSV file (docs/file-formats.md).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/geometry.hpp"
#include "core/result.hpp"

namespace phasebox {

/// Boxes in the order of the file. Every box is valid, every id unique.
struct BoxTable {
  std::vector<std::int64_t> ids;  ///< [n]
  std::vector<Aabb> boxes;        ///< [n]
};

/// Reads a table; the first bad line is refused as `file:line: what, rule`. O(n).
Result<BoxTable> parse_boxes(std::string_view text, std::string_view file_name);
Result<BoxTable> load_boxes(const std::filesystem::path& path);

}  // namespace phasebox
