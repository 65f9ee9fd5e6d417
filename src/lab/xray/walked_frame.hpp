// SPDX-License-Identifier: MIT
// The record that the X-ray makes of a frame: logs, walks over them, and what texts name.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "lab/xray/event_text.hpp"
#include "lab/xray/impacts.hpp"
#include "lab/xray/walk.hpp"
#include "session/session.hpp"
#include "world/dynamics/impact_log.hpp"

namespace phasebox {

/// Everything recorded of a frame, or of a query in it; the walks refer to the logs in it.
struct WalkedFrame {
  static constexpr std::size_t kMaxEvents = 1'000'000;  ///< events kept per log; 32 bytes each

  std::vector<Impact> impacts;   ///< of the step that led to the frame
  std::vector<HeapChange> heap;  ///< heap changes of the same step
  Vec2 gravity;                  ///< gravity of the step, px/s²
  EventLog trace{kMaxEvents};
  Walk broad, narrow;
  const BroadphaseEntry* broadphase = nullptr;
  const NarrowphaseEntry* narrowphase = nullptr;
  std::optional<double> limit;               ///< the broadphase's size limit
  std::vector<Aabb> boxes;                   ///< [sprites]
  std::vector<std::int64_t> ids;             ///< [sprites] of recorded boxes, else empty
  std::array<double, 2> offset{};            ///< px subtracted from recorded positions
  std::vector<Pair> candidates, collisions;  ///< in the order in which they were found
  std::vector<std::uint64_t> found_keys;     ///< `key_either_way` of the candidates; sorted
  std::uint64_t fingerprint = 0;             ///< `fingerprint_of` the session
  std::optional<Aabb> asked;                 ///< box of the walked query
  Recorder query{kMaxEvents};                ///< events of the query
  std::vector<SpriteId> found;               ///< what the query finds
  std::vector<QueryCost> costs;              ///< of the query, by stop rule

  SceneState scene() const { return {boxes, limit, ids, asked, offset}; }
};

/// Runs instances of the session's algorithms on its frame, or the query of the box `asked`, with a
/// log. `before` [sprites] are the boxes of the previous frame, which the broadphase sees first;
/// empty: it sees none.
std::unique_ptr<const WalkedFrame> walked_frame(const Session& session,
                                                const std::optional<Aabb>& asked,
                                                const std::vector<Aabb>& before);

/// A hash of frame, chosen algorithms and parameters, which tells when a walk is stale.
std::uint64_t fingerprint_of(const Session& session);

/// The key of a pair whose order does not matter.
inline std::uint64_t key_either_way(Pair p) {
  return key({std::min(p.a, p.b), std::max(p.a, p.b)});
}

}  // namespace phasebox
