// SPDX-License-Identifier: MIT
// Adds, removes and changes sprites.
#include "session/command/sprites.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "session/editor.hpp"
#include "session/limits.hpp"

namespace phasebox {
namespace {

// Refuses a sprite that needs a mirrored image which would exceed the limits of images or pixels.
Status check_mirrored(const ImageSet& images, const Sprite& sprite) {
  const Flips flips = flips_of(sprite);
  if (!flips || images.find_mirrored(sprite.image, flips) >= 0) return {};
  return check_new_image(images, images[images.picture(sprite.image)]);
}

// Sets the filter or the volume of a sprite if it differs. Algorithms allow both to change between
// frames in any way, so none is reset.
template <class Trait>
void set_trait(Editor& editor, SpriteId id, Trait Sprite::*trait, const Trait& value) {
  Sprite sprite = editor.s.world.get(id);
  if (std::exchange(sprite.*trait, value) != value) editor.set(id, sprite, true);
}

// The bits with those of `on` set and then those of `off` cleared.
std::uint32_t with_bits(std::uint32_t bits, std::uint32_t on, std::uint32_t off) {
  return (bits | on) & ~off;
}

}  // namespace

void Editor::add(const Sprite& sprite) {
  const SpriteId id = s.world.add(sprite);
  change.patches.push_back({id, {}, sprite});
  s.note({Edit::Kind::add, id, id});
}

void Editor::remove(SpriteId id) {
  const auto last = static_cast<SpriteId>(s.world.size() - 1);
  change.patches.push_back({id, s.world.get(id), {}});
  s.note({Edit::Kind::remove, id, last});
  s.world.remove(id);
  if (!s.held) return;
  if (s.held->id == id)
    s.held.reset();
  else if (s.held->id == last)
    s.held->id = id;
}

Status Editor::operator()(const command::SetCount& c) {
  if (auto status = check_sprite_count(c.count); status.failed()) return status;
  Scene& scene = s.settings.scene.instance();
  change.scene_count = scene.count();
  scene.set_count(c.count);
  const SceneContext context = s.scene_context();
  s.world.reserve(c.count);
  for (auto i = static_cast<std::uint32_t>(s.world.size()); i < c.count; ++i)
    add(scene_sprite(scene, context, i));
  while (s.world.size() > c.count) remove(static_cast<SpriteId>(s.world.size() - 1));
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::AddSprite& c) {
  if (auto status = check_sprite_count(s.world.size() + 1); status.failed()) return status;
  if (auto status = check_new_sprite(c.sprite, s.images.size()); status.failed()) return status;
  if (auto status = check_mirrored(s.images, c.sprite); status.failed()) return status;
  add(into_world(c.sprite, s.images));
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::CloneSprites& c) {
  if (auto status = check_ids(c.ids, s.world.size()); status.failed()) return status;
  if (auto status = check_sprite_count(s.world.size() + c.ids.size()); status.failed())
    return status;
  std::vector<Sprite> copies;
  for (const SpriteId id : c.ids) {
    copies.push_back(s.world.get(id));
    copies.back().position += c.offset;
    if (auto status = check_new_sprite(copies.back(), s.images.size()); status.failed())
      return status;
  }
  for (const Sprite& copy : copies) add(copy);
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::RemoveSprites& c) {
  if (auto status = check_ids(c.ids, s.world.size()); status.failed()) return status;
  std::vector<SpriteId> ids = c.ids;
  std::ranges::sort(ids, std::greater{});
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const SpriteId id : ids) remove(id);
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::SetStatic& c) {
  if (auto status = check_ids(c.ids, s.world.size()); status.failed()) return status;
  for (const SpriteId id : c.ids) {
    Sprite sprite = s.world.get(id);
    sprite.is_static = c.is_static;
    set(id, sprite, false);
  }
  s.forget_frames();
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::SetFilter& c) {
  if (auto status = check_ids(c.ids, s.world.size()); status.failed()) return status;
  for (const SpriteId id : c.ids) {
    const Filter before = s.world.filters()[id];
    set_trait(*this, id, &Sprite::filter,
              {with_bits(before.category, c.category_on, c.category_off),
               with_bits(before.mask, c.mask_on, c.mask_off), before.group});
  }
  s.place();
  return {};
}

Status Editor::operator()(const command::FilterCategories& c) {
  for (SpriteId id = 0; id < s.world.size(); ++id) {
    const Filter before = s.world.filters()[id];
    const std::uint32_t bits =
        (before.category & c.first ? c.second : 0) | (before.category & c.second ? c.first : 0);
    set_trait(*this, id, &Sprite::filter,
              {before.category,
               c.collide ? with_bits(before.mask, bits, 0) : with_bits(before.mask, 0, bits),
               before.group});
  }
  s.place();
  return {};
}

Status Editor::operator()(const command::SetVolume& c) {
  if (auto status = check_ids(c.ids, s.world.size()); status.failed()) return status;
  for (const SpriteId id : c.ids) set_trait(*this, id, &Sprite::volume, c.volume);
  s.place();
  return {};
}

}  // namespace phasebox
