// SPDX-License-Identifier: MIT
// How well two colors are told apart.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

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

}  // namespace phasebox::test
