// SPDX-License-Identifier: MIT
// Says which limit of a session a value exceeds.
#include "session/limits.hpp"

namespace phasebox {

Status check_sprite_count(std::size_t n) {
  if (n <= kMaxSprites) return {};
  return Error{std::to_string(n) + " sprites are too many; a world holds at most " +
               std::to_string(kMaxSprites)};
}

Status check_images(std::size_t n) {
  if (n <= kMaxImages) return {};
  return Error{"65,535 images are the most a session can hold"};
}

Status check_pixels(std::uint64_t pixels) {
  if (pixels <= kMaxImagePixels) return {};
  return Error{std::to_string(pixels) + " pixels of all images are too many; a session holds " +
               std::to_string(kMaxImagePixels) + " at most: make images smaller"};
}

Status check_new_image(const ImageSet& images, const Image& picture) {
  if (auto status = check_images(images.size() + 1 + picture.later.size()); status.failed())
    return status;
  return check_pixels(images.pixels() + pixels_of(picture));
}

Status check_tuning(const ImageTuning& t) {
  if (t.n < 0 || t.n > 32)
    return Error{"n: " + std::to_string(t.n) + " is not a whole number from 1 to 32 px"};
  if (!(t.inset <= 100)) return Error{"inset: must be a number from 0 to 100 percent"};
  return {};
}

Status check_new_sprite(const Sprite& s, std::size_t images) {
  if (auto status = check_sprite(s); status.failed())
    return Error{"a sprite's " + status.error().text};
  if (s.image < images) return {};
  return Error{"a sprite shows image " + std::to_string(s.image) + "; there are " +
               std::to_string(images)};
}

Status check_number(const std::string& what, std::size_t number, std::size_t count) {
  if (number < count) return {};
  return Error{"there is no " + what + " " + std::to_string(number) + "; the last one is " +
               std::to_string(static_cast<std::int64_t>(count) - 1)};
}

Status check_ids(std::span<const SpriteId> ids, std::size_t sprites) {
  for (const SpriteId id : ids)
    if (auto status = check_number("sprite", id, sprites); status.failed()) return status;
  return {};
}

}  // namespace phasebox
