// SPDX-License-Identifier: MIT
// One event of a walk in plain words.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "collide/broadphase.hpp"
#include "lab/xray/walk.hpp"

namespace phasebox {

/// What a sentence may speak of besides the walk.
struct Scenery {
  std::span<const Aabb> boxes;          ///< [sprites]
  std::optional<double> limit;          ///< value of the parameter above which a part is divided
  std::span<const std::int64_t> ids{};  ///< [sprites] as in their recording; empty: their numbers
  std::optional<Aabb> asked{};          ///< the box of the query that is walked

  std::int64_t name(SpriteId id) const {
    return id < ids.size() ? ids[id] : static_cast<std::int64_t>(id);
  }
};

/// "counter back to 0: {3, 7, 9} become a group". Of the event after which `n` are taken, 1 to the
/// number of events.
std::string sentence(const Walk& walk, std::size_t n, const Scenery& scenery);

/// "{3, 7, 9}", with "and 40 more" in place of what is beyond the first `most`.
std::string listed(std::span<const SpriteId> sprites, const Scenery& scenery = {},
                   std::size_t most = 10);

/// "delimiters walked: 31 counted, 58 void, 400 none · 12 box tests each": what a query costs by
/// each rule by which it may stop; empty without any.
std::string cost_text(std::span<const QueryCost> costs);

/// A position with at least one decimal, and as many as tell it apart from the other, unless the
/// two are the same.
std::string position_text(float position, float other);

}  // namespace phasebox
