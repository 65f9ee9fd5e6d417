// SPDX-License-Identifier: MIT
// Makes the lives of worlds.
#include "support/life.hpp"

#include <algorithm>
#include <array>

#include "support/oracle.hpp"

namespace phasebox::test {
namespace {

constexpr float kSide = 600;  // px, of the field
constexpr int kPauseEvery = 7, kResetEvery = 97;

/// The world of a life and its random numbers.
class Life {
 public:
  Life(std::size_t sprites, std::uint64_t seed) : random_(seed) {
    world_ = world_of("life", random_boxes(random_, sprites, kSide, kSide, 30));
    world_.seed = seed;
    world_.filters.assign(sprites, Filter{});
    world_.is_static.assign(sprites, 0);
    for (std::size_t i = 0; i < sprites; i += 5) world_.is_static[i] = 1;
    for (std::size_t i = 0; i < sprites; ++i) velocities_.push_back(any_velocity());
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

  void give_birth_and_bury() {
    const std::uint32_t born = random_.below(6), buried = random_.below(6);
    for (std::uint32_t k = 0; k < born; ++k) add();
    for (std::uint32_t k = 0; k < buried && world_.size() > 0; ++k) remove(any());
    // Now and then nearly all at once.
    if (random_.below(60) == 0)
      while (world_.size() > 3) remove(any());
    if (world_.size() < 10)
      for (int k = 0; k < 90; ++k) add();
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

  Moment moment(std::string event) {
    Moment m;
    m.world = world_;
    m.event = std::move(event);
    m.edits = std::exchange(edits_, {});
    m.exact = exact_pairs(world_.frame());
    m.question = random_boxes(random_, 1, kSide, kSide, kSide / 2)[0];
    m.found = exact_near(world_.frame(), m.question);
    return m;
  }

  Random& random() { return random_; }

 private:
  SpriteId any() { return random_.below(static_cast<std::uint32_t>(world_.size())); }
  Vec2 any_velocity() { return {random_.uniform(-3, 3), random_.uniform(-3, 3)}; }

  void add() {
    const auto id = static_cast<SpriteId>(world_.size());
    world_.boxes.push_back(random_boxes(random_, 1, kSide, kSide, 30)[0]);
    world_.filters.emplace_back();
    world_.is_static.push_back(random_.below(4) == 0);
    velocities_.push_back(any_velocity());
    edits_.push_back({Edit::Kind::add, id, id});
  }
  void remove(SpriteId id) {
    edits_.push_back({Edit::Kind::remove, id, static_cast<SpriteId>(world_.size() - 1)});
    const auto drop = [id](auto& column) {
      column[id] = column.back();
      column.pop_back();
    };
    drop(world_.boxes), drop(world_.filters), drop(world_.is_static), drop(velocities_);
  }

  BoxWorld world_;
  std::vector<Vec2> velocities_;
  std::vector<Edit> edits_;
  Random random_;
};

void happen(Life& life, Happening what) {
  switch (what) {
    case Happening::motion: return;
    case Happening::births: return life.give_birth_and_bury();
    case Happening::teleports: return life.teleport();
    case Happening::flags: return life.flip_flags();
    case Happening::everything:
      return happen(life,
                    static_cast<Happening>(life.random().below(static_cast<std::uint32_t>(what))));
    case Happening::count_: break;
  }
}

Violations check_moment(Broadphase& broadphase, const Moment& moment, const std::string& where) {
  const Frame f = moment.world.frame();
  Violations out = compare(pairs_of(broadphase, f), moment.exact, broadphase.is_exact(), f, where);
  Sink<SpriteId> near;
  broadphase.query(f, moment.question, near, nullptr);
  std::vector<SpriteId> found(near.items().begin(), near.items().end());
  std::ranges::sort(found);
  if (found != moment.found)
    out.push_back(where + ": query " + test::describe(moment.question) + " gives " +
                  std::to_string(found.size()) + " sprites, a scan " +
                  std::to_string(moment.found.size()));
  return out;
}

}  // namespace

std::string_view name_of(Happening happening) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Happening::count_)> kNames{
      "motion", "births", "teleports", "flags", "everything"};
  return kNames[static_cast<std::size_t>(happening)];
}

std::vector<Moment> live(Happening happening, std::size_t sprites, int frames, std::uint64_t seed) {
  Life life(sprites, seed);
  std::vector<Moment> moments;
  for (int frame = 0; frame < frames; ++frame) {
    const bool begins_anew = frame > 0 && frame % kResetEvery == 0;
    if (begins_anew) life = Life(sprites, seed + static_cast<std::uint64_t>(frame));
    const bool is_pause = frame % kPauseEvery == kPauseEvery - 1;
    if (!is_pause) life.move(), happen(life, happening);
    moments.push_back(life.moment(is_pause ? "a pause" : std::string(name_of(happening))));
    moments.back().is_reset = begins_anew || frame == 0;
  }
  return moments;
}

Violations check_life(const Subject& subject, const std::vector<Moment>& life) {
  const auto broadphase = subject.make();
  for (std::size_t k = 0; k < life.size(); ++k) {
    const Moment& moment = life[k];
    if (moment.is_reset)
      broadphase->reset(moment.world.frame());
    else if (!moment.edits.empty())
      broadphase->edit(moment.world.frame(), moment.edits);
    Violations found =
        check_moment(*broadphase, moment,
                     subject.label + ", frame " + std::to_string(k) + " of a life (" +
                         moment.event + ", seed " + std::to_string(life[0].world.seed) + ")");
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace phasebox::test
