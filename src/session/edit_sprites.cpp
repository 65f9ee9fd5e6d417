// SPDX-License-Identifier: MIT
// Commands that add, remove and change sprites, and the pointer that holds one.
#include <algorithm>
#include <functional>
#include <utility>

#include "session/editor.hpp"
#include "world/transform.hpp"

namespace phasebox {
namespace {

Status check_ids(std::span<const SpriteId> ids, std::size_t n) {
  for (const SpriteId id : ids)
    if (id >= n)
      return Error{"there is no sprite " + std::to_string(id) + "; the last one is " +
                   std::to_string(static_cast<std::int64_t>(n) - 1)};
  return {};
}

std::uint16_t with_bits(std::uint16_t bits, std::uint16_t on, std::uint16_t off) {
  return static_cast<std::uint16_t>((bits | on) & ~off);
}

}  // namespace

Status check_new_sprite(const Sprite& s, std::size_t images) {
  if (auto error = check_sprite(s)) return Error{"a sprite's " + error->text};
  if (s.image < images) return {};
  return Error{"a sprite shows image " + std::to_string(s.image) + "; there are " +
               std::to_string(images)};
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

Status check_room(std::size_t n) {
  if (n <= kMaxSprites) return {};
  return Error{std::to_string(n) + " sprites are too many; a world holds at most " +
               std::to_string(kMaxSprites)};
}

void Editor::Run::add(const Sprite& sprite) {
  const SpriteId id = s.world.add(sprite);
  change.patches.push_back({Patch::Kind::add, id, {}, sprite});
  s.note({Edit::Kind::add, id, id});
}

void Editor::Run::remove(SpriteId id) {
  const auto last = static_cast<SpriteId>(s.world.size() - 1);
  change.patches.push_back({Patch::Kind::remove, id, s.world.get(id), {}});
  s.note({Edit::Kind::remove, id, last});
  s.world.remove(id);
  if (!s.held) return;
  if (s.held->id == id)
    s.held.reset();
  else if (s.held->id == last)
    s.held->id = id;
}

void Editor::Run::set_volume(SpriteId id, Volume volume) {
  Sprite sprite = s.world.get(id);
  sprite.volume = volume;
  s.world.set(id, sprite);
}

void Editor::Run::set_filter(SpriteId id, Filter filter) {
  const Sprite before = s.world.get(id);
  if (before.filter == filter) return;
  Sprite sprite = before;
  sprite.filter = filter;
  s.world.set(id, sprite);
  change.patches.push_back({Patch::Kind::traits, id, before, sprite});
}

Status Editor::Run::operator()(const command::SetCount& c) {
  if (auto error = check_room(c.count)) return error;
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

Status Editor::Run::operator()(const command::AddSprite& c) {
  if (auto error = check_room(s.world.size() + 1)) return error;
  if (auto error = check_new_sprite(c.sprite, s.images.size())) return error;
  add(c.sprite);
  s.population_changed();
  return {};
}

Status Editor::Run::operator()(const command::CloneSprites& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  if (auto error = check_room(s.world.size() + c.ids.size())) return error;
  std::vector<Sprite> copies;
  for (const SpriteId id : c.ids) {
    copies.push_back(s.world.get(id));
    copies.back().position += c.offset;
    if (auto error = check_new_sprite(copies.back(), s.images.size())) return error;
  }
  for (const Sprite& copy : copies) add(copy);
  s.population_changed();
  return {};
}

Status Editor::Run::operator()(const command::RemoveSprites& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  std::vector<SpriteId> ids = c.ids;
  std::ranges::sort(ids, std::greater{});
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const SpriteId id : ids) remove(id);
  s.population_changed();
  return {};
}

Status Editor::Run::operator()(const command::SetStatic& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  for (const SpriteId id : c.ids) {
    Sprite sprite = s.world.get(id);
    const Sprite before = sprite;
    sprite.is_static = c.is_static;
    s.world.set(id, sprite);
    change.patches.push_back({Patch::Kind::set, id, before, sprite});
  }
  s.forget_frames();
  s.population_changed();
  return {};
}

// Algorithms take filters as they come, so nothing is forgotten.
Status Editor::Run::operator()(const command::SetFilter& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  for (const SpriteId id : c.ids) {
    const Filter before = s.world.filters()[id];
    set_filter(id, {with_bits(before.category, c.category_on, c.category_off),
                    with_bits(before.mask, c.mask_on, c.mask_off)});
  }
  s.place();
  return {};
}

Status Editor::Run::operator()(const command::FilterCategories& c) {
  for (SpriteId id = 0; id < s.world.size(); ++id) {
    const Filter before = s.world.filters()[id];
    const auto bits = static_cast<std::uint16_t>((before.category & c.first ? c.second : 0) |
                                                 (before.category & c.second ? c.first : 0));
    set_filter(id, {before.category,
                    c.collide ? with_bits(before.mask, bits, 0) : with_bits(before.mask, 0, bits)});
  }
  s.place();
  return {};
}

Status Editor::Run::operator()(const command::SetVolume& c) {
  if (auto error = check_ids(c.ids, s.world.size())) return error;
  for (const SpriteId id : c.ids) {
    const Sprite before = s.world.get(id);
    if (before.volume == c.volume) continue;
    set_volume(id, c.volume);
    change.patches.push_back({Patch::Kind::traits, id, before, s.world.get(id)});
  }
  s.place();
  return {};
}

Status Editor::Run::operator()(const command::Grab& c) {
  if (auto error = check_ids({{c.id}}, s.world.size())) return error;
  for (const float at : {c.at.x, c.at.y})
    if (const std::string rule = kPositionBound.broken_by(at); !rule.empty())
      return Error{"grip: " + rule};
  const Sprite sprite = s.world.get(c.id);
  s.held =
      Hold{c.id, sprite, rotate_back(rotation(sprite.angle), c.at), c.at, sprite.position + c.at};
  return {};
}

Status Editor::Run::operator()(const command::Drag& c) {
  if (!s.held) return Error{"nothing is held that could be dragged"};
  Sprite moved = s.world.get(s.held->id);
  moved.position = c.position;
  if (auto error = check_new_sprite(moved, s.images.size())) return error;
  s.held->target = c.position + s.held->offset;
  if (s.settings.response.is_on() && !c.by_hand) return {};
  s.world.positions()[s.held->id] = c.position;
  s.place();
  return {};
}

Status Editor::Run::operator()(const command::Release& c) {
  if (!s.held) return {};  // deleted while it was held
  Sprite thrown = s.held->before;
  thrown.velocity = c.velocity;
  if (auto error = check_new_sprite(thrown, s.images.size())) return error;
  const Hold hold = *std::exchange(s.held, std::nullopt);
  if (!s.world.statics()[hold.id] && !s.settings.response.is_on())
    s.world.velocities()[hold.id] = c.velocity;
  change.patches.push_back({Patch::Kind::set, hold.id, hold.before, s.world.get(hold.id)});
  return {};
}

}  // namespace phasebox
