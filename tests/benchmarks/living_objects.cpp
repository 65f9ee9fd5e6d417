// SPDX-License-Identifier: MIT
// Living objects beside Box2D's dynamic tree and Chipmunk's spatial index: some objects of n move,
// pairs are updated, boxes are queried. The three take turns; what a query finds is compared first.
// Exit code 1: they found different objects.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include <box2d/b2_broad_phase.h>
#include <chipmunk/chipmunk_private.h>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "c/phasebox.hpp"

namespace {

using phasebox::Aabb;
using phasebox::Random;

/// What each library is asked to do; objects are numbers from 0.
class Index {
 public:
  virtual ~Index() = default;
  virtual void move(std::size_t object, const Aabb&) = 0;
  virtual void update() = 0;                   ///< pairs, after some moves
  virtual std::size_t query(const Aabb&) = 0;  ///< how many boxes overlap this one
  virtual const char* name() const = 0;
};

class OfPhasebox : public Index {
 public:
  OfPhasebox(const char* id, const std::vector<Aabb>& boxes) : id_(id), world_(id) {
    for (const Aabb& box : boxes) handles_.push_back(world_.insert(edges(box)));
    world_.update();
  }
  void move(std::size_t object, const Aabb& box) override {
    world_.move(handles_[object], edges(box));
  }
  void update() override { world_.update(); }
  std::size_t query(const Aabb& box) override { return world_.in_box(edges(box)).size(); }
  const char* name() const override { return id_; }

 private:
  static const float (&edges(const Aabb& box))[4] {
    return *reinterpret_cast<const float(*)[4]>(&box.min.x);
  }
  const char* id_;
  phasebox_cpp::World world_;
  std::vector<phasebox_handle> handles_;
};

/// Its boxes are fat: what a query finds is compared with the true ones.
class OfBox2d : public Index {
 public:
  explicit OfBox2d(const std::vector<Aabb>& boxes) : boxes_(boxes) {
    for (std::size_t k = 0; k < boxes.size(); ++k)
      proxies_.push_back(tree_.CreateProxy(aabb(boxes[k]), reinterpret_cast<void*>(k)));
    update();
  }
  void move(std::size_t object, const Aabb& box) override {
    boxes_[object] = box;
    tree_.MoveProxy(proxies_[object], aabb(box), {0, 0});
  }
  void update() override { tree_.UpdatePairs(this); }
  void AddPair(void*, void*) { ++pairs_; }
  std::size_t query(const Aabb& box) override {
    found_ = 0, around_ = box;
    tree_.Query(this, aabb(box));
    return found_;
  }
  bool QueryCallback(std::int32_t proxy) {
    found_ += overlaps(boxes_[reinterpret_cast<std::size_t>(tree_.GetUserData(proxy))], around_);
    return true;
  }
  const char* name() const override { return "box2d"; }

 private:
  static b2AABB aabb(const Aabb& b) { return {{b.min.x, b.min.y}, {b.max.x, b.max.y}}; }
  std::vector<Aabb> boxes_;
  std::vector<std::int32_t> proxies_;
  b2BroadPhase tree_;
  std::size_t pairs_ = 0, found_ = 0;
  Aabb around_;
};

class OfChipmunk : public Index {
 public:
  explicit OfChipmunk(const std::vector<Aabb>& boxes)
      : boxes_(boxes), tree_(cpBBTreeNew(&bounds, nullptr)) {
    for (std::size_t k = 0; k < boxes_.size(); ++k) cpSpatialIndexInsert(tree_, &boxes_[k], k);
  }
  ~OfChipmunk() override { cpSpatialIndexFree(tree_); }
  OfChipmunk(const OfChipmunk&) = delete;
  OfChipmunk& operator=(const OfChipmunk&) = delete;
  void move(std::size_t object, const Aabb& box) override { boxes_[object] = box; }
  void update() override { cpSpatialIndexReindexQuery(tree_, &OfChipmunk::met, this); }
  std::size_t query(const Aabb& box) override {
    found_ = 0;
    Aabb around = box;
    cpSpatialIndexQuery(tree_, &around, bounds(&around), &OfChipmunk::met, this);
    return found_;
  }
  const char* name() const override { return "chipmunk"; }

 private:
  static cpBB bounds(void* object) {
    const Aabb& b = *static_cast<const Aabb*>(object);
    return {double(b.min.x), double(b.min.y), double(b.max.x), double(b.max.y)};
  }
  static cpCollisionID met(void* a, void* b, cpCollisionID id, void* self) {
    static_cast<OfChipmunk*>(self)->found_ +=
        overlaps(*static_cast<Aabb*>(a), *static_cast<Aabb*>(b));
    return id;
  }
  std::vector<Aabb> boxes_;
  cpSpatialIndex* tree_;
  std::size_t found_ = 0;
};

double microseconds(const auto& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begun)
      .count();
}

/// Draws boxes in a field where each overlaps about one other.
struct Field {
  Random random{7};
  float side;
  Aabb box(float size) {
    const float x = random.uniform(0, side), y = random.uniform(0, side);
    return {{x, y}, {x + size, y + size}};
  }
};

int run(std::size_t n) {
  Field field{.side = 30 * std::sqrt(static_cast<float>(n))};
  std::vector<Aabb> boxes;
  for (std::size_t k = 0; k < n; ++k) boxes.push_back(field.box(20));
  std::vector<std::unique_ptr<Index>> all;
  all.push_back(std::make_unique<OfPhasebox>("aabb-tree", boxes));
  all.push_back(std::make_unique<OfPhasebox>("hierarchical-grid", boxes));
  all.push_back(std::make_unique<OfBox2d>(boxes));
  all.push_back(std::make_unique<OfChipmunk>(boxes));
  for (const std::size_t moved : {std::size_t{1}, n / 100, n}) {
    const int rounds = moved == n ? 21 : 201;
    std::vector<std::vector<double>> updates(all.size()), queries(all.size());
    for (int round = 0; round < rounds; ++round) {
      std::vector<std::pair<std::size_t, Aabb>> moves;
      for (std::size_t k = 0; k < moved; ++k) {
        const std::size_t object =
            moved == n ? k : field.random.below(static_cast<std::uint32_t>(n));
        moves.emplace_back(object, field.box(20));
      }
      const Aabb asked = field.box(60);
      std::vector<std::size_t> found(all.size());
      for (std::size_t turn = 0; turn < all.size(); ++turn) {
        const std::size_t k = (turn + static_cast<std::size_t>(round)) % all.size();
        updates[k].push_back(microseconds([&] {
          for (const auto& [object, box] : moves) all[k]->move(object, box);
          all[k]->update();
        }));
        queries[k].push_back(microseconds([&] { found[k] = all[k]->query(asked); }));
      }
      if (std::ranges::count(found, found[0]) != static_cast<std::ptrdiff_t>(all.size())) {
        std::printf("WRONG: %zu objects, queries find different ones\n", n);
        return 1;
      }
    }
    for (std::size_t k = 0; k < all.size(); ++k)
      std::printf("%7zu objects, %6zu moved  %-18s update %9.1f us  query %6.2f us\n", n, moved,
                  all[k]->name(), phasebox::median(updates[k]), phasebox::median(queries[k]));
  }
  return 0;
}

}  // namespace

int main() {
  for (const std::size_t n : {std::size_t{1'000}, std::size_t{10'000}, std::size_t{100'000}})
    if (run(n)) return 1;
}
