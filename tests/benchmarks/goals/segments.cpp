// SPDX-License-Identifier: MIT
// Goals for segment casts after a frame: all boxes that a segment meets, beside Boost's packed
// R-tree and Box2D's dynamic tree over the same boxes.
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <box2d/box2d.h>
#include <fmt/format.h>

#include "base/random.hpp"
#include "collide/segment.hpp"
#include "query_race.hpp"

namespace phasebox::goals {
namespace {

constexpr float kTenSprites = 240, kAcross = 2400;  // px; sprites are 8 to 40 px wide

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

/// Ours must be those of the definition; the others compute in floats, and may miss what a segment
/// only grazes.
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

Measured worst_segment(const BroadphaseEntry& entry) {
  return worst_of_fields([&](const QueryField& field) {
    Measured worst;
    for (const float length : {kTenSprites, kAcross}) {
      const double ratio = segment_ratio(entry, field, length);
      if (ratio > worst.value) worst = {ratio, fmt::format("{}, {} px", field.name, length)};
    }
    return worst;
  });
}

std::vector<Goal> segment_goals() {
  return goals_of_contenders("segment of 240 or 2,400 px: times the faster of Boost and Box2D",
                             worst_segment);
}

}  // namespace

extern const Topic segments_topic{"segments", "Segment casts", segment_goals};

}  // namespace phasebox::goals
