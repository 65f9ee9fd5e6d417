// SPDX-License-Identifier: MIT
// The header of a box file: which column is which.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace phasebox {

/// The meaning of a column. Two columns per axis give the sides of a box.
enum class BoxColumn : std::uint8_t {
  id,
  frame,
  is_static,
  category,
  mask,
  group,
  x,  ///< the side min_x beside `width` or `max_x`, the center beside `half_width`
  min_x,
  max_x,
  width,
  center_x,
  half_width,
  y,  // the columns of the other axis, in the same order
  min_y,
  max_y,
  height,
  center_y,
  half_height,
  count_
};
inline constexpr std::size_t kBoxColumns = static_cast<std::size_t>(BoxColumn::count_);

/// The column's own name, such as "min_x"; box_header knows others as well.
std::string_view name_of(BoxColumn column);

/// The meaning of columns x, y beside width, height, as the user says: the corner where both are
/// least, which is also the guess, or the center.
enum class BoxOrigin : std::uint8_t { unsaid, corner, center };

/// The names of the five columns that boxes are written with.
inline constexpr std::string_view kRequiredBoxColumns = "id,min_x,min_y,max_x,max_y";

/// The formula by which two columns give the sides of a box along one axis.
struct BoxForm {
  BoxColumn first, second;  ///< the columns of axis x; those of y correspond
  double before, after;     ///< min = first - before * second, max = first + after * second
  /// whether the columns are min and max themselves
  bool is_ends() const { return second == BoxColumn::max_x; }
};

/// The place of each column in a row.
struct BoxHeader {
  static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);

  /// [column] index of its field in a row, or kMissing
  std::array<std::size_t, kBoxColumns> place;
  std::array<const BoxForm*, 2> form{};  ///< [axis] of x and y, set by `box_header`
  /// the names of columns that are not used, as text: "'hp', 'catgory' (did you mean 'category'?)"
  Sentence ignored;
  bool has_layers = false;   ///< `category` is called layer: the number of a layer or a set
  std::string likely_frame;  ///< an ignored name that was probably meant to be `frame`; empty: none

  BoxHeader() { place.fill(kMissing); }
  bool has(BoxColumn column) const { return place[static_cast<std::size_t>(column)] != kMissing; }
  /// The two columns that give the sides along an axis, 0 or 1.
  std::array<BoxColumn, 2> sides(std::size_t axis) const;
  /// Whether the names leave open what x and y are: BoxOrigin says it.
  bool leaves_origin_open() const;
};

/// Returns the end of an error, as "; did you mean 'minx'? Rename it"; empty where `name` is empty.
Sentence did_you_mean(std::string_view name);

/// Returns the column that a name means by itself, in any letter case and spelling.
std::optional<BoxColumn> column_named(std::string_view name);

/// Whether the fields of a line look like a header: at least two are known names.
bool is_box_header(std::span<const std::string_view> names);

/// Finds the columns by name, in any letter case and spelling (`Min X`, `minX`). Columns of other
/// names, and those of sides that are not needed, are ignored. Refuses a missing column, with a
/// guess at what was meant, and a column that is given twice by its own name; static, category,
/// mask and group also under different names. `is_y_up`: `top` is the larger y.
Result<BoxHeader> box_header(std::span<const std::string_view> names, bool is_y_up,
                             BoxOrigin origin = BoxOrigin::unsaid);

/// The columns of the MOT benchmark (motchallenge.net), whose files have no header: frame, id, x,
/// y, width, height and more.
BoxHeader mot_header(BoxOrigin origin = BoxOrigin::unsaid);

/// Returns the error for a file that says by itself what `--origin` would say.
Error origin_is_known(std::string_view file_name);

}  // namespace phasebox
