// SPDX-License-Identifier: MIT
// A box of a file that is not lines of text, as fields with names.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// One value of a box, as text, and the name of its column. A value within others has the names of
/// all of them, with blanks between them: "min x", and "min 0" in a list.
struct BoxField {
  std::string_view name, text;
};
/// Receives the fields of a box, which are valid during the call; a failed status ends the reading.
using TakeFields = std::function<Status(std::span<const BoxField>)>;

/// The largest number of fields of one box.
inline constexpr std::size_t kMaxBoxFields = 256;

/// Returns the names with those of list elements written as words: two or three elements are x, y
/// and z. Four are sides where the list's name says which, as xyxy, ltrb, aabb, bounds, xywh, ltwh
/// and rect do; else they stay numbers, which no column is called by.
std::vector<std::string> with_sides_of_lists(std::span<const BoxField> fields);

}  // namespace phasebox
