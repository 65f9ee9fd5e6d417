// SPDX-License-Identifier: MIT
// Bullet's dbvt and axis sweep; the third dimension is a slab that all boxes share.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "peer.hpp"

namespace phasebox::peers {
namespace {

// As for Box2D: Bullet's margin of 0.05 then is 1.6 px.
constexpr float kMetersPerPixel = 1.0f / 32;

btVector3 low_corner(const Aabb& b) {
  return {b.min.x * kMetersPerPixel, b.min.y * kMetersPerPixel, 0};
}
btVector3 high_corner(const Aabb& b) {
  return {b.max.x * kMetersPerPixel, b.max.y * kMetersPerPixel, 1};
}

SpriteId id_of(const btBroadphaseProxy* proxy) {
  return static_cast<SpriteId>(reinterpret_cast<std::uintptr_t>(proxy->m_clientObject));
}

template <class MakeBroadphase>
class Bullet final : public Peer<Bullet<MakeBroadphase>> {
 public:
  ~Bullet() override { clear(); }

  void reset(const Frame& f) override {
    clear();
    inner_ = MakeBroadphase{}(f);
    for (SpriteId i = 0; i < f.size(); ++i)
      proxies_.push_back(inner_->createProxy(low_corner(f.boxes[i]), high_corner(f.boxes[i]), 0,
                                             reinterpret_cast<void*>(std::uintptr_t{i}), 1, 1,
                                             nullptr));
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T&) {
    for (SpriteId i = 0; i < f.size(); ++i)
      inner_->setAabb(proxies_[i], low_corner(f.boxes[i]), high_corner(f.boxes[i]), nullptr);
    inner_->calculateOverlappingPairs(nullptr);
    const auto* cache = inner_->getOverlappingPairCache();
    const btBroadphasePair* pairs = cache->getOverlappingPairArrayPtr();
    for (int k = 0; k < cache->getNumOverlappingPairs(); ++k)
      emit_exact(f, id_of(pairs[k].m_pProxy0), id_of(pairs[k].m_pProxy1), out);
  }

 private:
  // Each destroyProxy would walk all pairs: these are removed first; the sweep frees its handles.
  void clear() {
    if (inner_ && !MakeBroadphase::kOwnsProxies) {
      inner_->getOverlappingPairCache()->getOverlappingPairArray().clear();
      for (btBroadphaseProxy* proxy : proxies_) inner_->destroyProxy(proxy, nullptr);
    }
    proxies_.clear();
    inner_.reset();
  }

  std::unique_ptr<btBroadphaseInterface> inner_;
  std::vector<btBroadphaseProxy*> proxies_;
};

struct MakeDbvt {
  static constexpr bool kOwnsProxies = false;
  std::unique_ptr<btBroadphaseInterface> operator()(const Frame&) const {
    auto made = std::make_unique<btDbvtBroadphase>();
    made->setVelocityPrediction(0.1f);
    return made;
  }
};

// The sweep's positions are whole numbers between fixed bounds: those of the first frame, and a
// margin for motion. Boxes outside are still found, only more slowly.
struct MakeSweep {
  static constexpr bool kOwnsProxies = true;
  std::unique_ptr<btBroadphaseInterface> operator()(const Frame& f) const {
    Aabb bounds = f.size() > 0 ? f.boxes[0] : Aabb{};
    for (const Aabb& box : f.boxes) bounds = united(bounds, box);
    constexpr Vec2 kRoom{512, 512};
    bounds = {bounds.min - kRoom, bounds.max + kRoom};
    return std::make_unique<bt32BitAxisSweep3>(
        low_corner(bounds), high_corner(bounds),
        static_cast<unsigned>(std::max<std::size_t>(f.size(), 1)), nullptr, true);
  }
};

}  // namespace

extern const BroadphaseEntry bullet_dbvt_entry{
    "bullet-dbvt", "Bullet dbvt",
    "Two dynamic trees and a hashed pair cache; 32 px are a meter, prediction 0.1.", "Bullet 3.24",
    make_broadphase<Bullet<MakeDbvt>>};

extern const BroadphaseEntry bullet_sweep_entry{"bullet-sweep", "Bullet axis sweep",
                                                "Sorted ends on three axes, kept between frames.",
                                                "Bullet 3.24", make_broadphase<Bullet<MakeSweep>>};

}  // namespace phasebox::peers
