// SPDX-License-Identifier: MIT
// Measures rounding errors of boxes, and finds the middle of boxes that are far from zero.
#include "io/boxes/box_precision.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Whether the float's shortest text reads as exactly this number. Then the program that wrote the
// number had only the float, and rounding loses nothing.
bool is_text_of(float value, double number) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific)
          .ptr;
  return read_number<double>({text.data(), end}) == number;
}

// Returns the median of the places where they are far from zero compared to their spread, else 0;
// see far_offset.
double far_middle(std::vector<float> places) {
  const auto quarter = [&](std::size_t k) {
    const auto at = places.begin() + static_cast<std::ptrdiff_t>((places.size() - 1) * k / 4);
    std::ranges::nth_element(places, at);
    return static_cast<double>(*at);
  };
  const double low = quarter(1), middle = quarter(2), high = quarter(3);
  constexpr double kFar = 4;
  return std::abs(middle) > kFar * (high - low) ? middle : 0;
}

}  // namespace

Aabb FloatLoss::rounded(const std::array<double, 4>& sides, const std::array<double, 2>& offset) {
  const double width = sides[2] - sides[0], height = sides[3] - sides[1];
  for (const double side : {width, height})
    if (side > 0) smallest_ = std::min(smallest_, side);
  std::array<float, 4> kept{};
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const double told = sides[k] - offset[k % 2];
    kept[k] = static_cast<float>(told);
    const double moved = std::abs(told - static_cast<double>(kept[k]));
    // Converting to text is slow, so it is done only for an error that matters.
    if (moved > moved_ && moved > kNotable * smallest_ && !is_text_of(kept[k], told))
      moved_ = moved;
  }
  return {{kept[0], kept[1]}, {kept[2], kept[3]}};
}

Sentence FloatLoss::note(std::string_view unit) const {
  const Sentence name = Sentence::as_is(unit);
  return say(
      "float32 moves sides by up to {:.2g} {}, and the smallest box has {:.2g} {}; "
      "pairs may be lost",
      moved_, name, smallest_, name);
}

std::array<double, 2> far_offset(std::span<const Aabb> boxes) {
  if (boxes.empty()) return {};
  std::vector<float> x, y;
  for (const Aabb& box : boxes) {
    x.push_back(box.min.x);
    y.push_back(box.min.y);
  }
  return {far_middle(std::move(x)), far_middle(std::move(y))};
}

}  // namespace phasebox
