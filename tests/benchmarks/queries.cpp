// SPDX-License-Identifier: MIT
// Races of queries after a frame, which boxes overlap a region and which a segment meets, beside
// Boost's packed R-tree and Box2D's dynamic tree over the same boxes. Both sides are warm: neither
// building a tree nor what an algorithm lays out with the first query of a frame is timed.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
#include <box2d/box2d.h>
#include <fmt/format.h>

#include "base/geometry.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "cli/commands/bench.hpp"
#include "collide/registry.hpp"
#include "collide/segment.hpp"
#include "collide/sink.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kQuestions = 1000;  // of one kind, timed together
constexpr std::string_view kWorkloads[]{"uniform", "sparse", "clusters", "line",
                                        "mixed",   "thin",   "ratio"};

/// Ends the program: a time of a wrong answer is none.
[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "phasebox_bench_queries: {}\n", why);
  std::exit(1);
}

/// ns that this thread has worked.
double worked() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// The first frames of a workload.
Recording recorded(std::string_view scene, std::uint32_t count, std::uint32_t frames) {
  cli::BenchOptions options;
  options.launch.scene = scene;
  options.frames = frames;
  return cli::bench_case(options, count).recording;
}

/// Boost's R-tree, packed over the boxes of a frame. It counts what only touches.
template <std::size_t NodeSize>
class PackedRtree {
  using Point = boost::geometry::model::point<float, 2, boost::geometry::cs::cartesian>;

 public:
  using Box = boost::geometry::model::box<Point>;
  using Line = boost::geometry::model::segment<Point>;

  explicit PackedRtree(std::span<const Aabb> boxes) : tree_(values_of(boxes)) {}

  /// Calls `use(id)` for each box that meets the shape, which is a `Box` or a `Line`.
  template <class Shape, class Use>
  void each_met(const Shape& shape, Use use) const {
    tree_.query(
        boost::geometry::index::intersects(shape),
        boost::make_function_output_iterator([&](const Value& found) { use(found.second); }));
  }

 private:
  using Value = std::pair<Box, SpriteId>;

  static std::vector<Value> values_of(std::span<const Aabb> boxes) {
    std::vector<Value> values;
    for (const Aabb& b : boxes)
      values.emplace_back(Box{{b.min.x, b.min.y}, {b.max.x, b.max.y}},
                          static_cast<SpriteId>(values.size()));
    return values;
  }

  boost::geometry::index::rtree<Value, boost::geometry::index::linear<NodeSize>> tree_;
};

/// A workload, and its last frame in R-trees.
struct QueryField {
  QueryField(std::string_view scene, std::uint32_t count)
      : name(fmt::format("{}, {}", scene, count)), frames(recorded(scene, count, 4)) {
    for (const Aabb& box : boxes()) bounds = united(bounds, box);
  }

  std::span<const Aabb> boxes() const { return frames.boxes(frames.size() - 1); }
  Frame last() const { return frames.frame(frames.size() - 1); }

  std::string name;
  Recording frames;
  Aabb bounds{};
  PackedRtree<8> eight{boxes()};
  PackedRtree<16> sixteen{boxes()};
};

/// A way to answer the n-th of some questions.
template <class Hit>
using Answer = std::function<void(std::size_t, Sink<Hit>&)>;

/// The median time of the first answer over the least of the others', who take turns.
template <class Hit>
double times_the_best(std::span<const Answer<Hit>> all) {
  constexpr std::size_t kRounds = 9;
  Sink<Hit> found;
  std::vector<std::vector<double>> times(all.size());
  for (std::size_t round = 0; round < kRounds; ++round)
    for (std::size_t side = 0; side < all.size(); ++side) {
      const double begin = worked();
      for (std::size_t k = 0; k < kQuestions; ++k) found.clear(), all[side](k, found);
      times[side].push_back(worked() - begin);
    }
  std::vector<double> medians;
  for (auto& side : times) medians.push_back(median(side));
  return medians[0] / *std::min_element(medians.begin() + 1, medians.end());
}

/// The same for all rows.
const QueryField& field_of(std::string_view scene, std::uint32_t count) {
  static std::map<std::pair<std::string_view, std::uint32_t>, std::unique_ptr<QueryField>> fields;
  auto& field = fields[{scene, count}];
  if (!field) field = std::make_unique<QueryField>(scene, count);
  return *field;
}

/// Prints the worst ratio of all workloads with 10,000 and 100,000 boxes, for a size of questions.
void print_worst(const BroadphaseEntry& entry, std::string_view question,
                 std::initializer_list<float> sizes,
                 double (*ratio)(const BroadphaseEntry&, const QueryField&, float)) {
  double worst = 0;
  std::string where;
  for (const std::uint32_t count : {10'000u, 100'000u})
    for (const std::string_view scene : kWorkloads)
      for (const float size : sizes) {
        const QueryField& field = field_of(scene, count);
        const double here = ratio(entry, field, size);
        if (here <= worst) continue;
        worst = here;
        where = fmt::format("{}, {} px", field.name, size);
      }
  fmt::print("| {} | {} | {:.2g} | {} |\n", entry.id, question, worst, where);
}

/// An algorithm that has seen all frames of a field.
std::unique_ptr<Broadphase> made_ready(const BroadphaseEntry& entry, const QueryField& field) {
  std::unique_ptr<Broadphase> broadphase = entry.make();
  broadphase->reset(field.frames.frame(0));
  PairSink pairs;
  for (std::size_t k = 0; k < field.frames.size(); ++k) {
    pairs.clear();
    broadphase->find_pairs(field.frames.frame(k), pairs, nullptr);
  }
  return broadphase;
}

constexpr float kSprite = 24, kTenSprites = 240, kAcross = 2400;  // px; sprites are 8 to 40 px wide

// ---- regions

/// Squares at random places.
std::vector<Aabb> regions_in(const Aabb& bounds, float side) {
  Random random{11};
  std::vector<Aabb> all;
  while (all.size() < kQuestions) {
    const float x = random.uniform(bounds.min.x, bounds.max.x);
    const float y = random.uniform(bounds.min.y, bounds.max.y);
    all.push_back({{x, y}, {x + side, y + side}});
  }
  return all;
}

std::vector<SpriteId> sorted_ids(const Answer<SpriteId>& answer, std::size_t k) {
  Sink<SpriteId> found;
  answer(k, found);
  std::vector<SpriteId> ids(found.items().begin(), found.items().end());
  std::ranges::sort(ids);
  return ids;
}

void check_answers(std::string_view id, const QueryField& field,
                   std::span<const Answer<SpriteId>> answers) {
  for (std::size_t k = 0; k < kQuestions; ++k)
    for (const auto& answer : answers)
      if (sorted_ids(answer, k) != sorted_ids(answers[0], k))
        give_up(fmt::format("{}: {} is WRONG: region {} differs", field.name, id, k));
}

template <std::size_t NodeSize>
Answer<SpriteId> by_boost(const QueryField& field, const PackedRtree<NodeSize>& tree,
                          const std::vector<Aabb>& regions) {
  return [&](std::size_t k, Sink<SpriteId>& out) {
    const Aabb& r = regions[k];
    const typename PackedRtree<NodeSize>::Box box{{r.min.x, r.min.y}, {r.max.x, r.max.y}};
    tree.each_met(box, [&](SpriteId id) {
      if (overlaps(field.boxes()[id], r)) out.push(id);
    });
  };
}

double region_ratio(const BroadphaseEntry& entry, const QueryField& field, float side) {
  const std::vector<Aabb> regions = regions_in(field.bounds, side);
  const std::unique_ptr<Broadphase> ours = made_ready(entry, field);
  const Frame last = field.last();
  const std::vector<Answer<SpriteId>> answers{
      [&](std::size_t k, Sink<SpriteId>& out) { ours->query(last, regions[k], out, nullptr); },
      by_boost(field, field.eight, regions), by_boost(field, field.sixteen, regions)};
  check_answers(entry.id, field, answers);
  return times_the_best<SpriteId>(answers);
}

// ---- segments

/// From random places into random directions.
std::vector<Segment> segments_in(const Aabb& bounds, float length) {
  constexpr float kTurn = 6.2831853f;
  Random random{13};
  std::vector<Segment> all;
  while (all.size() < kQuestions) {
    const float x = random.uniform(bounds.min.x, bounds.max.x);
    const float y = random.uniform(bounds.min.y, bounds.max.y);
    const float angle = random.uniform(0, kTurn);
    all.push_back({{x, y}, {x + length * std::cos(angle), y + length * std::sin(angle)}});
  }
  return all;
}

/// Box2D's tree with the margin that it gives each box; what it finds is compared exactly.
class Box2dTree {
 public:
  explicit Box2dTree(std::span<const Aabb> boxes) : boxes_(boxes) {
    for (SpriteId id = 0; id < boxes.size(); ++id) {
      b2AABB box;
      box.lowerBound.Set(boxes[id].min.x, boxes[id].min.y);
      box.upperBound.Set(boxes[id].max.x, boxes[id].max.y);
      tree_.CreateProxy(box, reinterpret_cast<void*>(static_cast<std::uintptr_t>(id)));
    }
  }

  void cast(const Segment& s, Sink<SegmentHit>& out) const {
    Collector collector{*this, s, out};
    b2RayCastInput input;
    input.p1.Set(s.from.x, s.from.y), input.p2.Set(s.to.x, s.to.y);
    input.maxFraction = 1;
    tree_.RayCast(&collector, input);
  }

 private:
  struct Collector {
    const Box2dTree& of;
    const Segment& segment;
    Sink<SegmentHit>& out;

    /// Goes on in any case, as all are asked for.
    float RayCastCallback(const b2RayCastInput& input, int32 proxy) {
      const auto id =
          static_cast<SpriteId>(reinterpret_cast<std::uintptr_t>(of.tree_.GetUserData(proxy)));
      if (const auto at = entry_of(of.boxes_[id], segment)) out.push({id, *at});
      return input.maxFraction;
    }
  };

  std::span<const Aabb> boxes_;
  b2DynamicTree tree_;
};

template <std::size_t NodeSize>
Answer<SegmentHit> by_boost(const QueryField& field, const PackedRtree<NodeSize>& tree,
                            const std::vector<Segment>& segments) {
  return [&](std::size_t k, Sink<SegmentHit>& out) {
    const Segment& s = segments[k];
    const typename PackedRtree<NodeSize>::Line line{{s.from.x, s.from.y}, {s.to.x, s.to.y}};
    tree.each_met(line, [&](SpriteId id) {
      if (const auto at = entry_of(field.boxes()[id], s)) out.push({id, *at});
    });
  };
}

constexpr std::size_t kChecked = kQuestions / 10;  // of them: the truth takes a scan

std::size_t hits_of(const Answer<SegmentHit>& answer) {
  Sink<SegmentHit> found;
  for (std::size_t k = 0; k < kChecked; ++k) answer(k, found);
  return found.size();
}

/// Ours must be those of the definition; the others, in floats, may miss what a segment grazes.
void check_answers(std::string_view id, const QueryField& field,
                   const std::vector<Segment>& segments,
                   std::span<const Answer<SegmentHit>> answers) {
  std::size_t truth = 0;
  for (std::size_t k = 0; k < kChecked; ++k)
    for (const Aabb& box : field.boxes()) truth += entry_of(box, segments[k]).has_value();
  if (hits_of(answers[0]) != truth)
    give_up(fmt::format("{}: {} is WRONG: other hits of segments", field.name, id));
  for (const auto& answer : answers)
    if (hits_of(answer) < truth - truth / 500)
      give_up(fmt::format("{}: another library finds fewer hits of segments", field.name));
}

double segment_ratio(const BroadphaseEntry& entry, const QueryField& field, float length) {
  const std::vector<Segment> segments = segments_in(field.bounds, length);
  const std::unique_ptr<Broadphase> ours = made_ready(entry, field);
  const Frame last = field.last();
  const Box2dTree box2d(field.boxes());
  Sink<SpriteId> near;
  const std::vector<Answer<SegmentHit>> answers{
      [&](std::size_t k, Sink<SegmentHit>& out) {
        query_segment(*ours, last, segments[k], near, out);
      },
      by_boost(field, field.eight, segments), by_boost(field, field.sixteen, segments),
      [&](std::size_t k, Sink<SegmentHit>& out) { box2d.cast(segments[k], out); }};
  check_answers(entry.id, field, segments, answers);
  return times_the_best<SegmentHit>(answers);
}

}  // namespace
}  // namespace phasebox

int main() {
  using namespace phasebox;
  fmt::print("| ours | question | times the fastest of the others | where |\n|---|---|---|---|\n");
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role != BroadphaseRole::contender) continue;
    print_worst(*entry, "region", {kSprite, kTenSprites}, region_ratio);
    print_worst(*entry, "segment", {kTenSprites, kAcross}, segment_ratio);
  }
}
