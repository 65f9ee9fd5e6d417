// SPDX-License-Identifier: MIT
// How deep a contact is, by its pixels.
#pragma once
#include <array>
#include <cstddef>
#include <string>

#include "collide/narrowphase/pixels/pixels.hpp"

namespace phasebox {

/// A contact's depth: the smaller side, px, of the rectangle around all pixels that both sprites
/// cover. Bin k holds the contacts of at most kDepths[k] px that no bin before holds; the last bin
/// holds the rest.
inline constexpr std::array<int, 4> kDepths{4, 8, 16, 32};
inline constexpr std::size_t kDepthBins = kDepths.size() + 1;
/// "at most 4 px", "5 to 8 px", ... "more than 32 px".
std::string depth_name(std::size_t bin);
std::size_t depth_bin(int depth);

/// Looks at every pixel of the overlap; 0 where no pixel is opaque in both.
int contact_depth(const PixelView& a, const PixelView& b, const PixelRect& overlap, int threshold);

}  // namespace phasebox
