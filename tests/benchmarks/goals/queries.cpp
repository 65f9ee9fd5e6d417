// SPDX-License-Identifier: MIT
// Goals for queries after a frame: which boxes overlap a region, beside Boost's packed R-tree over
// the same boxes. Both sides are warm: neither building the R-tree nor what an algorithm lays out
// with the first query of a frame is timed.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <fmt/format.h>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "cli/bench.hpp"
#include "collide/registry.hpp"
#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Point = bg::model::point<float, 2, bg::cs::cartesian>;
using BoostBox = bg::model::box<Point>;
using Value = std::pair<BoostBox, SpriteId>;

constexpr std::size_t kQueries = 1000;
constexpr std::uint32_t kFrames = 4;
constexpr float kSprite = 24, kTenSprites = 240;  // px; sprites are 8 to 40 px wide

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "phasebox_goals: {}\n", why);
  std::exit(1);
}

BoostBox converted(const Aabb& b) { return {{b.min.x, b.min.y}, {b.max.x, b.max.y}}; }

/// Packed over the boxes of a frame.
template <std::size_t NodeSize>
class PackedRtree {
 public:
  explicit PackedRtree(std::span<const Aabb> boxes) : boxes_(boxes), tree_(values_of(boxes)) {}

  /// Its own predicate counts boxes that only touch.
  void query(const Aabb& box, Sink<SpriteId>& out) const {
    const auto keep = [&](const Value& found) {
      if (overlaps(boxes_[found.second], box)) out.push(found.second);
    };
    tree_.query(bgi::intersects(converted(box)), boost::make_function_output_iterator(keep));
  }

 private:
  static std::vector<Value> values_of(std::span<const Aabb> boxes) {
    std::vector<Value> values;
    for (const Aabb& box : boxes)
      values.emplace_back(converted(box), static_cast<SpriteId>(values.size()));
    return values;
  }

  std::span<const Aabb> boxes_;
  bgi::rtree<Value, bgi::linear<NodeSize>> tree_;
};

/// A workload, its last frame in the peers' structures, and where in it to look.
struct Field {
  Field(std::string_view scene, std::uint32_t count)
      : name(fmt::format("{}, {}", scene, count)), frames(recorded(scene, count)) {
    for (const Aabb& box : boxes()) bounds = united(bounds, box);
  }

  std::span<const Aabb> boxes() const { return frames.boxes(frames.size() - 1); }
  /// Squares at random places.
  std::vector<Aabb> regions(float side) const {
    Random random{11};
    std::vector<Aabb> all;
    while (all.size() < kQueries) {
      const float x = random.uniform(bounds.min.x, bounds.max.x);
      const float y = random.uniform(bounds.min.y, bounds.max.y);
      all.push_back({{x, y}, {x + side, y + side}});
    }
    return all;
  }

  std::string name;
  Recording frames;
  Aabb bounds{};
  PackedRtree<8> eight{boxes()};
  PackedRtree<16> sixteen{boxes()};

 private:
  static Recording recorded(std::string_view scene, std::uint32_t count) {
    BenchOptions options;
    options.launch.scene = scene;
    options.frames = kFrames;
    Result<BenchCase> c = bench_case(options, count);
    if (!c) give_up(c.error().text);
    return std::move(c->recording);
  }
};

/// The same for all rows, so it is made once.
const Field& field_of(std::string_view scene, std::uint32_t count) {
  static std::map<std::pair<std::string_view, std::uint32_t>, std::unique_ptr<Field>> fields;
  auto& field = fields[{scene, count}];
  if (!field) field = std::make_unique<Field>(scene, count);
  return *field;
}

/// An algorithm that has seen all frames of a field.
std::unique_ptr<Broadphase> ready(const BroadphaseEntry& entry, const Field& field) {
  std::unique_ptr<Broadphase> broadphase = entry.make();
  broadphase->reset(field.frames.frame(0));
  PairSink pairs;
  for (std::size_t k = 0; k < field.frames.size(); ++k) {
    pairs.clear();
    broadphase->find_pairs(field.frames.frame(k), pairs, nullptr);
  }
  return broadphase;
}

/// ns that this thread has worked.
double worked() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// A way to answer the n-th of some questions.
template <class Hit>
using Answer = std::function<void(std::size_t, Sink<Hit>&)>;

/// The median time of the first answer over the least of the others', who take turns; all of a
/// side's questions are timed together.
template <class Hit>
double times_the_best(std::span<const Answer<Hit>> all) {
  constexpr std::size_t kRounds = 9;
  Sink<Hit> found;
  std::vector<std::vector<double>> times(all.size());
  for (std::size_t round = 0; round < kRounds; ++round)
    for (std::size_t side = 0; side < all.size(); ++side) {
      const double begin = worked();
      for (std::size_t k = 0; k < kQueries; ++k) found.clear(), all[side](k, found);
      times[side].push_back(worked() - begin);
    }
  std::vector<double> medians;
  for (auto& side : times) medians.push_back(median(side));
  return medians[0] / *std::min_element(medians.begin() + 1, medians.end());
}

std::vector<SpriteId> sorted_ids(const Answer<SpriteId>& answer, std::size_t k) {
  Sink<SpriteId> found;
  answer(k, found);
  std::vector<SpriteId> ids(found.items().begin(), found.items().end());
  std::ranges::sort(ids);
  return ids;
}

void check_regions(std::string_view id, const Field& field,
                   std::span<const Answer<SpriteId>> answers) {
  for (std::size_t k = 0; k < kQueries; ++k)
    for (const auto& answer : answers)
      if (sorted_ids(answer, k) != sorted_ids(answers[0], k))
        give_up(fmt::format("{}: {} is WRONG: region {} differs", field.name, id, k));
}

double region_ratio(const BroadphaseEntry& entry, const Field& field, float side) {
  const std::vector<Aabb> regions = field.regions(side);
  const std::unique_ptr<Broadphase> ours = ready(entry, field);
  const Frame last = field.frames.frame(field.frames.size() - 1);
  const std::vector<Answer<SpriteId>> answers{
      [&](std::size_t k, Sink<SpriteId>& out) { ours->query(last, regions[k], out, nullptr); },
      [&](std::size_t k, Sink<SpriteId>& out) { field.eight.query(regions[k], out); },
      [&](std::size_t k, Sink<SpriteId>& out) { field.sixteen.query(regions[k], out); }};
  check_regions(entry.id, field, answers);
  return times_the_best<SpriteId>(answers);
}

/// The worst of all workloads and counts.
template <class Ratio>
Measured worst_of_fields(Ratio ratio) {
  Measured worst;
  for (const std::uint32_t count : {10'000u, 100'000u})
    for (const std::string_view scene : kWorkloads) {
      const Measured here = ratio(field_of(scene, count));
      if (here.value > worst.value) worst = here;
    }
  return worst;
}

Measured worst_region(const BroadphaseEntry& entry) {
  return worst_of_fields([&](const Field& field) {
    Measured worst;
    for (const float side : {kSprite, kTenSprites}) {
      const double ratio = region_ratio(entry, field, side);
      if (ratio > worst.value) worst = {ratio, fmt::format("{}, {} px", field.name, side)};
    }
    return worst;
  });
}

std::vector<Goal> query_goals() {
  std::vector<Goal> goals;
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role != BroadphaseRole::contender) continue;
    goals.push_back(
        {.claim = fmt::format("{}, region of 24 or 240 px: times Boost's packed R-tree", entry->id),
         .bar = 1,
         .measure = [entry] { return worst_region(*entry); }});
  }
  return goals;
}

}  // namespace

extern const Topic queries_topic{"queries", "Queries", query_goals};

}  // namespace phasebox::goals
