// SPDX-License-Identifier: MIT
// Fixed small workloads for every broadphase and narrowphase, to be run by callgrind, which writes
// a part for each. `phasebox_instructions --build` says what counts depend on; `check.sh` runs it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hwy/highway.h>
#include <hwy/targets.h>
#include <valgrind/callgrind.h>

#include "base/random.hpp"
#include "collide/broadphase.hpp"
#include "collide/frame.hpp"
#include "collide/narrowphase.hpp"

namespace phasebox {
namespace {

/// Calls `body` and makes callgrind write what that took as the part of this name.
template <class Body>
void count(std::string_view entry, std::string_view workload, Body body) {
  const std::string name = std::string(entry) + " " + std::string(workload);
  CALLGRIND_TOGGLE_COLLECT;
  body();
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name.c_str());
}

/// The frames of some boxes; the first few warm up.
struct Boxes {
  static constexpr std::size_t kWarmUp = 4;

  std::string_view name;
  std::vector<std::vector<Aabb>> frames;
  std::vector<Filter> filters{};
  std::vector<std::uint8_t> is_static{};

  Frame frame(std::size_t step) const {
    Frame f;
    f.boxes = frames[step], f.filters = filters, f.is_static = is_static, f.step = step;
    return f;
  }
};

struct Mover {
  Vec2 at, velocity, half;
};

/// Straight on, back from the walls of a square field.
void move(Mover& m, float side) {
  m.at += m.velocity;
  const auto turn = [side](float at, float& speed) {
    if ((at < 0 && speed < 0) || (at > side && speed > 0)) speed = -speed;
  };
  turn(m.at.x, m.velocity.x);
  turn(m.at.y, m.velocity.y);
}

std::vector<std::vector<Aabb>> frames_of(std::vector<Mover> movers, float side, std::size_t count) {
  std::vector<std::vector<Aabb>> frames(Boxes::kWarmUp + count);
  for (auto& frame : frames)
    for (Mover& m : movers) {
      frame.push_back({m.at - m.half, m.at + m.half});
      move(m, side);
    }
  return frames;
}

Vec2 vector_from(Random& random, float lo, float hi) {
  const float x = random.uniform(lo, hi), y = random.uniform(lo, hi);
  return {x, y};
}

/// `n` boxes of 8 to 40 px with speeds up to 2 px per step and axis, half a pair each.
std::vector<Mover> uniform(std::size_t n, float side) {
  Random random(7);
  std::vector<Mover> movers(n);
  for (Mover& m : movers) {
    m.at = vector_from(random, 0, side);
    m.velocity = vector_from(random, -2, 2);
    m.half = vector_from(random, 4, 20);
  }
  return movers;
}

float side_for(std::size_t n) { return 48 * std::sqrt(static_cast<float>(n)); }

Boxes uniform_boxes(std::string_view name, std::size_t n, std::size_t frames) {
  return {name, frames_of(uniform(n, side_for(n)), side_for(n), frames)};
}

/// Clumps of 100 with a deviation of 40 px.
Boxes clusters(std::size_t n, std::size_t frames) {
  const float side = side_for(n);
  std::vector<Mover> movers = uniform(n, side);
  Random random(8);
  Vec2 middle;
  for (std::size_t k = 0; k < n; ++k) {
    if (k % 100 == 0) middle = vector_from(random, 0, side);
    const float x = random.normal(), y = random.normal();
    movers[k].at = middle + Vec2{x, y} * 40;
  }
  return {"clusters", frames_of(std::move(movers), side, frames)};
}

/// One box in a hundred is 50 times as large, the field twice as wide.
Boxes mixed(std::size_t n, std::size_t frames) {
  const float side = 2 * side_for(n);
  std::vector<Mover> movers = uniform(n, side);
  for (std::size_t k = 0; k < n; k += 100) movers[k].half = movers[k].half * 50;
  return {"mixed", frames_of(std::move(movers), side, frames)};
}

/// Nineteen of twenty are static; one in three of the others ignores its like.
Boxes rules(std::size_t n, std::size_t frames) {
  std::vector<Mover> movers = uniform(n, side_for(n));
  std::vector<Filter> filters(n);
  std::vector<std::uint8_t> is_static(n);
  for (std::size_t k = 0; k < n; ++k) {
    is_static[k] = k % 20 != 0;
    if (is_static[k]) movers[k].velocity = {};
    if (k % 3 == 0) filters[k] = {2, static_cast<std::uint16_t>(~2)};
  }
  return {"rules", frames_of(std::move(movers), side_for(n), frames), filters, is_static};
}

/// Pairs found in the counted frames.
std::size_t count_broadphase(const BroadphaseEntry& entry, const Boxes& boxes) {
  const std::unique_ptr<Broadphase> broadphase = entry.make();
  PairSink pairs;
  broadphase->reset(boxes.frame(0));
  const auto run = [&](std::size_t begin, std::size_t end) {
    std::size_t found = 0;
    for (std::size_t step = begin; step < end; ++step) {
      pairs.clear();
      broadphase->find_pairs(boxes.frame(step), pairs, nullptr);
      found += pairs.size();
    }
    return found;
  };
  run(0, Boxes::kWarmUp);
  std::size_t found = 0;
  count(entry.id, boxes.name, [&] { found = run(Boxes::kWarmUp, boxes.frames.size()); });
  return found;
}

/// False when two found different numbers of pairs: counts of wrong answers say nothing. `auto` is
/// left out: which algorithm it runs depends on measured times.
bool count_broadphases() {
  bool is_right = true;
  for (const Boxes& boxes : {uniform_boxes("ten", 10, 100), uniform_boxes("uniform", 500, 8),
                             clusters(400, 8), mixed(500, 8), rules(500, 8)}) {
    std::size_t expected = 0;
    for (const BroadphaseEntry* entry : broadphases()) {
      if (entry->role == BroadphaseRole::chooser) continue;
      const std::size_t found = count_broadphase(*entry, boxes);
      if (entry->role == BroadphaseRole::reference) expected = found;
      if (found == expected && found > 0) continue;
      std::fprintf(stderr, "%s finds %zu pairs of %s, not %zu\n", std::string(entry->id).c_str(),
                   found, std::string(boxes.name).c_str(), expected);
      is_right = false;
    }
  }
  return is_right;
}

/// A disc with a bite: about a third of the image is transparent.
std::shared_ptr<const Image> bitten_disc(Random& random) {
  const int side = 24 + static_cast<int>(random.below(41));
  const float middle = static_cast<float>(side) / 2;
  const Circle disc{{middle, middle}, middle};
  const Circle bite{vector_from(random, 0, static_cast<float>(side)), middle * 0.6f};
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const Vec2 p{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
      const auto covers = [p](const Circle& c) {
        return length_squared(p - c.center) < c.radius * c.radius;
      };
      const bool is_opaque = covers(disc) && !covers(bite);
      rgba.insert(rgba.end(), {200, 180, 90, static_cast<std::uint8_t>(is_opaque ? 255 : 0)});
    }
  return *make_image("bitten disc", side, side, std::move(rgba));
}

/// Sprites 2k and 2k + 1 whose boxes overlap.
class Sprites {
 public:
  Sprites(std::string_view name, std::size_t pairs, bool is_turned) : name_(name) {
    Random random(9);
    for (int k = 0; k < 12; ++k) images_.add(bitten_disc(random));
    while (pairs_.size() < pairs) add_pair(random, is_turned);
  }

  std::string_view name() const { return name_; }
  std::span<const Pair> pairs() const { return pairs_; }
  Frame frame() const {
    Frame f;
    f.boxes = boxes_, f.transforms = transforms_, f.scales = scales_, f.image_of = image_of_;
    f.volumes = volumes_, f.images = &images_;
    return f;
  }

 private:
  void add_pair(Random& random, bool is_turned) {
    const auto id = static_cast<SpriteId>(boxes_.size());
    add(random, is_turned);
    do {
      drop(id + 1);
      add(random, is_turned);
    } while (!overlaps(boxes_[id], boxes_[id + 1]));
    pairs_.push_back({id, id + 1});
  }
  void add(Random& random, bool is_turned) {
    const auto image = static_cast<std::uint16_t>(random.below(12));
    const Vec2 at = vector_from(random, 0, 100);
    const float angle = random.uniform(-kPi, kPi), size = random.uniform(0.5f, 2);
    transforms_.push_back({{std::round(at.x), std::round(at.y)}, rotation(is_turned ? angle : 0)});
    scales_.push_back(Vec2{1, 1} * (is_turned ? size : 1));
    image_of_.push_back(image);
    volumes_.push_back(Volume::tight);
    boxes_.push_back(translated(
        volume_box(images_[image], Volume::tight, transforms_.back().rotation, scales_.back()),
        transforms_.back().position));
  }
  void drop(std::size_t n) {
    boxes_.resize(n), transforms_.resize(n), scales_.resize(n), image_of_.resize(n);
    volumes_.resize(n);
  }

  std::string_view name_;
  ImageSet images_;
  std::vector<Aabb> boxes_;
  std::vector<Transform> transforms_;
  std::vector<Vec2> scales_;
  std::vector<std::uint16_t> image_of_;
  std::vector<Volume> volumes_;
  std::vector<Pair> pairs_;
};

void count_narrowphase(const NarrowphaseEntry& entry, const Sprites& sprites) {
  const std::unique_ptr<Narrowphase> narrowphase = entry.make();
  Sink<Contact> contacts;
  narrowphase->reset(sprites.frame());
  const auto run = [&] {
    contacts.clear();
    narrowphase->confirm(sprites.frame(), sprites.pairs(), contacts, nullptr);
  };
  for (int k = 0; k < 2; ++k) run();
  count(entry.id, sprites.name(), run);
}

/// Every machine runs the same code: callgrind knows no wider vectors.
bool choose_avx2() {
  if (!(hwy::SupportedTargets() & HWY_AVX2)) return false;
  hwy::SetSupportedTargetsForTest(HWY_AVX2);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return true;
}

}  // namespace
}  // namespace phasebox

int main(int arguments, char** values) {
  using namespace phasebox;
  if (arguments == 2 && std::string_view(values[1]) == "--build") {
    std::printf("g++ %s, Highway %d.%d.%d, AVX2\n", __VERSION__, HWY_MAJOR, HWY_MINOR, HWY_PATCH);
    return 0;
  }
  if (!choose_avx2()) return 77;
  if (!count_broadphases()) return 1;
  for (const Sprites& sprites : {Sprites("upright", 300, false), Sprites("turned", 200, true)})
    for (const NarrowphaseEntry* entry : narrowphases()) count_narrowphase(*entry, sprites);
}
