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

/// The largest number of sprites in a world, and of images in a session. A command that would
/// exceed one is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000, kMaxImages = 65'535;

/// The largest number of pixels of all images of a session together. A pixel takes 5 bytes (RGBA
/// and alpha), and some more once algorithms have made masks of its image.
inline constexpr std::uint64_t kMaxImagePixels = 100'000'000;

/// Refuses more than kMaxSprites sprites.
Status check_sprite_count(std::size_t sprites);
/// Refuses more than kMaxImages images, because a sprite numbers its image by 16 bits.
Status check_images(std::size_t images);
/// Refuses more than kMaxImagePixels pixels of all images together.
Status check_pixels(std::uint64_t pixels);
/// Refuses to add a picture, with its later animation frames, if the session would exceed the
/// limits of images or pixels.
Status check_new_image(const ImageSet& images, const Image& picture);
/// Refuses the tuning of an image whose n (distance of sampled pixels) is below 0 or above 32 px,
/// or whose inset is above 100 percent. Values that stand for "not set" are accepted.
Status check_tuning(const ImageTuning& tuning);
/// Refuses a sprite with numbers outside their bounds (`check_sprite`), or whose image is not below
/// `images`, the number of images.
Status check_new_sprite(const Sprite& sprite, std::size_t images);
/// Refuses a number that is not below `count`. `what` names the thing in the error: "frame".
Status check_number(std::string_view what, std::size_t number, std::size_t count);
/// Refuses the ids if one is not below `sprites`, the number of sprites.
Status check_ids(std::span<const SpriteId> ids, std::size_t sprites);

}  // namespace phasebox
