// SPDX-License-Identifier: MIT
// Computes tones of images and keeps them.
#include "view/space/space_list.hpp"

#include <algorithm>
#include <utility>

namespace phasebox {
namespace {

ImageTone tone_of(std::shared_ptr<const Image> image) {
  std::uint64_t sum[3] = {}, weight = 0;
  std::uint8_t most = 0;
  for (std::size_t i = 0; i < image->alpha.size(); ++i) {
    const std::uint8_t alpha = image->alpha[i];
    for (std::size_t c = 0; c < 3; ++c)
      sum[c] += static_cast<std::uint64_t>(image->rgba[4 * i + c]) * alpha;
    weight += alpha;
    most = std::max(most, alpha);
  }
  const auto mean = [&](std::uint64_t s) {
    return static_cast<std::uint8_t>(s / std::max<std::uint64_t>(weight, 1));
  };
  const float cut = static_cast<float>(most) / 255 / 2;
  return {std::move(image), {mean(sum[0]), mean(sum[1]), mean(sum[2])}, cut};
}

}  // namespace

const ImageTone& SpaceList::tone(const ImageSet& images, std::size_t image) {
  if (tones.size() < images.size()) tones.resize(images.size());
  if (tones[image].image != images.shared(image)) tones[image] = tone_of(images.shared(image));
  return tones[image];
}

}  // namespace phasebox
