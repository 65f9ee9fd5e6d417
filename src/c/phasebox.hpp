// SPDX-License-Identifier: MIT
// Living objects for C++, on top of phasebox.h: one header, no exceptions but for what cannot be
// made. Frames are better served by the C++ library itself, phasebox::collide.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "phasebox.h"

namespace phasebox_cpp {

/// A world of objects that are inserted, moved and removed. Results are spans that are valid until
/// the same function is called again. A call that is refused gives false, and `error()` says why.
class World {
 public:
  /// Throws std::invalid_argument when there is no such broadphase. Compiled without exceptions it
  /// gives a world that is false, which refuses every call.
  explicit World(const char* broadphase = "aabb-tree", std::uint32_t threads = 1) {
    phasebox_options options{};
    options.struct_size = sizeof options;
    options.threads = threads;
    phasebox_world* world = nullptr;
    [[maybe_unused]] const bool failed = phasebox_world_create(broadphase, &options, &world);
#ifdef __cpp_exceptions
    if (failed) throw std::invalid_argument(error());
#endif
    world_.reset(world);
  }
  explicit operator bool() const { return world_ != nullptr; }

  static const char* error() { return phasebox_error(); }
  bool set(const char* param, double value) {
    return !phasebox_set(phasebox_world_broadphase(world_.get()), param, value);
  }

  /// 0 when the box is refused.
  phasebox_handle insert(const float (&box)[4], std::uint64_t user_data = 0,
                         std::uint32_t category = 1, std::uint32_t mask = 0xFFFFFFFF,
                         bool is_static = false, std::int32_t group = 0) {
    phasebox_object object{};
    object.struct_size = sizeof object;
    for (int k = 0; k < 4; ++k) object.box[k] = box[k];
    object.category = category, object.mask = mask, object.group = group;
    object.is_static = is_static;
    object.user_data = user_data;
    phasebox_handle handle = 0;
    return phasebox_insert(world_.get(), &object, &handle) ? 0 : handle;
  }
  bool move(phasebox_handle handle, const float (&box)[4]) {
    return !phasebox_move(world_.get(), handle, box);
  }
  bool remove(phasebox_handle handle) { return !phasebox_remove(world_.get(), handle); }
  /// PHASEBOX_BOTH or PHASEBOX_EITHER masks must agree.
  bool set_rule(std::uint32_t rule) { return !phasebox_set_rule(world_.get(), rule); }
  std::size_t size() const { return phasebox_object_count(world_.get()); }

  bool update() { return !phasebox_update(world_.get()); }
  std::span<const phasebox_contact> contacts() { return all(contacts_, phasebox_contacts); }
  std::span<const phasebox_contact> begun() { return all(begun_, phasebox_contacts_begun); }
  std::span<const phasebox_contact> ended() { return all(ended_, phasebox_contacts_ended); }

  std::span<const phasebox_hit> in_box(const float (&box)[4], std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_box, box, mask);
  }
  std::span<const phasebox_hit> at_point(float x, float y, std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_point, x, y, mask);
  }
  std::span<const phasebox_hit> in_circle(float x, float y, float radius,
                                          std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_circle, x, y, radius, mask);
  }
  /// The earliest first.
  std::span<const phasebox_hit> on_segment(float from_x, float from_y, float to_x, float to_y,
                                           std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_segment, from_x, from_y, to_x, to_y, mask);
  }
  std::span<const phasebox_hit> nearest(float x, float y, std::size_t k = 1,
                                        std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_nearest, x, y, k, mask);
  }

 private:
  struct Destroy {
    void operator()(phasebox_world* world) const { phasebox_world_destroy(world); }
  };

  // Asks again with more room until all fits; empty when the call was refused.
  template <class T, class Ask, class... Given>
  std::span<const T> all(std::vector<T>& to, Ask ask, Given... given) {
    std::size_t count = 0;
    phasebox_status status = ask(world_.get(), given..., to.data(), to.size(), &count);
    if (status == PHASEBOX_TOO_SMALL) {
      to.resize(count);
      status = ask(world_.get(), given..., to.data(), to.size(), &count);
    }
    if (status) return {};
    return {to.data(), count};
  }

  std::unique_ptr<phasebox_world, Destroy> world_;
  std::vector<phasebox_contact> contacts_, begun_, ended_;
  std::vector<phasebox_hit> hits_;
};

}  // namespace phasebox_cpp
