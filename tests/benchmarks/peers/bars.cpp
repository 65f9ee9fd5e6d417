// SPDX-License-Identifier: MIT
// The bars, line by line.
#include "bars.hpp"

#include <vector>

namespace phasebox::peers {
namespace {

std::vector<Bar> make_bars() {
  std::vector<Bar> all;
  for (const std::string_view w : {"uniform", "clusters", "line", "mixed"})
    all.push_back({"hierarchical-grid", Against::all, w, {0.18, 0.10, 0.08}});
  all.push_back({"hierarchical-grid", Against::all, "sparse", {0.20, 0.16, 0.12}});
  for (const std::string_view w : {"uniform", "clusters", "line"})
    all.push_back({"uniform-grid", Against::all, w, {0.15, 0.09, 0.07}});
  all.push_back({"uniform-grid", Against::all, "sparse", {0.18, 0.12, 0.10}});
  for (const std::string_view w : {"line", "sparse"})
    all.push_back({"sort-and-sweep", Against::all, w, {0.25, 0.20, 0.20}});
  for (const std::string_view w : {"uniform", "sparse", "line"})
    all.push_back({"neighbor-list", Against::all, w, {0.08, 0.05, 0.04}});
  for (const std::string_view w : {"uniform", "sparse", "mixed"})
    all.push_back({"rdc", Against::all, w, {1.0, 0.35, 0.35}});
  for (const std::string_view w : kWorkloads) {
    all.push_back({"aabb-tree", Against::box2d, w, {0.7, 0.7, 0.7}});
    all.push_back({"aabb-tree", Against::box2d, w, {0.7, 0.7, 0.7}, true});
  }
  for (const std::string_view w : kWorkloads)
    all.push_back({"quadtree", Against::trees, w, {0.5, 0.5, 0.5}});
  return all;
}

}  // namespace

std::span<const Bar> bars() {
  static const std::vector<Bar> kAll = make_bars();
  return kAll;
}

bool belongs(std::string_view peer, Against against) {
  if (against == Against::all) return true;
  if (against == Against::box2d) return peer == "box2d-broadphase";
  return peer.starts_with("box2d") || peer == "chipmunk-tree" || peer == "bullet-dbvt" ||
         peer.starts_with("boost");
}

}  // namespace phasebox::peers
