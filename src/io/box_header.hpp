// SPDX-License-Identifier: MIT
// The header of a box file: which column stands where, and what those that are not known may mean.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// Columns of a box file; the first five are required.
enum class BoxColumn : std::uint8_t {
  id,
  min_x,
  min_y,
  max_x,
  max_y,
  frame,
  is_static,
  category,
  mask,
  count_
};
inline constexpr std::size_t kBoxColumns = static_cast<std::size_t>(BoxColumn::count_);
std::string_view name_of(BoxColumn column);

/// "id,min_x,min_y,max_x,max_y".
std::string required_box_columns();

/// Where the columns stand. Names are known in any letter case; other columns are passed over.
class BoxHeader {
 public:
  BoxHeader() { place_.fill(kMissing); }
  /// Takes the names as they stand in the file. The error has no place in front.
  Status read(const std::vector<std::string_view>& names);

  bool has(BoxColumn column) const { return place(column) != kMissing; }
  std::size_t place(BoxColumn column) const { return place_[static_cast<std::size_t>(column)]; }
  std::size_t width() const { return width_; }  ///< fields per line
  /// A column that is not known, and is probably meant to be `frame`; as it stands in the file.
  const std::optional<std::string>& likely_frame() const { return likely_frame_; }

 private:
  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
  std::array<std::size_t, kBoxColumns> place_{};
  std::size_t width_ = 0;
  std::optional<std::string> likely_frame_;
};

}  // namespace phasebox
