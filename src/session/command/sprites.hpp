// SPDX-License-Identifier: MIT
// Commands that add, remove and change sprites.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/sentence.hpp"
#include "world/world.hpp"

namespace phasebox::command {

/// A number of sprites, with the words before the last one: "3 removed sprites".
inline Sentence counted_sprites(std::size_t n, const char* what = "{} ") {
  return {what + std::string(n == 1 ? "sprite" : "sprites"), {Sentence::as_is(std::to_string(n))}};
}

/// Makes the scene have `count` sprites: adds new ones at the end or removes the last ones.
struct SetCount {
  std::uint32_t count;

  Sentence undo_title() const { return counted_sprites(count); }
};
struct AddSprite {
  Sprite sprite;

  Sentence undo_title() const { return "added sprite"; }
};
struct CloneSprites {
  std::vector<SpriteId> ids;
  Vec2 offset;

  Sentence undo_title() const { return counted_sprites(ids.size(), "{} cloned "); }
};
struct RemoveSprites {
  std::vector<SpriteId> ids;

  Sentence undo_title() const { return counted_sprites(ids.size(), "{} removed "); }
};
struct SetStatic {
  std::vector<SpriteId> ids;
  bool is_static;

  Sentence undo_title() const {
    return counted_sprites(ids.size(), is_static ? "{} pinned " : "{} unpinned ");
  }
};
/// Sets and clears bits of the sprites' collision category and mask; the other bits stay.
struct SetFilter {
  std::vector<SpriteId> ids;
  std::uint32_t category_on = 0, category_off = 0, mask_on = 0, mask_off = 0;

  Sentence undo_title() const { return {"filter of {}", {counted_sprites(ids.size())}}; }
};
/// Sets whether sprites of two categories (one bit each, may be equal) collide, in the masks of all
/// sprites of either category.
struct FilterCategories {
  std::uint32_t first, second;
  bool collide;

  Sentence undo_title() const { return "filter of categories"; }
};
struct SetVolume {
  std::vector<SpriteId> ids;
  Volume volume;

  Sentence undo_title() const { return {"volume of {}", {counted_sprites(ids.size())}}; }
};

}  // namespace phasebox::command
