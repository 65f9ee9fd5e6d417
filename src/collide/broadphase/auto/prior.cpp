// SPDX-License-Identifier: MIT
// Rules of thumb.
#include "collide/broadphase/auto/prior.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace phasebox {
namespace {

double side_of(const Aabb& box) {
  return static_cast<double>(box.max.x) - static_cast<double>(box.min.x) +
         static_cast<double>(box.max.y) - static_cast<double>(box.min.y);
}

double way_between(const Aabb& past, const Aabb& now) {
  return std::abs(static_cast<double>(now.min.x) - static_cast<double>(past.min.x)) +
         std::abs(static_cast<double>(now.min.y) - static_cast<double>(past.min.y));
}

/// Of a thing whose cost per box grows with the number of boxes, slowly.
double grown(double boxes) { return std::sqrt(std::sqrt(boxes / 1000)); }

constexpr double kMany = 0.5;         // sprites flagged static that are most
constexpr double kFewMoving = 0.125;  // moving sprites that are few
constexpr double kSlow = 0.4;         // a step that is short, times the extent of a box

Prior brute_force(const SceneTraits& t) { return {0.005 * t.boxes, 0.006 * t.boxes}; }
Prior grid(const SceneTraits&) { return {1, 1.5}; }
Prior hash(const SceneTraits&) { return {1.02, 1.5}; }
Prior sort_and_sweep(const SceneTraits& t) {
  return t.statics >= kMany ? Prior{0.7, 2} : Prior{1.4 * grown(t.boxes), 1.8 * grown(t.boxes)};
}
Prior incremental_sap(const SceneTraits& t) {
  return {1.6 * std::sqrt(t.boxes / 1000), 12 * grown(t.boxes)};
}
Prior quadtree(const SceneTraits& t) { return {t.statics >= kMany ? 1.1 : 2.5, 4}; }
Prior kd_tree(const SceneTraits& t) { return {t.statics >= kMany ? 0.9 * grown(t.boxes) : 4, 5}; }
Prior aabb_tree(const SceneTraits& t) {
  return {t.moving <= kFewMoving ? 0.4 * grown(t.boxes) : 4, 8};
}
Prior neighbor_list(const SceneTraits& t) {
  if (t.statics >= kMany) return {0.7, 2.2};
  if (t.moving <= kFewMoving) return {0.25, 2.2};
  return {t.step <= kSlow ? 0.6 : 1.3, 2.2};
}
Prior rdc(const SceneTraits& t) { return {2.5 * grown(t.boxes), 4}; }
Prior slow(const SceneTraits&) { return {8, 10}; }

struct Row {
  std::string_view id;
  Prior (*prior)(const SceneTraits&);
};
constexpr Row kRows[]{{"brute-force", brute_force},
                      {"rdc", rdc},
                      {"sort-and-sweep", sort_and_sweep},
                      {"incremental-sap", incremental_sap},
                      {"uniform-grid", grid},
                      {"spatial-hash", hash},
                      {"hierarchical-grid", grid},
                      {"quadtree", quadtree},
                      {"kd-tree", kd_tree},
                      {"aabb-tree", aabb_tree},
                      {"neighbor-list", neighbor_list}};

}  // namespace

void SceneSample::see(const Frame& f) {
  const bool has_past = taken_ > 0;
  traits_ = {.boxes = static_cast<double>(f.size())};
  taken_ = std::min(f.size(), kMax);
  double side = 0, way = 0, moved = 0, statics = 0;
  for (std::size_t k = 0; k < taken_; ++k) {
    const std::size_t id = k * f.size() / taken_;
    const Aabb& now = f.boxes[id];
    const double step = has_past ? way_between(past_[k], now) : 0;
    side += side_of(now), way += step;
    moved += step > 0, statics += !f.is_static.empty() && f.is_static[id];
    past_[k] = now;
  }
  if (taken_ == 0) return;
  traits_.statics = statics / static_cast<double>(taken_);
  if (!has_past) return;
  traits_.moving = moved / static_cast<double>(taken_);
  if (moved > 0 && side > 0) traits_.step = way / moved / (side / static_cast<double>(taken_));
}

Prior prior_of(std::string_view id, const SceneTraits& traits) {
  const auto row = std::ranges::find(kRows, id, &Row::id);
  return row == std::end(kRows) ? slow(traits) : row->prior(traits);
}

std::string_view opener_for(const SceneTraits& t) {
  constexpr double kSmall = 192, kSmallStatic = 512;
  if (t.statics >= kMany && t.boxes <= kSmallStatic) return "sort-and-sweep";
  return t.boxes <= kSmall ? "brute-force" : "hierarchical-grid";
}

}  // namespace phasebox
