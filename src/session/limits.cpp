// SPDX-License-Identifier: MIT
// Compares values with the limits of a session, and words the errors.
#include "session/limits.hpp"

namespace phasebox {

Status check_sprite_count(std::size_t n) {
  if (n <= kMaxSprites) return {};
  return Error{Sentence("{} sprites are too many; a world holds at most {}",
                        {Sentence::as_is(n), Sentence::as_is(kMaxSprites)})};
}

Status check_images(std::size_t n) {
  if (n <= kMaxImages) return {};
  return Error{"65,535 images are the most a session can hold"};
}

Status check_pixels(std::uint64_t pixels) {
  if (pixels <= kMaxImagePixels) return {};
  return Error{
      Sentence("{} pixels of all images are too many; a session holds {} at most: make "
               "images smaller",
               {Sentence::as_is(pixels), Sentence::as_is(kMaxImagePixels)})};
}

Status check_new_image(const ImageSet& images, const Image& picture) {
  if (auto status = check_images(images.size() + 1 + picture.later.size()); status.failed())
    return status;
  return check_pixels(images.pixels() + pixels_of(picture));
}

Status check_tuning(const ImageTuning& t) {
  if (t.n < 0 || t.n > 32)
    return Error{Sentence("n: {} is not a whole number from 1 to 32 px", {Sentence::as_is(t.n)})};
  if (!(t.inset <= 100)) return Error{"inset: must be a number from 0 to 100 percent"};
  return {};
}

Status check_new_sprite(const Sprite& s, std::size_t images) {
  if (auto status = check_sprite(s); status.failed())
    return Error{Sentence("a sprite's {}", {status.error().text})};
  if (s.image < images) return {};
  return Error{Sentence("a sprite shows image {}; there are {}",
                        {Sentence::as_is(s.image), Sentence::as_is(images)})};
}

Status check_number(std::string_view what, std::size_t number, std::size_t count) {
  if (number < count) return {};
  return Error{Sentence(
      "there is no {} {}; the last one is {}",
      {what, Sentence::as_is(number), Sentence::as_is(static_cast<std::int64_t>(count) - 1)})};
}

Status check_ids(std::span<const SpriteId> ids, std::size_t sprites) {
  for (const SpriteId id : ids)
    if (auto status = check_number("sprite", id, sprites); status.failed()) return status;
  return {};
}

}  // namespace phasebox
