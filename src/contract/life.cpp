// SPDX-License-Identifier: MIT
// Makes the lives of worlds.
#include "contract/life.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace phasebox::contract {
namespace {

constexpr float kSide = 600;  // px, of the field
constexpr std::size_t kFew = 10;
constexpr int kPauseEvery = 7, kResetEvery = 97;

/// The world of a life and its random numbers.
class Life {
 public:
  Life(std::size_t objects, std::uint64_t seed)
      : random_(seed), arrivals_(objects < 2 * kFew ? 3 : 90) {
    world_ = world_of("life", random_boxes(random_, objects, kSide, kSide, 30));
    world_.seed = seed;
    world_.filters.assign(objects, Filter{});
    world_.is_static.assign(objects, 0);
    for (std::size_t i = 0; i < objects; i += 5) world_.is_static[i] = 1;
    for (std::size_t i = 0; i < objects; ++i) velocities_.push_back(any_velocity());
    for (std::size_t i = 0; i < objects; ++i) ids_.push_back(next_id_++);
  }

  void move() {
    for (std::size_t i = 0; i < world_.size(); ++i) {
      if (world_.is_static[i]) continue;
      const Aabb to = translated(world_.boxes[i], velocities_[i]);
      if (to.min.x < 0 || to.max.x > kSide + 30) velocities_[i].x = -velocities_[i].x;
      if (to.min.y < 0 || to.max.y > kSide + 30) velocities_[i].y = -velocities_[i].y;
      world_.boxes[i] = to;
    }
  }

  void come_and_go() {
    const std::uint32_t arriving = random_.below(6), leaving = random_.below(6);
    for (std::uint32_t k = 0; k < arriving; ++k) add();
    for (std::uint32_t k = 0; k < leaving && world_.size() > 0; ++k) remove(any());
    // Now and then nearly all at once.
    if (random_.below(60) == 0)
      while (world_.size() > 3) remove(any());
    if (world_.size() < kFew)
      for (std::size_t k = 0; k < arrivals_; ++k) add();
  }

  /// One sprite, many, or all; also far away, and to other sizes.
  void teleport() {
    if (world_.size() == 0) return;
    const std::size_t many = random_.below(8) == 0 ? world_.size() : 1 + random_.below(5);
    for (std::size_t k = 0; k < many; ++k) {
      const float far = random_.below(10) == 0 ? 1e6f : 1.0f;
      const Aabb to = random_boxes(random_, 1, kSide, kSide, 40)[0];
      world_.boxes[any()] = {to.min * far, to.min * far + extent(to)};
    }
  }

  void flip_flags() {
    if (world_.size() == 0) return;
    for (std::uint32_t k = random_.below(5); k > 0; --k) world_.is_static[any()] ^= 1;
    for (std::uint32_t k = random_.below(5); k > 0; --k)
      world_.filters[any()] = {static_cast<std::uint16_t>(1u << random_.below(3)),
                               static_cast<std::uint16_t>(random_.below(8))};
    if (random_.below(40) == 0) world_.filters.assign(world_.size(), Filter{});
  }

  TrialFrame frame() const { return frame_of(world_, ids_); }

  Random& random() { return random_; }

 private:
  SpriteId any() { return random_.below(static_cast<std::uint32_t>(world_.size())); }
  Vec2 any_velocity() { return {random_.uniform(-3, 3), random_.uniform(-3, 3)}; }

  void add() {
    world_.boxes.push_back(random_boxes(random_, 1, kSide, kSide, 30)[0]);
    world_.filters.emplace_back();
    world_.is_static.push_back(random_.below(4) == 0);
    velocities_.push_back(any_velocity());
    ids_.push_back(next_id_++);
  }
  void remove(SpriteId id) {
    const auto drop = [id](auto& column) {
      column[id] = column.back();
      column.pop_back();
    };
    drop(world_.boxes), drop(world_.filters), drop(world_.is_static), drop(velocities_), drop(ids_);
  }

  BoxWorld world_;
  std::vector<Vec2> velocities_;
  std::vector<std::int64_t> ids_;
  std::int64_t next_id_ = 0;
  Random random_;
  std::size_t arrivals_;  // where hardly any are left
};

void happen(Life& life, Happening what) {
  switch (what) {
    case Happening::motion: return;
    case Happening::arrivals: return life.come_and_go();
    case Happening::teleports: return life.teleport();
    case Happening::flags: return life.flip_flags();
    case Happening::everything:
      return happen(life,
                    static_cast<Happening>(life.random().below(static_cast<std::uint32_t>(what))));
    case Happening::count_: break;
  }
}

}  // namespace

std::string_view name_of(Happening happening) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Happening::count_)> kNames{
      "motion", "arrivals", "teleports", "flags", "everything"};
  return kNames[static_cast<std::size_t>(happening)];
}

Trial life(Happening happening, std::size_t objects, int frames, std::uint64_t seed) {
  Life life(objects, seed);
  Trial trial{"life: " + std::string(name_of(happening)), seed, {}, seed % 2 == 1};
  for (int frame = 0; frame < frames; ++frame) {
    const bool begins_again = frame > 0 && frame % kResetEvery == 0;
    if (begins_again) life = Life(objects, seed + static_cast<std::uint64_t>(frame));
    const bool is_pause = frame % kPauseEvery == kPauseEvery - 1;
    if (!is_pause) life.move(), happen(life, happening);
    trial.frames.push_back(life.frame());
    trial.frames.back().is_reset = begins_again || frame == 0;
  }
  return trial;
}

}  // namespace phasebox::contract
