// SPDX-License-Identifier: MIT
// Moves rows in and out of the world's columns, and places sprites.
#include "world/world.hpp"

#include <algorithm>
#include <cassert>

#include "world/snapping.hpp"

namespace phasebox {
namespace {

Status check(const Bound& bound, float value) {
  const Sentence rule = bound.broken_by(value);
  if (rule.empty()) return {};
  return Error{Sentence("{}: {}", {bound.key, rule})};
}

Status check(const Bound& bound, Vec2 value) {
  if (auto status = check(bound, value.x); status.failed()) return status;
  return check(bound, value.y);
}

}  // namespace

template <class F>
void World::each_column(F&& f) {
  f(position_);
  f(velocity_);
  f(angle_);
  f(spin_);
  f(scale_);
  f(image_);
  f(filter_);
  f(volume_);
  f(is_static_);
}

Sprite World::get(SpriteId id) const {
  assert(id < size());
  return {position_[id], velocity_[id], angle_[id],  spin_[id],          scale_[id],
          image_[id],    filter_[id],   volume_[id], is_static_[id] != 0};
}

void World::count_traits(SpriteId id, int by) {
  if (filter_[id] != Filter{}) filtered_ += by;
  if (is_static_[id] != 0) static_ += by;
}

void World::set(SpriteId id, const Sprite& s) {
  assert(id < size() && s.scale.x > 0 && s.scale.y > 0);
  wake();
  count_traits(id, -1);
  position_[id] = s.position;
  velocity_[id] = s.velocity;
  angle_[id] = s.angle;
  spin_[id] = s.spin;
  scale_[id] = s.scale;
  image_[id] = s.image;
  filter_[id] = s.filter;
  volume_[id] = s.volume;
  is_static_[id] = s.is_static;
  count_traits(id, 1);
}

SpriteId World::add(const Sprite& sprite) {
  each_column([](auto& column) { column.emplace_back(); });
  const auto id = static_cast<SpriteId>(size() - 1);
  set(id, sprite);
  return id;
}

void World::remove(SpriteId id) {
  assert(id < size());
  count_traits(id, -1);
  each_column([id](auto& column) {
    column[id] = column.back();
    column.pop_back();
  });
  wake();
  cached_impulses_.clear();
}

void World::insert(SpriteId id, const Sprite& sprite) {
  assert(id <= size());
  if (id == size()) {
    add(sprite);
    return;
  }
  add(get(id));
  set(id, sprite);
  cached_impulses_.clear();
}

void World::clear() {
  each_column([](auto& column) { column.clear(); });
  filtered_ = static_ = 0;
  wake();
  cached_impulses_.clear();
}

void World::reserve(std::size_t n) {
  each_column([n](auto& column) { column.reserve(n); });
}

void World::animate(const ImageSet& images, std::uint64_t steps) {
  if (!images.is_animated()) return;
  bool is_changed = false;
  for (std::uint16_t& image : image_) {
    const std::uint16_t each = images[image].steps_per_frame;
    if (each == 0 || steps % each != 0) continue;
    image = images.next_frame(image);
    is_changed = true;
  }
  if (is_changed) wake();
}

void World::set_quiet_steps(std::span<const std::uint8_t> steps) {
  assert(steps.empty() || steps.size() == size());
  quiet_steps_.assign(steps.begin(), steps.end());
  if (std::ranges::none_of(steps, [](std::uint8_t n) { return n > 0; })) wake();
}

// The words `low` hold the lower 16 bits of category and mask. Where no sprite has higher bits or a
// group they are the whole hash, as in versions that had no more, so that recorded hashes stay
// valid. A mask counts only by its lower half there.
void World::hash_filters(Hasher& h) const {
  std::vector<std::uint32_t> low, high;
  bool is_wide = false;
  for (const Filter& f : filter_) {
    low.push_back((f.category & 0xFFFF) | f.mask << 16);
    high.push_back((f.category >> 16) << 16 | f.mask >> 16);
    high.push_back(static_cast<std::uint32_t>(f.group));
    is_wide = is_wide || f.category >> 16 != 0 || f.group != 0;
  }
  h.add(std::span<const std::uint32_t>(low));
  if (is_wide) h.add(std::span<const std::uint32_t>(high));
}

std::uint64_t World::hash() const {
  const auto floats = [](const std::vector<Vec2>& column) {
    return std::span<const float>(column.empty() ? nullptr : &column[0].x, column.size() * 2);
  };
  Hasher h;
  h.add(floats(position_));
  h.add(floats(velocity_));
  h.add(std::span(angle_));
  h.add(std::span(spin_));
  h.add(floats(scale_));
  h.add(std::span(image_));
  hash_filters(h);
  h.add(std::span(volume_));
  h.add(std::span(is_static_));
  for (const CachedImpulse& s : cached_impulses_) {
    h.add(std::uint64_t{s.a} << 32 | s.b);
    h.add(std::span<const float>(&s.impulse[0].x, 4));
  }
  if (!quiet_steps_.empty()) h.add(std::span(quiet_steps_));
  return h.value();
}

Frame frame_of(const World& world, const ImageSet& images, std::span<const Transform> transforms,
               std::span<const Aabb> boxes) {
  Frame f;
  f.boxes = boxes;
  f.transforms = transforms;
  f.scales = world.scales();
  f.image_of = world.images();
  f.volumes = world.volumes();
  f.images = &images;
  return f;
}

void place_sprites(const World& world, const ImageSet& images, const WorldOptions& options,
                   std::span<Transform> transforms, std::span<Aabb> boxes) {
  for (std::size_t i = 0; i < world.size(); ++i) {
    Transform transform{world.positions()[i], rotation(world.angles()[i])};
    const Aabb local = volume_box(images[world.images()[i]], world.volumes()[i], transform.rotation,
                                  world.scales()[i]);
    Aabb box = translated(local, transform.position);
    if (options.snap) {
      const Aabb moved = snapped(box, options.snap_size);
      transform.position += moved.min - box.min;
      box = moved;
    }
    transforms[i] = transform;
    boxes[i] = box;
  }
}

Status check_sprite(const Sprite& s) {
  if (auto status = check(kPositionBound, s.position); status.failed()) return status;
  if (auto status = check(kVelocityBound, s.velocity); status.failed()) return status;
  if (auto status = check(kAngleBound, s.angle); status.failed()) return status;
  if (auto status = check(kSpinBound, s.spin); status.failed()) return status;
  return check(kScaleBound, s.scale);
}

Sprite into_world(Sprite s, ImageSet& images) {
  if (const Flips flips = flips_of(s)) s.image = images.add_mirrored(s.image, flips);
  s.scale = {std::abs(s.scale.x), std::abs(s.scale.y)};
  return s;
}

Sprite out_of_world(Sprite s, const ImageSet& images) {
  const Image& image = images[s.image];
  s.image = static_cast<std::uint16_t>(images.picture(s.image) + image.frame);
  if (image.flips.x) s.scale.x = -s.scale.x;
  if (image.flips.y) s.scale.y = -s.scale.y;
  return s;
}

}  // namespace phasebox
