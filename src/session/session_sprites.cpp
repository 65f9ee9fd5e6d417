// SPDX-License-Identifier: MIT
// Commands that add, remove and change sprites, and the pointer that holds one.
#include <algorithm>
#include <functional>
#include <utility>

#include "session/session_parts.hpp"
#include "world/sprite_bounds.hpp"

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

Status check_room(std::size_t n) {
  if (n <= kMaxSprites) return {};
  return Error{std::to_string(n) + " sprites are too many; a world holds at most " +
               std::to_string(kMaxSprites)};
}

void Session::Apply::add(const Sprite& sprite) {
  const SpriteId id = s.world_.add(sprite);
  change.patches.push_back({Patch::Kind::add, id, {}, sprite});
  s.note_edit({Edit::Kind::add, id, id});
}

void Session::Apply::remove(SpriteId id) {
  const auto last = static_cast<SpriteId>(s.world_.size() - 1);
  change.patches.push_back({Patch::Kind::remove, id, s.world_.get(id), {}});
  s.note_edit({Edit::Kind::remove, id, last});
  s.world_.remove(id);
  if (s.held_ == id)
    s.held_.reset();
  else if (s.held_ == last)
    s.held_ = id;
}

void Session::Apply::set_volume(SpriteId id, Volume volume) {
  Sprite sprite = s.world_.get(id);
  sprite.volume = volume;
  s.world_.set(id, sprite);
}

Status Session::Apply::operator()(const command::SetCount& c) {
  if (auto error = check_room(c.count)) return error;
  Scene& scene = *s.scenes_[s.scene_];
  change.scene_count = scene.count();
  scene.set_count(c.count);
  s.resize_world(c.count, change);
  return {};
}

void Session::resize_world(std::uint32_t count, Change& change) {
  Apply apply{*this};
  const SceneContext context = scene_context();
  world_.reserve(count);
  for (auto i = static_cast<std::uint32_t>(world_.size()); i < count; ++i)
    apply.add(scene_sprite(*scenes_[scene_], context, i));
  while (world_.size() > count) apply.remove(static_cast<SpriteId>(world_.size() - 1));
  change.patches = std::move(apply.change.patches);
  population_changed();
}

Status Session::Apply::operator()(const command::AddSprite& c) {
  if (auto error = check_room(s.world_.size() + 1)) return error;
  if (auto error = check_new_sprite(c.sprite, s.images_.size())) return error;
  add(c.sprite);
  s.population_changed();
  return {};
}

Status Session::Apply::operator()(const command::CloneSprites& c) {
  if (auto error = check_ids(c.ids, s.world_.size())) return error;
  if (auto error = check_room(s.world_.size() + c.ids.size())) return error;
  std::vector<Sprite> copies;
  for (const SpriteId id : c.ids) {
    copies.push_back(s.world_.get(id));
    copies.back().position += c.offset;
    if (auto error = check_new_sprite(copies.back(), s.images_.size())) return error;
  }
  for (const Sprite& copy : copies) add(copy);
  s.population_changed();
  return {};
}

Status Session::Apply::operator()(const command::RemoveSprites& c) {
  if (auto error = check_ids(c.ids, s.world_.size())) return error;
  std::vector<SpriteId> ids = c.ids;
  std::ranges::sort(ids, std::greater{});
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (const SpriteId id : ids) remove(id);
  s.population_changed();
  return {};
}

Status Session::Apply::operator()(const command::SetStatic& c) {
  if (auto error = check_ids(c.ids, s.world_.size())) return error;
  for (const SpriteId id : c.ids) {
    Sprite sprite = s.world_.get(id);
    const Sprite before = sprite;
    sprite.is_static = c.is_static;
    s.world_.set(id, sprite);
    change.patches.push_back({Patch::Kind::set, id, before, sprite});
  }
  s.forget_frames();
  s.population_changed();
  return {};
}

// Algorithms take filters as they come, so nothing is forgotten.
Status Session::Apply::operator()(const command::SetFilter& c) {
  if (auto error = check_ids(c.ids, s.world_.size())) return error;
  for (const SpriteId id : c.ids) {
    Sprite sprite = s.world_.get(id);
    const Sprite before = sprite;
    sprite.filter.category = with_bits(before.filter.category, c.category_on, c.category_off);
    sprite.filter.mask = with_bits(before.filter.mask, c.mask_on, c.mask_off);
    if (sprite.filter == before.filter) continue;
    s.world_.set(id, sprite);
    change.patches.push_back({Patch::Kind::traits, id, before, sprite});
  }
  s.refresh();
  return {};
}

Status Session::Apply::operator()(const command::SetVolume& c) {
  if (auto error = check_ids(c.ids, s.world_.size())) return error;
  for (const SpriteId id : c.ids) {
    const Sprite before = s.world_.get(id);
    if (before.volume == c.volume) continue;
    set_volume(id, c.volume);
    change.patches.push_back({Patch::Kind::traits, id, before, s.world_.get(id)});
  }
  s.refresh();
  return {};
}

Status Session::Apply::operator()(const command::Grab& c) {
  if (auto error = check_ids({{c.id}}, s.world_.size())) return error;
  s.held_ = c.id;
  s.grabbed_ = s.world_.get(c.id);
  s.grip_ = rotate_back(rotation(s.grabbed_.angle), c.at);
  s.hand_at_ = c.at;
  s.pulled_to_ = s.grabbed_.position + c.at;
  return {};
}

Status Session::Apply::operator()(const command::Drag& c) {
  if (!s.held_) return Error{"nothing is held that could be dragged"};
  Sprite moved = s.world_.get(*s.held_);
  moved.position = c.position;
  if (auto error = check_new_sprite(moved, s.images_.size())) return error;
  s.pulled_to_ = c.position + s.hand_at_;
  if (s.response_.is_on() && !c.by_hand) return {};
  s.world_.positions()[*s.held_] = c.position;
  s.refresh();
  return {};
}

Status Session::Apply::operator()(const command::Release& c) {
  if (!s.held_) return {};  // deleted while it was held
  Sprite thrown = s.grabbed_;
  thrown.velocity = c.velocity;
  if (auto error = check_new_sprite(thrown, s.images_.size())) return error;
  const SpriteId id = *std::exchange(s.held_, std::nullopt);
  if (!s.world_.statics()[id] && !s.response_.is_on()) s.world_.velocities()[id] = c.velocity;
  change.patches.push_back({Patch::Kind::set, id, s.grabbed_, s.world_.get(id)});
  return {};
}

}  // namespace phasebox
