// SPDX-License-Identifier: MIT
// What phasebox.js calls: the C interface without structs and 64-bit numbers, which cost JavaScript
// an object each. Objects of a world are named by their slots; that they live, JavaScript knows.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <time.h>

#include "base/replaced_new.hpp"
#include "c/search.hpp"

#define FOR_JS(name) extern "C" __attribute__((export_name(#name)))
#define FROM_JS(name) __attribute__((import_module("js"), import_name(#name)))

extern "C" {
FROM_JS(now) double js_now();
[[noreturn]] FROM_JS(throw_out_of_memory) void js_throw_out_of_memory();
}

namespace {

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (void* const memory = c_memory(bytes, alignment)) return memory;
  js_throw_out_of_memory();
}
void release(void* memory) noexcept { c_release(memory); }

phasebox_options options_of(double max_pairs) {
  phasebox_options options{};
  options.struct_size = sizeof options;
  options.max_pairs = static_cast<std::uint64_t>(max_pairs);
  return options;
}

/// What the last call found.
struct {
  const void* first;
  std::uint32_t count;
} results;

template <class T>
phasebox_status give(const T* first, std::size_t count) {
  results = {first, static_cast<std::uint32_t>(count)};
  return PHASEBOX_OK;
}

/// Calls `ask(to, capacity, &count)` into memory that grows until all results fit.
template <class T, class Ask>
phasebox_status fill(std::vector<T>& memory, Ask ask) {
  std::size_t count = 0;
  phasebox_status status = ask(memory.data(), memory.size(), &count);
  if (status == PHASEBOX_TOO_SMALL) {
    memory.resize(count + count / 2);
    status = ask(memory.data(), memory.size(), &count);
  }
  return status ? status : give(memory.data(), count);
}

struct Finder {
  phasebox_broadphase* broadphase = nullptr;
  phasebox_frame frame{};
  void* columns[5] = {};
  std::vector<std::uint64_t> ids;
  std::vector<std::uint32_t> found;

  Finder() { frame.struct_size = sizeof frame; }
  ~Finder() {
    phasebox_destroy(broadphase);
    for (void* column : columns) std::free(column);
  }
  Finder(const Finder&) = delete;
  Finder& operator=(const Finder&) = delete;
};

struct World {
  phasebox_world* world = nullptr;
  std::vector<phasebox_handle> handles;  // [slot]
  std::vector<phasebox_contact> contacts;
  std::vector<phasebox_hit> hits;

  World() = default;
  ~World() { phasebox_world_destroy(world); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;
};

}  // namespace

// Clocks of the library: wasi's would take a BigInt.
extern "C" int clock_gettime(clockid_t, timespec* time) {
  const double ms = js_now();
  time->tv_sec = static_cast<time_t>(ms / 1000);
  time->tv_nsec = static_cast<long>((ms - static_cast<double>(time->tv_sec) * 1000) * 1e6);
  return 0;
}

// Nothing is written, nor opened; so nothing of wasi is imported.
extern "C" {
int __imported_wasi_snapshot_preview1_fd_close(int) { return 8; }
int __imported_wasi_snapshot_preview1_fd_seek(int, std::int64_t, int, int) { return 8; }
int __imported_wasi_snapshot_preview1_fd_write(int, int, int, int) { return 8; }
}

/// Memory for a text of up to 255 bytes and a zero, such as an id.
FOR_JS(text) char* text() {
  static char memory[256];
  return memory;
}
FOR_JS(results) const void* results_of_last_call() { return &results; }
FOR_JS(error) const char* error() { return phasebox_error(); }
FOR_JS(version) const char* version() { return phasebox_version(); }
FOR_JS(info) const void* info(std::uint32_t index) {
  static phasebox_broadphase_info info;
  return phasebox_broadphase_at(index, &info) ? nullptr : &info;
}

// ---- parameters of a broadphase

FOR_JS(param) const void* param(const phasebox_broadphase* of, std::uint32_t index) {
  static phasebox_param param;
  return phasebox_param_at(of, index, &param) ? nullptr : &param;
}
FOR_JS(set) phasebox_status set(phasebox_broadphase* of, const char* key, double value) {
  return phasebox_set(of, key, value);
}
FOR_JS(set_text)
phasebox_status set_text(phasebox_broadphase* of, const char* key, const char* value) {
  return phasebox_set_text(of, key, value);
}

// ---- frame by frame

FOR_JS(finder_create) Finder* finder_create(const char* id, double max_pairs) {
  auto made = std::make_unique<Finder>();
  const auto options = options_of(max_pairs);
  return phasebox_create(id, &options, &made->broadphase) ? nullptr : made.release();
}
FOR_JS(finder_destroy) void finder_destroy(Finder* finder) { delete finder; }
FOR_JS(finder_broadphase) phasebox_broadphase* finder_broadphase(Finder* finder) {
  return finder->broadphase;
}
/// Memory for a column of the frame: 0 boxes, 1 categories, 2 masks, 3 groups, 4 statics; all bits
/// 0.
FOR_JS(finder_column) void* finder_column(Finder* finder, std::uint32_t number, std::size_t bytes) {
  void* const memory = std::calloc(bytes + 16, 1);
  if (memory == nullptr) js_throw_out_of_memory();
  finder->columns[number] = memory;
  const auto& columns = finder->columns;
  finder->frame.boxes = static_cast<const float*>(columns[0]);
  finder->frame.categories = static_cast<const std::uint32_t*>(columns[1]);
  finder->frame.masks = static_cast<const std::uint32_t*>(columns[2]);
  finder->frame.groups = static_cast<const std::int32_t*>(columns[3]);
  finder->frame.is_static = static_cast<const std::uint8_t*>(columns[4]);
  return memory;
}
/// Results: pairs of two uint32.
FOR_JS(finder_find) phasebox_status finder_find(Finder* finder, std::uint32_t count) {
  finder->frame.count = count;
  if (const auto status = phasebox::c::find_pairs(finder->broadphase, &finder->frame))
    return status;
  const auto pairs = finder->broadphase->search->pairs().items();
  return give(pairs.data(), pairs.size());
}
/// Results: uint32 numbers of boxes.
FOR_JS(finder_query)
phasebox_status finder_query(Finder* finder, float min_x, float min_y, float max_x, float max_y) {
  const float box[4] = {min_x, min_y, max_x, max_y};
  const auto status =
      fill(finder->ids, [&](std::uint64_t* ids, std::size_t capacity, std::size_t* count) {
        return phasebox_query(finder->broadphase, box, ids, capacity, count);
      });
  if (status) return status;
  finder->found.assign(finder->ids.data(), finder->ids.data() + results.count);
  return give(finder->found.data(), finder->found.size());
}

// ---- living objects

FOR_JS(world_create) World* world_create(const char* id, double max_pairs) {
  auto made = std::make_unique<World>();
  const auto options = options_of(max_pairs);
  return phasebox_world_create(id, &options, &made->world) ? nullptr : made.release();
}
FOR_JS(world_destroy) void world_destroy(World* world) { delete world; }
FOR_JS(world_broadphase) phasebox_broadphase* world_broadphase(World* world) {
  return phasebox_world_broadphase(world->world);
}
/// Results: the slot, as the first uint32 of the handle.
FOR_JS(world_insert)
phasebox_status
    world_insert(World* world, float min_x, float min_y, float max_x, float max_y,
                 std::uint32_t category, std::uint32_t mask, std::int32_t group, int is_static) {
  const phasebox_object object{
      sizeof object, {min_x, min_y, max_x, max_y}, category, mask, group, is_static, 0};
  static phasebox_handle handle;
  if (const auto status = phasebox_insert(world->world, &object, &handle)) return status;
  const auto slot = static_cast<std::uint32_t>(handle);
  if (slot >= world->handles.size()) world->handles.resize(slot + 1);
  world->handles[slot] = handle;
  return give(&handle, 1);
}
FOR_JS(world_move)
phasebox_status world_move(World* world, std::uint32_t slot, float min_x, float min_y, float max_x,
                           float max_y) {
  const float box[4] = {min_x, min_y, max_x, max_y};
  return phasebox_move(world->world, world->handles[slot], box);
}
/// Results: four floats.
FOR_JS(world_box) phasebox_status world_box(World* world, std::uint32_t slot) {
  static phasebox_object object{sizeof object, {}, 0, 0, 0, 0, 0};
  const auto status = phasebox_get_object(world->world, world->handles[slot], &object);
  return status ? status : give(object.box, 4);
}
FOR_JS(world_set_filter)
phasebox_status world_set_filter(World* world, std::uint32_t slot, std::uint32_t category,
                                 std::uint32_t mask, std::int32_t group) {
  return phasebox_set_filter(world->world, world->handles[slot], category, mask, group);
}
FOR_JS(world_set_static)
phasebox_status world_set_static(World* world, std::uint32_t slot, int is_static) {
  return phasebox_set_static(world->world, world->handles[slot], is_static);
}
FOR_JS(world_remove) phasebox_status world_remove(World* world, std::uint32_t slot) {
  return phasebox_remove(world->world, world->handles[slot]);
}
FOR_JS(world_update) phasebox_status world_update(World* world) {
  return phasebox_update(world->world);
}

/// Results: phasebox_contact, of which the first and third uint32 are slots. 0 all, 1 begun, 2
/// ended.
FOR_JS(world_contacts) phasebox_status world_contacts(World* world, std::uint32_t which) {
  constexpr decltype(&phasebox_contacts) kAsk[] = {phasebox_contacts, phasebox_contacts_begun,
                                                   phasebox_contacts_ended};
  return fill(world->contacts, [&](phasebox_contact* to, std::size_t capacity, std::size_t* count) {
    return kAsk[which](world->world, to, capacity, count);
  });
}

// Results: phasebox_hit, of which the first uint32 is the slot.
FOR_JS(world_query_box)
phasebox_status world_query_box(World* world, float min_x, float min_y, float max_x, float max_y,
                                std::uint32_t mask) {
  const float box[4] = {min_x, min_y, max_x, max_y};
  return fill(world->hits, [&](phasebox_hit* to, std::size_t capacity, std::size_t* count) {
    return phasebox_query_box(world->world, box, mask, to, capacity, count);
  });
}
FOR_JS(world_query_point)
phasebox_status world_query_point(World* world, float x, float y, std::uint32_t mask) {
  return fill(world->hits, [&](phasebox_hit* to, std::size_t capacity, std::size_t* count) {
    return phasebox_query_point(world->world, x, y, mask, to, capacity, count);
  });
}
FOR_JS(world_query_circle)
phasebox_status
    world_query_circle(World* world, float x, float y, float radius, std::uint32_t mask) {
  return fill(world->hits, [&](phasebox_hit* to, std::size_t capacity, std::size_t* count) {
    return phasebox_query_circle(world->world, x, y, radius, mask, to, capacity, count);
  });
}
FOR_JS(world_query_segment)
phasebox_status world_query_segment(World* world, float from_x, float from_y, float to_x,
                                    float to_y, std::uint32_t mask) {
  return fill(world->hits, [&](phasebox_hit* to, std::size_t capacity, std::size_t* count) {
    return phasebox_query_segment(world->world, from_x, from_y, to_x, to_y, mask, to, capacity,
                                  count);
  });
}
FOR_JS(world_nearest)
phasebox_status world_nearest(World* world, float x, float y, std::uint32_t k, std::uint32_t mask) {
  return fill(world->hits, [&](phasebox_hit* to, std::size_t capacity, std::size_t* count) {
    return phasebox_query_nearest(world->world, x, y, k, mask, to, capacity, count);
  });
}
