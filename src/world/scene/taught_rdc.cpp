// SPDX-License-Identifier: MIT
// RDC with orders of boundaries at equal positions that only teach: as an unstable sort leaves them,
// and reversed at one position. The library's RDC has neither, see TieRule.
#include "world/scene/taught_rdc.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/rdc/rdc.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace {

// `as_sorted` shuffles boundaries at equal positions, as an unstable sort may: groups then flicker
// (article by Mike, lab.polygonal.de).
enum class TaughtTieOrder : std::uint8_t { close_first, open_first, as_sorted };
constexpr std::array<std::string_view, 3> kTaughtTieOrderNames{"close-first", "open-first",
                                                               "as-sorted"};

class TaughtKeys;

struct TaughtTieRule {
  using Keys = TaughtKeys;

  TaughtTieOrder tie_order = TaughtTieOrder::close_first;
  float swap_x = 0, swap_y = 0;  // px, the position where the tie order is reversed; 0: nowhere
  bool operator==(const TaughtTieRule&) const = default;

  template <class P>
  static constexpr auto rows() {
    return std::array{
        choice<&TaughtTieRule::tie_order, P>(
            "tie-order", kTaughtTieOrderNames,
            "Boundaries at the same position: closes first separates touching sprites, opens first "
            "keeps them together as in the 2007 demo, as-sorted shuffles them so that groups "
            "flicker."),
        param<&TaughtTieRule::swap_x, P>(
            "swap-x", 0, 1000000, "px",
            "Place along x at which the tie order is reversed, as a click on its dot on the ruler "
            "does; 0 chooses none.")
            .zero_means("nowhere"),
        param<&TaughtTieRule::swap_y, P>(
            "swap-y", 0, 1000000, "px",
            "Place along y at which the tie order is reversed; 0 chooses none.")
            .zero_means("nowhere"),
    };
  }
};

// Makes the keys of boundaries for the taught variant, as BoundaryKeys does for TieRule.
class TaughtKeys {
 public:
  TaughtKeys() = default;
  // For `as_sorted`, seeds the shuffle by the boxes of `ids`, so that equal frames give equal
  // groups.
  TaughtKeys(const TaughtTieRule& rule, const Frame& f, std::span<const SpriteId> ids)
      : rule_(rule) {
    if (!ranks_opens()) return;
    Hasher hasher;
    for (const SpriteId id : ids)
      hasher.add(boundary_key(f.boxes[id].min.x, ordered(f.boxes[id].min.y)));
    seed_ = hasher.value();
  }

  bool ranks_opens() const { return rule_.tie_order == TaughtTieOrder::as_sorted; }
  void begin_pass(Axis axis) { reversed_ = axis == Axis::x ? rule_.swap_x : rule_.swap_y; }

  std::uint64_t open(Interval v, SpriteId id) const {
    return boundary_key(v.open, ranks_opens() ? shuffled(v.open, id, 0) : 1);
  }
  std::uint64_t close(Interval v, SpriteId id) const {
    const bool is_point = !(v.open < v.close);
    if (!ranks_opens()) {
      const bool is_last =
          (rule_.tie_order == TaughtTieOrder::open_first) != is_reversed(v.close);
      return boundary_key(v.close, is_point || is_last ? 2 : 0);
    }
    const std::uint32_t rank = shuffled(v.close, id, 1);
    return boundary_key(v.close, is_point ? std::max(rank, shuffled(v.open, id, 0) | 1) : rank);
  }

 private:
  bool is_reversed(float position) const { return reversed_ != 0 && position == reversed_; }
  // Returns a random rank, even for opens and odd for closes, so that an open never ties with a
  // close.
  std::uint32_t shuffled(float position, SpriteId id, std::uint32_t closes) const {
    Hasher hasher;
    hasher.add(seed_ ^ (std::uint64_t{id} << 1 | closes));
    const auto rank = static_cast<std::uint32_t>(hasher.value());
    return ((is_reversed(position) ? ~rank : rank) & ~1u) | closes;
  }

  TaughtTieRule rule_;
  float reversed_ = 0;  // px, the position on the axis of the pass where the order is reversed
  std::uint64_t seed_ = 0;
};

}  // namespace

void use_taught_rdc() {
  static const BroadphaseEntry kEntry = [] {
    BroadphaseEntry entry = *find_entry(own_broadphases(), "rdc");
    entry.make = make_broadphase<RdcOf<TaughtTieRule>, SmallFrame>;
    return entry;
  }();
  replace_broadphase(kEntry);
}

}  // namespace phasebox
