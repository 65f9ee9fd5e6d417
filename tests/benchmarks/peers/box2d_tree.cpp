// SPDX-License-Identifier: MIT
// Box2D's b2DynamicTree: every proxy is moved, then one exact query per box.
#include <box2d/b2_dynamic_tree.h>

#include "peer.hpp"

namespace phasebox::peers {
namespace {

constexpr float kMetersPerPixel = 1.0f / 32;  // as in box2d_broadphase.cpp

b2AABB scaled(const Aabb& box) {
  b2AABB out;
  out.lowerBound.Set(box.min.x * kMetersPerPixel, box.min.y * kMetersPerPixel);
  out.upperBound.Set(box.max.x * kMetersPerPixel, box.max.y * kMetersPerPixel);
  return out;
}

class Box2dTree final : public Peer<Box2dTree> {
 public:
  void reset(const Frame& f) override {
    tree_ = std::make_unique<b2DynamicTree>();
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
    Visitor visitor{*tree_, f, out, 0};
    for (; visitor.asked < f.size(); ++visitor.asked)
      tree_->Query(&visitor, scaled(f.boxes[visitor.asked]));
  }

 private:
  struct Visitor {
    const b2DynamicTree& tree;
    const Frame& frame;
    PairSink& out;
    SpriteId asked;
    bool QueryCallback(int32 proxy) {  // NOLINT: the name is Box2D's
      const auto found =
          static_cast<SpriteId>(reinterpret_cast<std::uintptr_t>(tree.GetUserData(proxy)));
      if (found > asked) emit_exact(frame, asked, found, out);
      return true;
    }
  };

  std::unique_ptr<b2DynamicTree> tree_;
  std::vector<int32> proxies_;
  std::vector<Aabb> last_;
};

}  // namespace

extern const BroadphaseEntry box2d_tree_entry{"box2d-tree", "Box2D b2DynamicTree",
                                              "Every proxy is moved, then one query per box.",
                                              "Box2D 2.4.1", make_broadphase<Box2dTree>};

}  // namespace phasebox::peers
