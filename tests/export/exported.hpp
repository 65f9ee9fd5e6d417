// SPDX-License-Identifier: MIT
// An exported class behind the interface of the library's own, so that the same checks judge both.
#pragma once
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "collide/broadphase.hpp"

namespace phasebox::test {

/// The types of an export, told by a member function of its class.
template <class>
struct ExportTypes;
template <class Class, class ObjectsType, class PairType>
struct ExportTypes<void (Class::*)(const ObjectsType&, std::vector<PairType>&)> {
  using Objects = ObjectsType;
  using Pair = PairType;
  using Box = std::remove_const_t<typename decltype(ObjectsType::boxes)::element_type>;
  using Filter = std::remove_const_t<typename decltype(ObjectsType::filters)::element_type>;
};

/// `Class`: `quadtree::Broadphase`.
template <class Class>
class Exported final : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void reset(const Frame&) override { class_.reset(); }
  void edit(const Frame&, std::span<const Edit> edits) override {
    for (const Edit& e : edits)
      if (e.kind == Edit::Kind::add)
        class_.added();
      else
        class_.removed(e.id);
  }
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    class_.find_pairs(objects_of(f), pairs_);
    for (const auto& p : pairs_) out.push({p.a, p.b});
  }
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder*) override {
    class_.query(objects_of(f), box_of(box), found_);
    for (const std::uint32_t place : found_) out.push(place);
  }

 private:
  using Types = ExportTypes<decltype(&Class::find_pairs)>;

  static typename Types::Box box_of(const Aabb& b) {
    return {{b.min.x, b.min.y}, {b.max.x, b.max.y}};
  }
  typename Types::Objects objects_of(const Frame& f) {
    boxes_.clear(), filters_.clear();
    for (const Aabb& box : f.boxes) boxes_.push_back(box_of(box));
    for (const Filter& filter : f.filters)
      filters_.push_back({filter.category, filter.mask, filter.group});
    return {boxes_, filters_, f.is_static, static_cast<decltype(Types::Objects::rule)>(f.rule)};
  }

  Class class_;
  std::vector<typename Types::Box> boxes_;
  std::vector<typename Types::Filter> filters_;
  std::vector<typename Types::Pair> pairs_;
  std::vector<std::uint32_t> found_;
};

}  // namespace phasebox::test
