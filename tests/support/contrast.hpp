// SPDX-License-Identifier: MIT
// How well two colors are told apart.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "view/theme.hpp"

namespace phasebox::test {

// sRGB transfer function, then the weights of ITU-R BT.709.
inline double luminance(Color c) {
  const auto linear = [](std::uint8_t byte) {
    const double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/// Contrast of two opaque colors, 1 to 21 (WCAG 2.1, "contrast ratio").
inline double contrast(Color a, Color b) {
  const double p = luminance(a), q = luminance(b);
  return (std::max(p, q) + 0.05) / (std::min(p, q) + 0.05);
}

/// The hue of a color, 0 to 360 degrees; none of a color that is almost gray.
inline std::optional<double> hue(Color c) {
  constexpr double kGray = 0.2;  // saturation
  const double r = c.r, g = c.g, b = c.b;
  const double most = std::max({r, g, b}), range = most - std::min({r, g, b});
  if (range <= kGray * most) return {};
  const double sixths = most == r   ? (g - b) / range + 6
                        : most == g ? (b - r) / range + 2
                                    : (r - g) / range + 4;
  return std::fmod(sixths * 60, 360);
}

/// Whether the hues of two colors are so close that one may be taken for the other.
inline bool have_like_hues(Color a, Color b) {
  const auto p = hue(a), q = hue(b);
  if (!p || !q) return false;
  const double apart = std::abs(*p - *q);
  return std::min(apart, 360 - apart) < 25;
}

}  // namespace phasebox::test
