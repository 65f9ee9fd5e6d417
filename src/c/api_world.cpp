// SPDX-License-Identifier: MIT
// The part of the C interface for worlds: the library keeps objects that the program inserts, moves
// and removes one by one, and tells which pairs begin and end to overlap.
#include <cmath>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "c/incremental_world.hpp"

namespace c = phasebox::c;
using phasebox::Filter;
using phasebox::Vec2;

using World = c::IncrementalWorld;
using Slot = World::Slot;

struct phasebox_world {
  phasebox_broadphase broadphase;
  std::unique_ptr<World> living;
};

namespace {

/// Makes the filter that a program gives. Category and mask both 0 stand for the defaults, so that
/// a struct filled with zeros is an object that collides with all.
Filter filter_of(std::uint32_t category, std::uint32_t mask, std::int32_t group) {
  if (category == 0 && mask == 0) return {.group = group};
  return {category, mask, group};
}

/// Calls `body(world, slot)` for the object that the handle names, and returns its status. Fails
/// with PHASEBOX_STALE_HANDLE when there is none.
template <class Body>
phasebox_status with_object(const phasebox_world* world, phasebox_handle handle, Body body) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    const auto slot = world->living->find(handle);
    if (!slot)
      return c::fail(PHASEBOX_STALE_HANDLE, "the handle names no object of this world any more");
    return body(*world->living, *slot);
  });
}

/// Writes the hits or contacts that `ask(world)` returns to the program's array `to`, as
/// `hand_over` does.
template <class T, class Ask>
phasebox_status answer(const phasebox_world* world, T* to, std::size_t capacity, std::size_t* count,
                       Ask ask) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    const std::span<const T> found = ask(*world->living);
    return c::hand_over(found.size(), to, capacity, count, [&](std::size_t i) { return found[i]; });
  });
}

/// Fails with PHASEBOX_OUT_OF_RANGE unless all numbers are finite; `what` names them in the
/// sentence.
phasebox_status check_finite(std::initializer_list<float> numbers, const char* what) {
  for (const float number : numbers)
    if (!std::isfinite(number))
      return c::fail(PHASEBOX_OUT_OF_RANGE, std::string(what) + " must be of finite numbers");
  return PHASEBOX_OK;
}

}  // namespace

phasebox_status phasebox_world_create(const char* id, const phasebox_options* options,
                                      phasebox_world** world) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    std::unique_ptr<c::Search> search;
    if (const auto status = c::make_search(id, options, search)) return status;
    auto made = std::make_unique<phasebox_world>();
    // The world and its broadphase share one search: the world runs it, and the broadphase gives
    // access to its parameters.
    made->broadphase.search = std::move(search);
    made->living = std::make_unique<World>(*made->broadphase.search);
    *world = made.release();
    return PHASEBOX_OK;
  });
}

void phasebox_world_destroy(phasebox_world* world) { delete world; }

phasebox_broadphase* phasebox_world_broadphase(phasebox_world* world) {
  return world ? &world->broadphase : nullptr;
}

phasebox_status phasebox_insert(phasebox_world* world, const phasebox_object* object,
                                phasebox_handle* handle) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    if (!object) return c::null_argument("object");
    if (!handle) return c::null_argument("handle");
    if (const auto status = c::check_struct(object->struct_size, sizeof *object, "phasebox_object"))
      return status;
    if (const auto status = c::check_box(object->box)) return status;
    *handle = world->living->insert(c::box_of(object->box),
                                    filter_of(object->category, object->mask, object->group),
                                    object->is_static != 0, object->user_data);
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_move(phasebox_world* world, phasebox_handle handle, const float box[4]) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    if (const auto status = c::check_box(box)) return status;
    living.move(slot, c::box_of(box));
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set_filter(phasebox_world* world, phasebox_handle handle,
                                    uint32_t category, uint32_t mask, int32_t group) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    living.set_filter(slot, filter_of(category, mask, group));
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set_rule(phasebox_world* world, uint32_t rule) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    if (const auto status = c::check_rule(rule)) return status;
    world->living->set_rule(static_cast<phasebox::FilterRule>(rule));
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set_static(phasebox_world* world, phasebox_handle handle, int is_static) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    living.set_static(slot, is_static != 0);
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_remove(phasebox_world* world, phasebox_handle handle) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    living.remove(slot);
    return PHASEBOX_OK;
  });
}

size_t phasebox_object_count(const phasebox_world* world) {
  return world ? world->living->size() : 0;
}

phasebox_status phasebox_get_object(const phasebox_world* world, phasebox_handle handle,
                                    phasebox_object* object) {
  return with_object(world, handle, [&](const World& living, Slot slot) {
    if (!object) return c::null_argument("object");
    if (const auto status = c::check_struct(object->struct_size, sizeof *object, "phasebox_object"))
      return status;
    const phasebox::Aabb& box = living.box(slot);
    const Filter filter = living.filter(slot);
    *object = {sizeof *object,        {box.min.x, box.min.y, box.max.x, box.max.y},
               filter.category,       filter.mask,
               filter.group,          living.is_static(slot) ? 1 : 0,
               living.user_data(slot)};
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_update(phasebox_world* world) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    if (world->living->update()) return PHASEBOX_OK;
    return world->living->failure();
  });
}

phasebox_status phasebox_contacts(const phasebox_world* world, phasebox_contact* contacts,
                                  size_t capacity, size_t* count) {
  return answer(world, contacts, capacity, count, [](World& w) { return w.contacts(); });
}
phasebox_status phasebox_contacts_begun(const phasebox_world* world, phasebox_contact* contacts,
                                        size_t capacity, size_t* count) {
  return answer(world, contacts, capacity, count, [](World& w) { return w.begun(); });
}
phasebox_status phasebox_contacts_ended(const phasebox_world* world, phasebox_contact* contacts,
                                        size_t capacity, size_t* count) {
  return answer(world, contacts, capacity, count, [](World& w) { return w.ended(); });
}

phasebox_status phasebox_query_box(phasebox_world* world, const float box[4], uint32_t mask,
                                   phasebox_hit* hits, size_t capacity, size_t* count) {
  if (const auto status = c::check_box(box)) return status;
  return answer(world, hits, capacity, count,
                [&](World& w) { return w.in_box(c::box_of(box), mask); });
}

phasebox_status phasebox_query_point(phasebox_world* world, float x, float y, uint32_t mask,
                                     phasebox_hit* hits, size_t capacity, size_t* count) {
  if (const auto status = check_finite({x, y}, "the point")) return status;
  return answer(world, hits, capacity, count, [&](World& w) { return w.at_point({x, y}, mask); });
}

phasebox_status phasebox_query_circle(phasebox_world* world, float x, float y, float radius,
                                      uint32_t mask, phasebox_hit* hits, size_t capacity,
                                      size_t* count) {
  if (const auto status = check_finite({x, y, radius}, "the circle")) return status;
  if (radius < 0)
    return c::fail(PHASEBOX_OUT_OF_RANGE, "the radius is " +
                                              phasebox::number_text(static_cast<double>(radius)) +
                                              "; it must not be negative");
  return answer(world, hits, capacity, count, [&](World& w) {
    return w.in_circle({{x, y}, radius}, mask);
  });
}

phasebox_status phasebox_query_segment(phasebox_world* world, float from_x, float from_y,
                                       float to_x, float to_y, uint32_t mask, phasebox_hit* hits,
                                       size_t capacity, size_t* count) {
  if (const auto status = check_finite({from_x, from_y, to_x, to_y}, "the segment")) return status;
  return answer(world, hits, capacity, count, [&](World& w) {
    return w.on_segment({from_x, from_y}, {to_x, to_y}, mask);
  });
}

phasebox_status phasebox_query_nearest(phasebox_world* world, float x, float y, size_t k,
                                       uint32_t mask, phasebox_hit* hits, size_t capacity,
                                       size_t* count) {
  if (const auto status = check_finite({x, y}, "the point")) return status;
  return answer(world, hits, capacity, count, [&](World& w) { return w.nearest({x, y}, k, mask); });
}
