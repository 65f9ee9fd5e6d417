// SPDX-License-Identifier: MIT
// Box2D's b2BroadPhase, used as its world does: proxies live on, only new pairs are reported.
#include <box2d/b2_broad_phase.h>

#include "pair_set.hpp"
#include "peer.hpp"

namespace phasebox::peers {
namespace {

// A power of two, so exact. Box2D's margin of 0.1 m then is 3.2 px.
constexpr float kMetersPerPixel = 1.0f / 32;

b2AABB scaled(const Aabb& box) {
  b2AABB out;
  out.lowerBound.Set(box.min.x * kMetersPerPixel, box.min.y * kMetersPerPixel);
  out.upperBound.Set(box.max.x * kMetersPerPixel, box.max.y * kMetersPerPixel);
  return out;
}

class Box2dBroadphase final : public Peer<Box2dBroadphase> {
 public:
  void reset(const Frame& f) override {
    tree_ = std::make_unique<b2BroadPhase>();
    known_.clear(), contacts_.clear();
    last_.assign(f.boxes.begin(), f.boxes.end());
    proxies_.resize(f.size());
    for (SpriteId i = 0; i < f.size(); ++i)
      proxies_[i] =
          tree_->CreateProxy(scaled(f.boxes[i]), reinterpret_cast<void*>(std::uintptr_t{i}));
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T&) {
    for (SpriteId i = 0; i < f.size(); ++i) {
      const Vec2 by = (f.boxes[i].min - last_[i].min) * kMetersPerPixel;
      tree_->MoveProxy(proxies_[i], scaled(f.boxes[i]), {by.x, by.y});
      last_[i] = f.boxes[i];
    }
    tree_->UpdatePairs(this);
    // What b2ContactManager::Collide does: contacts end where the fat AABBs part.
    for (std::size_t k = 0; k < contacts_.size();) {
      const Pair p = contacts_[k];
      if (tree_->TestOverlap(proxies_[p.a], proxies_[p.b])) {
        emit_exact(f, p.a, p.b, out);
        ++k;
      } else {
        known_.erase(p);
        contacts_[k] = contacts_.back();
        contacts_.pop_back();
      }
    }
  }

  /// Called back by UpdatePairs.
  void AddPair(void* first, void* second) {  // NOLINT: the name is Box2D's
    const auto i = static_cast<SpriteId>(reinterpret_cast<std::uintptr_t>(first));
    const auto j = static_cast<SpriteId>(reinterpret_cast<std::uintptr_t>(second));
    const Pair p = i < j ? Pair{i, j} : Pair{j, i};
    if (known_.insert(p)) contacts_.push_back(p);
  }

 private:
  std::unique_ptr<b2BroadPhase> tree_;
  std::vector<int32> proxies_;
  std::vector<Aabb> last_;
  PairSet known_;
  std::vector<Pair> contacts_;
};

}  // namespace

extern const BroadphaseEntry box2d_broadphase_entry{
    "box2d-broadphase", "Box2D b2BroadPhase",
    "Dynamic tree of fat AABBs and a pair set that lives on; 32 px are a meter.", "Box2D 2.4.1",
    make_broadphase<Box2dBroadphase>};

}  // namespace phasebox::peers
