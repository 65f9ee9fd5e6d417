// SPDX-License-Identifier: MIT
// A world of living objects for C++, on top of phasebox.h, in this one header. Only the constructor
// throws, apart from std::bad_alloc. For boxes frame by frame, the C++ library itself,
// phasebox::collide, is the better choice.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "phasebox.h"

namespace phasebox_cpp {

/// A world of objects that are inserted, moved and removed. Spans of contacts are valid until the
/// same function is called again, spans of hits until the next query of any kind. A call that fails
/// returns false, 0 or an empty span, and `error()` says why.
class World {
 public:
  /// Makes a world without objects, whose pairs are found by that broadphase. Throws
  /// std::invalid_argument when there is no such broadphase. Compiled without exceptions, it makes
  /// a world that converts to false and refuses every call.
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

  /// A sentence about the last call of this thread that failed; never null.
  static const char* error() { return phasebox_error(); }
  /// Sets a parameter of the broadphase; false for an unknown key or a value out of range.
  bool set(const char* param, double value) {
    return !phasebox_set(phasebox_world_broadphase(world_.get()), param, value);
  }

  /// Inserts an object and returns its handle, or 0 when the box is refused.
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
  /// Gives an object another box; false for a stale handle or a refused box.
  bool move(phasebox_handle handle, const float (&box)[4]) {
    return !phasebox_move(world_.get(), handle, box);
  }
  /// Removes an object; false for a stale handle. Its pairs end with the next update.
  bool remove(phasebox_handle handle) { return !phasebox_remove(world_.get(), handle); }
  /// Sets whether both masks of two objects must accept the other object, PHASEBOX_BOTH, or one is
  /// enough, PHASEBOX_EITHER.
  bool set_rule(std::uint32_t rule) { return !phasebox_set_rule(world_.get(), rule); }
  /// The number of objects.
  std::size_t size() const { return phasebox_object_count(world_.get()); }

  /// Finds the pairs that have begun and ended to overlap since the last update.
  bool update() { return !phasebox_update(world_.get()); }
  /// The pairs that overlap as of the last update; then those that began and those that ended with
  /// it.
  std::span<const phasebox_contact> contacts() { return all(contacts_, phasebox_contacts); }
  std::span<const phasebox_contact> begun() { return all(begun_, phasebox_contacts_begun); }
  std::span<const phasebox_contact> ended() { return all(ended_, phasebox_contacts_ended); }

  /// Finds the objects whose boxes overlap a box, in order of insertion. Queries see every object
  /// as it is now, and leave out those whose category the mask does not contain.
  std::span<const phasebox_hit> in_box(const float (&box)[4], std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_box, box, mask);
  }
  /// Finds the objects whose boxes contain a point, edges included, in order of insertion.
  std::span<const phasebox_hit> at_point(float x, float y, std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_point, x, y, mask);
  }
  /// Finds the objects whose boxes overlap a circle, in order of insertion.
  std::span<const phasebox_hit> in_circle(float x, float y, float radius,
                                          std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_circle, x, y, radius, mask);
  }
  /// Finds the objects whose boxes a segment meets, the earliest first. `distance` of a hit is
  /// where along the segment the box is entered, 0 to 1.
  std::span<const phasebox_hit> on_segment(float from_x, float from_y, float to_x, float to_y,
                                           std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_segment, from_x, from_y, to_x, to_y, mask);
  }
  /// Finds the k objects whose boxes are nearest to a point, the nearest first. `distance` of a hit
  /// is that from the point to the box, 0 inside.
  std::span<const phasebox_hit> nearest(float x, float y, std::size_t k = 1,
                                        std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_nearest, x, y, k, mask);
  }

 private:
  struct Destroy {
    void operator()(phasebox_world* world) const { phasebox_world_destroy(world); }
  };

  // Calls a function of the C interface, and once more with enough room when the results did not
  // fit. Returns an empty span when the call failed.
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
