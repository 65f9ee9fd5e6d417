// SPDX-License-Identifier: MIT
// What the algorithm is to the code around it: boxes in, pairs out, a whole frame at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// A change of the population between two frames, in the order in which it happened.
struct Edit {
  enum class Kind : std::uint8_t { add, remove } kind;
  SpriteId id;          ///< the object added or removed
  SpriteId moved_from;  ///< remove: the object that took the freed id had this one before
};

class Broadphase {
 public:
  virtual ~Broadphase() = default;

  /// Forgets what was kept.
  virtual void reset(const Frame&) {}
  /// Objects were added or removed since the last frame.
  virtual void edit(const Frame& frame, std::span<const Edit>) { reset(frame); }
  /// Appends the pairs.
  virtual void find_pairs(const Frame& frame, PairSink& out) = 0;
  /// Appends every object whose box overlaps `box`, each once; after `find_pairs` of the frame.
  virtual void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out) {
    for (SpriteId i = 0; i < frame.size(); ++i)
      if (overlaps(frame.boxes[i], box)) out.push(i);
  }
};

/// Base of the algorithm: its parameters `P`, and a body `void run(const Frame&, PairSink&)`.
template <class Self, class P>
class BroadphaseOf : public Broadphase {
 public:
  void set_params(const P& params) { p_ = params; }
  void find_pairs(const Frame& frame, PairSink& out) final {
    static_cast<Self&>(*this).run(frame, out);
  }

 protected:
  P p_;
};

/// Emits the pair if it is eligible and overlaps.
inline void test_pair(const Frame& f, SpriteId i, SpriteId j, PairSink& out, std::uint32_t = 0) {
  if (eligible(f, i, j) && overlaps(f.boxes[i], f.boxes[j])) out.emit(i, j);
}

}  // namespace phasebox
