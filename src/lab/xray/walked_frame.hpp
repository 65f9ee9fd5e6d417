// SPDX-License-Identifier: MIT
// What the X-ray records of a frame: event logs, walks through them, and facts that texts name.
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

/// Everything that the X-ray records of a frame, or of a query in it. It must not be copied or
/// moved, since its walks refer to its logs.
struct WalkedFrame {
  static constexpr std::size_t kMaxEvents = 1'000'000;  ///< events kept per log, 32 bytes each

  std::vector<Impact> impacts;   ///< impacts of the step that led to the frame; none for a query
  std::vector<HeapChange> heap;  ///< changes of the heap of impact times in the same step
  Vec2 gravity;                  ///< gravity, px/s²; only its direction is used
  EventLog trace{kMaxEvents};    ///< events of the frame's broadphase and narrowphase
  /// Walks through the events of the broadphase (or query) and of the narrowphase.
  Walk broad, narrow;
  const BroadphaseEntry* broadphase = nullptr;
  const NarrowphaseEntry* narrowphase = nullptr;
  std::optional<double> limit;     ///< number of sprites above which the broadphase divides a part
  std::vector<Aabb> boxes;         ///< [sprites] world px
  std::vector<std::int64_t> ids;   ///< [sprites] ids in the recording; empty for a scene
  std::array<double, 2> offset{};  ///< (x, y) px that was subtracted from recorded positions
  /// Pairs that broadphase and narrowphase logged as hits, in their order.
  std::vector<Pair> candidates, collisions;
  std::vector<std::uint64_t> found_keys;  ///< `key_either_way` of the candidates; sorted
  std::uint64_t fingerprint = 0;          ///< `fingerprint_of` the session at the recording
  std::optional<Aabb> asked;              ///< box of the walked query, world px; none: a frame
  Recorder query{kMaxEvents};             ///< events of the query
  std::vector<SpriteId> found;            ///< sprites that the query finds
  std::vector<QueryCost> costs;           ///< cost of the query under each stop rule

  SceneState scene() const { return {boxes, limit, ids, asked, offset}; }
};

/// Records the session's frame, or the query of the box `asked` in it, by running new instances of
/// the session's algorithms with a log. `before` [sprites] are the boxes of the previous frame,
/// which the broadphase sees first; empty: it sees none.
std::unique_ptr<const WalkedFrame> walked_frame(const Session& session,
                                                const std::optional<Aabb>& asked,
                                                const std::vector<Aabb>& before);

/// A hash of the session's frame, last impacts, algorithms and their parameters. A recorded frame
/// with another one is stale.
std::uint64_t fingerprint_of(const Session& session);

/// The key of a pair; the same if its sprites are swapped.
inline std::uint64_t key_either_way(Pair p) {
  return key({std::min(p.a, p.b), std::max(p.a, p.b)});
}

}  // namespace phasebox
