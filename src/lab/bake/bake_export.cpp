// SPDX-License-Identifier: MIT
// The arrays of a baked structure as text; numbers come back as the same floats.
#include "lab/bake/bake_export.hpp"

#include <cctype>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/version.hpp"

namespace phasebox {
namespace {

// ---- JSON

std::string box_json(const Aabb& b) {
  return fmt::format("[{}, {}, {}, {}]", b.min.x, b.min.y, b.max.x, b.max.y);
}

std::string node_json(const BakedNode& n, BakeKind kind) {
  std::string text = "{";
  const auto add = [&]<class... A>(fmt::format_string<A...> format, A&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<A>(values)...);
  };
  if (kind != BakeKind::bsp) add("\"box\": {}, ", box_json(n.box));
  if (kind == BakeKind::bsp && n.first_child > 0)
    add("\"axis\": \"{}\", \"position\": {}, ", n.axis == Axis::x ? 'x' : 'y', n.position);
  if (kind != BakeKind::groups) add("\"first_child\": {}, ", n.first_child);
  add("\"first_member\": {}, \"member_count\": {}}}", n.first_member, n.member_count);
  return text;
}

// One item on a line.
template <class Items, class Text>
std::string lines(const Items& items, Text text_of) {
  std::string text;
  for (const auto& item : items) {
    text += text.empty() ? "\n    " : ",\n    ";
    text += text_of(item);
  }
  return text;
}

// ---- C

// A float has a point or an exponent.
std::string c_float(float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + 'f';
}

// The smallest number is no literal of C.
std::string c_int64(std::int64_t value) {
  if (value != std::numeric_limits<std::int64_t>::min()) return fmt::format("{}", value);
  return fmt::format("{} - 1", value + 1);
}

std::string c_box(const Aabb& b) {
  return fmt::format("{{{}, {}, {}, {}}}", c_float(b.min.x), c_float(b.min.y), c_float(b.max.x),
                     c_float(b.max.y));
}

std::string c_node(const BakedNode& n, BakeKind kind) {
  const std::string members = fmt::format("{}, {}", n.first_member, n.member_count);
  if (kind == BakeKind::groups) return fmt::format("{{{}, {}}}", c_box(n.box), members);
  if (kind == BakeKind::quadtree)
    return fmt::format("{{{}, {}, {}}}", c_box(n.box), n.first_child, members);
  return fmt::format("{{{}, {}, {}, {}}}", static_cast<int>(n.axis), c_float(n.position),
                     n.first_child, members);
}

template <class Items, class Text>
std::string c_array(std::string_view type, std::string_view name, const Items& items,
                    Text text_of) {
  return fmt::format("static const {} {}[{}] = {{{}\n}};\n", type, name, items.size(),
                     lines(items, text_of));
}

constexpr std::string_view kNodeStructs[] = {
    R"(/* A group: the smallest box around its members. Groups are in order of box.min_x. */
struct @_node { struct @_box box; uint32_t first_member, member_count; };
)",
    R"(/* A cell: its own members, then four children in a row, first_child 0: none. Node 0 is the root. */
struct @_node { struct @_box box; uint32_t first_child, first_member, member_count; };
)",
    R"(/* A cut across axis 0 (x) or 1 (y). What ends at or before position is in the back child, number
   first_child; what begins at or behind it is in the front child, the next one; its own members
   straddle. A leaf has first_child 0 and no cut. Node 0 is the root. */
struct @_node { uint32_t axis; float position; uint32_t first_child, first_member, member_count; };
)"};

constexpr std::string_view kOverlap = R"(
/* Whether two boxes share area; boxes that only touch do not. */
static inline int @_overlap(const struct @_box *a, const struct @_box *b) {
  return a->min_x < b->max_x && b->min_x < a->max_x && a->min_y < b->max_y && b->min_y < a->max_y;
}

/* Writes the numbers (in @_boxes and @_ids) of the boxes that overlap q to found, at most max, and
   gives how many there are. */
static inline size_t @_overlapping(struct @_box q, uint32_t *found, size_t max) {
)";

constexpr std::string_view kTestMembers = R"(    for (k = 0; k < node->member_count; ++k) {
      const uint32_t member = @_members[node->first_member + k];
      if (!@_overlap(&@_boxes[member], &q)) continue;
      if (count < max) found[count] = member;
      ++count;
    }
)";

constexpr std::string_view kTreeBegin = R"(  uint32_t waiting[$], k;
  size_t top = 0, count = 0;
  waiting[top++] = 0;
  while (top > 0) {
    const struct @_node *node = &@_nodes[waiting[--top]];
)";

constexpr std::string_view kGroupsBegin = R"(  uint32_t k;
  size_t g, count = 0;
  for (g = 0; g < sizeof @_nodes / sizeof @_nodes[0]; ++g) {
    const struct @_node *node = &@_nodes[g];
    if (node->box.min_x >= q.max_x) break;
    if (!@_overlap(&node->box, &q)) continue;
)";

constexpr std::string_view kPushQuarters = R"(    if (node->first_child > 0)
      for (k = 0; k < 4; ++k) waiting[top++] = node->first_child + k;
)";

constexpr std::string_view kPushSides = R"(    if (node->first_child == 0) continue;
    if ((node->axis == 0 ? q.min_x : q.min_y) < node->position) waiting[top++] = node->first_child;
    if ((node->axis == 0 ? q.max_x : q.max_y) > node->position) waiting[top++] = node->first_child + 1;
)";

// A step takes one node from those that wait and adds all its children.
std::uint32_t stack_size(const Baked& baked) { return (baked.children() - 1) * baked.depth() + 1; }

std::string query_c(const Baked& baked) {
  std::string text(kOverlap);
  if (baked.options.kind == BakeKind::groups) {
    text.append(kGroupsBegin).append(kTestMembers);
  } else {
    const bool is_quadtree = baked.options.kind == BakeKind::quadtree;
    const std::size_t at = text.size() + kTreeBegin.find('$');
    text.append(kTreeBegin).replace(at, 1, fmt::format("{}", stack_size(baked)));
    if (is_quadtree) text += "    if (!@_overlap(&node->box, &q)) continue;\n";
    text.append(kTestMembers).append(is_quadtree ? kPushQuarters : kPushSides);
  }
  return text + "  }\n  return count;\n}\n";
}

std::string replaced(std::string_view text, std::string_view name) {
  std::string done;
  for (const char c : text) c == '@' ? done.append(name) : done.append(1, c);
  return done;
}

}  // namespace

std::string baked_json(const Baked& b) {
  const BakeKind kind = b.options.kind;
  const auto number = [](auto n) { return fmt::format("{}", n); };
  return fmt::format(
      "{{\n  \"version\": \"{}\",\n  \"kind\": \"{}\",\n  \"leaf_size\": {},\n  \"max_depth\": "
      "{},\n"
      "  \"boxes\": [{}\n  ],\n  \"ids\": [{}\n  ],\n  \"members\": [{}\n  ],\n"
      "  \"nodes\": [{}\n  ]\n}}\n",
      kVersion, kBakeKindNames[static_cast<std::size_t>(kind)], b.options.leaf_size,
      b.options.max_depth, lines(b.statics.boxes, box_json), lines(b.statics.ids, number),
      lines(b.members, number),
      lines(b.nodes, [&](const BakedNode& n) { return node_json(n, kind); }));
}

std::string baked_c(const Baked& b, std::string_view name) {
  const BakeKind kind = b.options.kind;
  std::string guard;
  for (const char c : name) guard += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto array = [&](std::string_view type, std::string_view of, const auto& items, auto text) {
    return c_array(type, fmt::format("{}_{}", name, of), items, text);
  };
  return fmt::format(
             "/* Static boxes, baked by Phasebox {}: {},\n   {} at most {} of them where they can "
             "be "
             "parted.\n   For C99 and C++. */\n#ifndef {}_H\n#define {}_H\n"
             "#include <stddef.h>\n#include <stdint.h>\n\n",
             kVersion, kBakeKindNames[static_cast<std::size_t>(kind)],
             kind == BakeKind::groups ? "in a group" : "in a leaf", b.options.leaf_size, guard,
             guard) +
         replaced("struct @_box { float min_x, min_y, max_x, max_y; };\n", name) +
         array(fmt::format("struct {}_box", name), "boxes", b.statics.boxes, c_box) +
         "\n/* What the boxes are called in the game, by their numbers. */\n" +
         array("int64_t", "ids", b.statics.ids, c_int64) +
         "\n/* Numbers of boxes; every node has a run of them. */\n" +
         array("uint32_t", "members", b.members,
               [](std::uint32_t n) { return fmt::format("{}", n); }) +
         "\n" + replaced(kNodeStructs[static_cast<std::size_t>(kind)], name) +
         array(fmt::format("struct {}_node", name), "nodes", b.nodes,
               [&](const BakedNode& n) { return c_node(n, kind); }) +
         replaced(query_c(b), name) + "#endif\n";
}

std::string c_name(std::string_view stem) {
  std::string name;
  for (const char c : stem) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (is_letter || (is_digit && !name.empty()))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name.empty() ? "baked" : name;
}

}  // namespace phasebox
