// SPDX-License-Identifier: MIT
// Static boxes in a structure that is computed once: flat arrays that a game can hold in its code.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"

namespace phasebox {

/// Which structure.
enum class BakeKind : std::uint8_t {
  groups,    ///< final groups of RDC, a flat list
  quadtree,  ///< cells cut into four
  bsp,       ///< binary space partition, by cuts parallel to an axis
};
inline constexpr std::array<std::string_view, 3> kBakeKindNames{"groups", "quadtree", "bsp"};

inline constexpr std::uint32_t kMaxBakeDepth = 24;

struct BakeOptions {
  BakeKind kind = BakeKind::quadtree;
  std::uint32_t leaf_size = 8;
  std::uint32_t max_depth = 12;
  bool operator==(const BakeOptions&) const = default;
};

inline constexpr std::array kBakeRows{
    choice<&BakeOptions::kind>("kind", kBakeKindNames,
                               "Final groups of RDC, a quadtree, or a binary space partition."),
    param<&BakeOptions::leaf_size>("leaf-size", 1, 1000, "boxes",
                                   "A node or group with more boxes than this is divided."),
    param<&BakeOptions::max_depth>("max-depth", 1, kMaxBakeDepth, "",
                                   "Divisions above the smallest node; groups have no limit."),
};

/// The static boxes of a frame.
struct StaticBoxes {
  std::vector<Aabb> boxes;
  std::vector<std::int64_t> ids;  ///< [boxes] numbers of sprites, or ids of recorded objects
  bool operator==(const StaticBoxes&) const = default;
};
/// By id; `names` has one per sprite, or none: their numbers. So those of recorded objects keep
/// their order while others come and go.
StaticBoxes static_boxes(const Frame& frame, std::span<const std::int64_t> names = {});

/// A group, a cell, or a cut. Which members it has besides those of its children, all of a leaf, is
/// a run of `Baked::members`.
struct BakedNode {
  Aabb box;  ///< groups: around the members; quadtree: the cell; bsp: what the cuts above leave of
             ///< the bounds of all
  std::uint32_t first_child = 0;  ///< quadtree: of four in a row, bsp: of back and front; 0: a leaf
  std::uint32_t first_member = 0, member_count = 0;
  Axis axis = Axis::x;  ///< bsp: of the cut, if it has children
  float position = 0;   ///< bsp: boxes that end at or before it are in the back child, those that
                        ///< begin at or behind it in front; what straddles stays a member
  bool operator==(const BakedNode&) const = default;
};

/// What queries looked at.
struct QueryWork {
  std::uint64_t nodes = 0;    ///< bounds of groups, cells or cuts
  std::uint64_t members = 0;  ///< boxes
  /// A cut compares two numbers at most, a box four; both count as one test.
  std::uint64_t tests() const { return nodes + members; }
};

/// The structure. Nodes of trees: the root first, parents before children; groups by where they
/// begin along x.
struct Baked {
  BakeOptions options;
  StaticBoxes statics;                 ///< at least one
  std::vector<BakedNode> nodes;        ///< at least one
  std::vector<std::uint32_t> members;  ///< numbers in `statics`, each once

  /// Appends the numbers in `statics` of all boxes that overlap `box`, each once, in no order.
  void overlapping(const Aabb& box, std::vector<std::uint32_t>& found, QueryWork& work) const;
  std::span<const std::uint32_t> members_of(const BakedNode& node) const {
    return std::span(members).subspan(node.first_member, node.member_count);
  }
  std::uint32_t children() const { return options.kind == BakeKind::quadtree ? 4 : 2; }
  /// Of the arrays as they are exported to C.
  std::size_t bytes() const;
  std::uint32_t depth() const;  ///< nodes above the deepest one
  bool operator==(const Baked&) const = default;

 private:
  void query_groups(const Aabb& box, std::vector<std::uint32_t>& found, QueryWork& work) const;
  void query_tree(const Aabb& box, std::vector<std::uint32_t>& found, QueryWork& work) const;
  void test_members(const BakedNode& node, const Aabb& box, std::vector<std::uint32_t>& found,
                    QueryWork& work) const;
};

/// What to draw of it: bounds of groups; of a tree the bounds of all and its cuts, which are boxes
/// without width or height, two for a cell that is divided.
std::vector<Aabb> outlines_of(const Baked& baked);

/// Computes the structure in pieces of some ms; groups in one piece.
///
/// Groups are those of RDC with its default rules and the leaf size as the group size. The quadtree
/// is a CIF quadtree: a cell keeps what crosses its middle, so each box is stored once. The cut of
/// a binary space partition runs along the end of a box. Where every query reaches one side, what
/// straddles is tested by all and a side by about half: the cut with the fewest such tests is
/// taken, if it saves more than the one that it costs itself. Straddling boxes are not split, so
/// that no box is found twice.
///
/// Cost: groups as RDC, quadtree O(n * depth), bsp O(n log n * depth). Sources: S. Rabin, Recursive
/// Dimensional Clustering, Game Programming Gems 2, 2001, 2.7; G. Kedem, The Quad-CIF Tree, 1982;
/// Brown University, CS course notes on collision detection (binary space partition); H. Fuchs, Z.
/// Kedem, B. Naylor, On Visible Surface Generation by a Priori Tree Structures, SIGGRAPH 1980.
class Baker {
 public:
  /// At least one box.
  Baker(StaticBoxes statics, BakeOptions options);

  /// False when nothing is left to do.
  bool advance();
  double progress() const;  ///< 0 to 1
  Baked take() { return std::move(baked_); }

 private:
  struct Range {
    std::uint32_t begin, end, depth;
    std::uint32_t size() const { return end - begin; }
  };
  struct Cut {
    float position;
    std::uint64_t cost;
  };

  void make_groups();
  void divide(std::size_t number);
  std::uint32_t part_by_cell(BakedNode& node, const Range& range);
  std::uint32_t part_by_cut(BakedNode& node, const Range& range);
  Cut best_cut(const Range& range, Axis axis);
  void add_children(std::size_t number, const Range& range, std::uint32_t parts);
  Aabb child_box(const BakedNode& node, std::uint32_t part) const;
  const Aabb& box_at(std::uint32_t place) const {
    return baked_.statics.boxes[baked_.members[place]];
  }

  Baked baked_;
  std::vector<Range> ranges_;           // [nodes] of members, with those of all below
  std::size_t done_ = 0, settled_ = 0;  // nodes; members that stay where they are
  // Of the node that is divided: where each member goes, 0: it stays; room to move members.
  std::vector<std::uint8_t> part_of_;
  std::vector<std::uint32_t> moved_;
  std::vector<float> begins_, ends_;
};

/// All at once.
Baked bake(StaticBoxes statics, const BakeOptions& options);

}  // namespace phasebox
