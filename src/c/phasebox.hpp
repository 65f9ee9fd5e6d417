// SPDX-License-Identifier: MIT
// A world of objects for C++, on top of the C interface of phasebox.h, in this one header: insert,
// move and remove axis-aligned 2D boxes, and get the pairs that begin and end to overlap. Boxes are
// min x, min y, max x, max y, in any unit of length. For boxes that you hand over as a whole each
// frame, the C++ library itself, phasebox::collide, is the better choice.
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
/// returns false, 0 or an empty span, and `error()` says why. Failures are never thrown, except by
/// the constructor; functions that return a span may throw std::bad_alloc. One world is for one
/// thread at a time.
class World {
 public:
  /// Makes a world without objects, whose pairs are found by the broadphase with that id. A search
  /// may use so many threads, at most 1,024. Throws std::invalid_argument with `error()` when it
  /// fails, as for an unknown id. Compiled without exceptions, it makes a world instead that
  /// converts to false and refuses every call.
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
  /// False for a world whose constructor failed, and for one that was moved from.
  explicit operator bool() const { return world_ != nullptr; }

  /// Returns a sentence about the last call of this thread that failed, in whatever world; never
  /// null. Later calls of this thread may change the text.
  static const char* error() { return phasebox_error(); }
  /// Sets the parameter of the broadphase with that key. Returns false for an unknown key or a
  /// value out of range.
  bool set(const char* param, double value) {
    return !phasebox_set(phasebox_world_broadphase(world_.get()), param, value);
  }

  /// Inserts an object and returns its handle, or 0 when it was refused: each float of the box must
  /// be finite and each min at most its max. `user_data` is your own value, which contacts and hits
  /// give back. Two objects may be a pair when the mask of each shares a bit with the other's
  /// category, unless both are static. Objects of the same group are a pair whatever their masks
  /// when it is above 0, and never when it is below 0. Category and mask both 0 stand for their
  /// defaults. The object's pairs begin with the next update.
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
  /// Gives an object another box. Returns false for the handle of a removed object, and for a box
  /// that `insert` would refuse. The object's pairs change with the next update.
  bool move(phasebox_handle handle, const float (&box)[4]) {
    return !phasebox_move(world_.get(), handle, box);
  }
  /// Removes an object. Returns false when it is removed already. Its handle names nothing from
  /// then on; its pairs end with the next update.
  bool remove(phasebox_handle handle) { return !phasebox_remove(world_.get(), handle); }
  /// Sets whether both objects of a pair must accept each other by their masks (PHASEBOX_BOTH, the
  /// default), or one is enough (PHASEBOX_EITHER). Returns false for any other number.
  bool set_rule(std::uint32_t rule) { return !phasebox_set_rule(world_.get(), rule); }
  /// The number of objects that are in the world now.
  std::size_t size() const { return phasebox_object_count(world_.get()); }

  /// Finds the pairs that have begun and ended to overlap since the last update. Returns false when
  /// it fails; all contacts then stay those of the update before.
  bool update() { return !phasebox_update(world_.get()); }
  /// The pairs that overlap as of the last update that succeeded, in the order in which their
  /// objects were inserted. Boxes that only touch do not overlap.
  std::span<const phasebox_contact> contacts() { return all(contacts_, phasebox_contacts); }
  /// The pairs that began to overlap with the last update that succeeded, in order of insertion.
  std::span<const phasebox_contact> begun() { return all(begun_, phasebox_contacts_begun); }
  /// The pairs that ended with the last update that succeeded, in order of insertion. The handle of
  /// an object that was removed names nothing any more, but its user data are given.
  std::span<const phasebox_contact> ended() { return all(ended_, phasebox_contacts_ended); }

  /// Finds the objects whose boxes overlap a box, in order of insertion. Like all queries below, it
  /// sees every object as it is now, also before an update, and leaves out those whose category
  /// shares no bit with `mask`.
  std::span<const phasebox_hit> in_box(const float (&box)[4], std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_box, box, mask);
  }
  /// Finds the objects whose boxes contain a point, edges included, in order of insertion.
  std::span<const phasebox_hit> at_point(float x, float y, std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_point, x, y, mask);
  }
  /// Finds the objects whose boxes have a point nearer to the circle's center than its radius, in
  /// order of insertion. Fails for a negative radius; a radius of 0 finds nothing.
  std::span<const phasebox_hit> in_circle(float x, float y, float radius,
                                          std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_circle, x, y, radius, mask);
  }
  /// Finds the objects whose boxes a segment meets, edges included; those entered first come first.
  /// `distance` of a hit is where along the segment the box is entered: 0 at its beginning, also
  /// when that lies in the box, 1 at its end.
  std::span<const phasebox_hit> on_segment(float from_x, float from_y, float to_x, float to_y,
                                           std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_segment, from_x, from_y, to_x, to_y, mask);
  }
  /// Finds the k objects whose boxes are nearest to a point, the nearest first, or all objects when
  /// there are fewer. `distance` of a hit is that from the point to the box, 0 inside.
  std::span<const phasebox_hit> nearest(float x, float y, std::size_t k = 1,
                                        std::uint32_t mask = 0xFFFFFFFF) {
    return all(hits_, phasebox_query_nearest, x, y, k, mask);
  }

 private:
  // Lets std::unique_ptr destroy a world of the C interface.
  struct Destroy {
    void operator()(phasebox_world* world) const { phasebox_world_destroy(world); }
  };

  // Calls the function `ask` of the C interface with the arguments `given`, and once more with
  // enough room when the results do not fit into `to`. Returns the results, which lie in `to`, or
  // an empty span when the call failed.
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
