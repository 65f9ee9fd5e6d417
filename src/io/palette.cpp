// SPDX-License-Identifier: MIT
// Median cut over a histogram.
#include "io/palette.hpp"

#include <algorithm>

namespace phasebox {

void Palette::note(Rgb color) {
  Bin& bin = bins_[bin_of(color)];
  if (bin.count++ == 0) used_.push_back(bin_of(color));
  for (std::size_t c = 0; c < 3; ++c) bin.sum[c] += color[c];
}

void Palette::choose(std::size_t most) {
  std::vector<Box> boxes;
  if (!used_.empty()) boxes.push_back(measured(0, used_.size()));
  while (!boxes.empty() && boxes.size() < most) {
    const auto longest = std::ranges::max_element(boxes, {}, &Box::length);
    if (longest->length == 0) break;
    const Box box = *longest;
    const std::size_t middle = middle_of(box);
    *longest = measured(box.first, middle);
    boxes.push_back(measured(middle, box.end));
  }
  for (const Box& box : boxes) name(box);
}

Palette::Box Palette::measured(std::size_t first, std::size_t end) const {
  Box box{first, end};
  for (std::size_t c = 0; c < 3; ++c) {
    unsigned low = 31, high = 0;
    for (std::size_t k = first; k < end; ++k) {
      low = std::min(low, level(used_[k], c));
      high = std::max(high, level(used_[k], c));
    }
    if (high - low > box.length) box.channel = c, box.length = high - low;
  }
  return box;
}

// Half of the pixels on either side, and at least one bin.
std::size_t Palette::middle_of(const Box& box) {
  const auto bins = std::span(used_).subspan(box.first, box.end - box.first);
  std::ranges::sort(bins, {},
                    [&](std::size_t bin) { return std::pair(level(bin, box.channel), bin); });
  std::uint64_t all = 0, before = 0;
  for (const std::size_t bin : bins) all += bins_[bin].count;
  std::size_t k = 0;
  while (k + 1 < bins.size() && 2 * (before += bins_[bins[k]].count) < all) ++k;
  return box.first + std::clamp<std::size_t>(k, 1, bins.size() - 1);
}

void Palette::name(const Box& box) {
  Bin all;
  for (std::size_t k = box.first; k < box.end; ++k) {
    const Bin& bin = bins_[used_[k]];
    all.count += bin.count;
    for (std::size_t c = 0; c < 3; ++c) all.sum[c] += bin.sum[c];
    index_[used_[k]] = static_cast<std::uint8_t>(colors_.size());
  }
  Rgb mean;
  for (std::size_t c = 0; c < 3; ++c)
    mean[c] = static_cast<std::uint8_t>((all.sum[c] + all.count / 2) / all.count);
  colors_.push_back(mean);
}

}  // namespace phasebox
