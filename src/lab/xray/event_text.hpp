// SPDX-License-Identifier: MIT
// Sentences for the events of a walk.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/geometry.hpp"
#include "base/sentence.hpp"
#include "lab/xray/walk.hpp"

namespace phasebox {

/// The state of the scene that sentences name besides the walk.
struct SceneState {
  std::span<const Aabb> boxes;          ///< [sprites]
  std::optional<double> limit;          ///< size above which a part is divided
  std::span<const std::int64_t> ids{};  ///< [sprites] ids of the recording; empty: their indices
  std::optional<Aabb> asked{};          ///< box of the walked query
  /// px that was subtracted from recorded positions, added again in texts
  std::array<double, 2> offset{};

  std::int64_t name(SpriteId id) const {
    return id < ids.size() ? ids[id] : static_cast<std::int64_t>(id);
  }
};

/// The sentence for the last of the first `n` events (n from 1): "counter back to 0: {3, 7, 9}
/// become a group".
Sentence sentence(const Walk& walk, std::size_t n, const SceneState& scene);

/// A list of sprites: "{3, 7, 9}", with " and 40 more" in place of those beyond the tenth.
Sentence listed(std::span<const SpriteId> sprites, const SceneState& scene = {});

/// A position with at least one decimal, and with as many as distinguish it from `other`.
std::string position_text(double position, double other);

}  // namespace phasebox
