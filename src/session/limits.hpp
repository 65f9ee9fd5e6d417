// SPDX-License-Identifier: MIT
// The limits of a session: how many sprites, images and pixels it holds, and which numbers it
// takes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "collide/image.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The largest number of sprites in a world, and of images in a session; more is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000, kMaxImages = 65'535;

/// The largest number of pixels of all images of a session together. A pixel takes 5 bytes, and
/// some more once it was used.
inline constexpr std::uint64_t kMaxImagePixels = 100'000'000;

/// Refuses more than kMaxSprites sprites.
Status check_sprite_count(std::size_t sprites);
/// Refuses more than kMaxImages images, the most that a sprite can number.
Status check_images(std::size_t images);
/// Refuses more than kMaxImagePixels pixels of all images together.
Status check_pixels(std::uint64_t pixels);
/// Refuses another picture that would exceed the limits of images or pixels.
Status check_new_image(const ImageSet& images, const Image& picture);
/// Refuses an n above 32 px and an inset above 100 percent, as the parameters do.
Status check_tuning(const ImageTuning& tuning);
/// Refuses a sprite with impossible numbers, or with an image that is not one of `images`.
Status check_new_sprite(const Sprite& sprite, std::size_t images);
/// Refuses a number that is not below `count`.
Status check_number(std::string_view what, std::size_t number, std::size_t count);
/// Refuses ids of sprites that a world of `sprites` sprites does not have.
Status check_ids(std::span<const SpriteId> ids, std::size_t sprites);

}  // namespace phasebox
