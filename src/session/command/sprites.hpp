// SPDX-License-Identifier: MIT
// Commands that add, remove and change sprites.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/number_format.hpp"
#include "base/sentence.hpp"
#include "world/world.hpp"

namespace phasebox::command {

/// A number of sprites, with words between number and noun: "3 removed sprites" for "{} removed ".
inline Sentence counted_sprites(std::size_t n, const char* what = "{} ") {
  return {what + std::string(n == 1 ? "sprite" : "sprites"), {Sentence::as_is(grouped(n))}};
}

/// Sets the number of sprites, and the scene's parameter for it: adds sprites that the scene makes
/// at the end, or removes the last ones.
struct SetCount {
  std::uint32_t count;

  Sentence undo_title() const { return counted_sprites(count); }
};
/// Adds a sprite as the last one.
struct AddSprite {
  Sprite sprite;

  Sentence undo_title() const { return "added sprite"; }
};
/// Adds copies of sprites at the end.
struct CloneSprites {
  std::vector<SpriteId> ids;
  Vec2 offset;  ///< from each sprite to its copy, world px

  Sentence undo_title() const { return counted_sprites(ids.size(), "{} cloned "); }
};
/// Removes sprites, each once even if it is named twice. The last sprites take over their ids.
struct RemoveSprites {
  std::vector<SpriteId> ids;

  Sentence undo_title() const { return counted_sprites(ids.size(), "{} removed "); }
};
/// Makes sprites static (nothing moves them) or movable.
struct SetStatic {
  std::vector<SpriteId> ids;
  bool is_static;

  Sentence undo_title() const {
    return counted_sprites(ids.size(), is_static ? "{} pinned " : "{} unpinned ");
  }
};
/// Sets bits of the category and mask of sprites' collision filters (`on`), and clears others
/// (`off`, which wins). All other bits stay.
struct SetFilter {
  std::vector<SpriteId> ids;
  std::uint32_t category_on = 0, category_off = 0, mask_on = 0, mask_off = 0;

  Sentence undo_title() const { return {"filter of {}", {counted_sprites(ids.size())}}; }
};
/// Sets whether sprites of two categories collide, by the masks of all sprites of either category.
/// `first` and `second` are one bit each and may be equal.
struct FilterCategories {
  std::uint32_t first, second;
  bool collide;

  Sentence undo_title() const { return "filter of categories"; }
};
/// Sets the bounding volume of sprites.
struct SetVolume {
  std::vector<SpriteId> ids;
  Volume volume;

  Sentence undo_title() const { return {"volume of {}", {counted_sprites(ids.size())}}; }
};

}  // namespace phasebox::command
