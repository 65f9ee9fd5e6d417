// SPDX-License-Identifier: MIT
// Chipmunk's three spatial indexes, through cpSpatialIndexReindexQuery as its space uses them.
#include <chipmunk/chipmunk.h>

#include "peer.hpp"

namespace phasebox::peers {
namespace {

/// What Chipmunk keeps a pointer to: a box in doubles, and how far it moved in a second.
struct Item {
  cpBB box;
  cpVect velocity;
  SpriteId id;
};

cpBB box_of(void* item) { return static_cast<Item*>(item)->box; }
cpVect velocity_of(void* item) { return static_cast<Item*>(item)->velocity; }

cpBB converted(const Aabb& box) {
  return cpBBNew(static_cast<cpFloat>(box.min.x), static_cast<cpFloat>(box.min.y),
                 static_cast<cpFloat>(box.max.x), static_cast<cpFloat>(box.max.y));
}

template <class MakeIndex>
class Chipmunk final : public Peer<Chipmunk<MakeIndex>> {
 public:
  ~Chipmunk() override { free_index(); }

  void reset(const Frame& f) override {
    free_index();
    index_ = MakeIndex{}(static_cast<int>(f.size()));
    items_.resize(f.size());
    for (SpriteId i = 0; i < f.size(); ++i) {
      items_[i] = {converted(f.boxes[i]), cpvzero, i};
      cpSpatialIndexInsert(index_, &items_[i], i);
    }
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T&) {
    constexpr cpFloat kStepsPerSecond = 60;
    for (SpriteId i = 0; i < f.size(); ++i) {
      Item& item = items_[i];
      const cpBB to = converted(f.boxes[i]);
      item.velocity = cpvmult(cpv(to.l - item.box.l, to.b - item.box.b), kStepsPerSecond);
      item.box = to;
    }
    Found found{f, out};
    cpSpatialIndexReindexQuery(index_, &report, &found);
  }

 private:
  struct Found {
    const Frame& frame;
    PairSink& out;
  };
  static cpCollisionID report(void* a, void* b, cpCollisionID id, void* data) {
    auto& found = *static_cast<Found*>(data);
    emit_exact(found.frame, static_cast<Item*>(a)->id, static_cast<Item*>(b)->id, found.out);
    return id;
  }
  void free_index() {
    if (index_) cpSpatialIndexFree(index_);
  }

  cpSpatialIndex* index_ = nullptr;
  std::vector<Item> items_;
};

struct MakeTree {
  cpSpatialIndex* operator()(int) const {
    cpSpatialIndex* index = cpBBTreeNew(&box_of, nullptr);
    cpBBTreeSetVelocityFunc(index, &velocity_of);  // as cpSpace does: boxes get fat
    return index;
  }
};

// Cells of twice the mean size; ten times as many places as boxes, as the manual recommends.
struct MakeHash {
  cpSpatialIndex* operator()(int n) const { return cpSpaceHashNew(48, 10 * n, &box_of, nullptr); }
};

struct MakeSweep {
  cpSpatialIndex* operator()(int) const { return cpSweep1DNew(&box_of, nullptr); }
};

}  // namespace

extern const BroadphaseEntry chipmunk_tree_entry{
    "chipmunk-tree", "Chipmunk BB tree", "Tree of boxes that are wider by a tenth and a velocity.",
    "Chipmunk 7.0.3", make_broadphase<Chipmunk<MakeTree>>};

extern const BroadphaseEntry chipmunk_hash_entry{
    "chipmunk-hash", "Chipmunk space hash", "Cells of 48 px, ten places per box.", "Chipmunk 7.0.3",
    make_broadphase<Chipmunk<MakeHash>>};

extern const BroadphaseEntry chipmunk_sweep_entry{"chipmunk-sweep", "Chipmunk sweep 1D",
                                                  "Sweep along x.", "Chipmunk 7.0.3",
                                                  make_broadphase<Chipmunk<MakeSweep>>};

}  // namespace phasebox::peers
