// SPDX-License-Identifier: MIT
// Writes a sentence for each event of a walk.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/geometry.hpp"
#include "base/sentence.hpp"
#include "lab/xray/walk.hpp"

namespace phasebox {

/// Facts about the frame that sentences name and that events do not contain.
struct SceneState {
  std::span<const Aabb> boxes;  ///< [sprites] world px
  std::optional<double> limit;  ///< number of sprites above which the broadphase divides a part
  std::span<const std::int64_t>
      ids{};                    ///< [sprites] ids in the recording; empty: texts use indices
  std::optional<Aabb> asked{};  ///< box of the walked query, world px
  /// (x, y) px that was subtracted from recorded positions; texts add it again.
  std::array<double, 2> offset{};

  /// The number by which texts call a sprite.
  std::int64_t name(SpriteId id) const {
    return id < ids.size() ? ids[id] : static_cast<std::int64_t>(id);
  }
};

/// The sentence for the last of the first `n` events of the walk: "counter back to 0: {3, 7, 9}
/// become a group". Empty if n is 0 or beyond the end.
Sentence sentence(const Walk& walk, std::size_t n, const SceneState& scene);

/// Says why a part is not divided further: "group 3 is final with 7 sprites: no more than 8
/// (group-size)". Reads size, depth and ending of the event; `limit` is the value of the parameter
/// `limit_key`.
Sentence final_part(const Sentence& name, const Event& group, std::optional<double> limit,
                    std::string_view limit_key);

/// A list of sprites: "{3, 7, 9}", with "and 40 more" in place of those beyond the tenth.
Sentence listed(std::span<const SpriteId> sprites, const SceneState& scene = {});

/// A position, px, with at least one decimal, and with as many as distinguish it from `other` where
/// the two differ.
std::string position_text(double position, double other);

}  // namespace phasebox
