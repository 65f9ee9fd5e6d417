// SPDX-License-Identifier: MIT
// What every function of the C interface shares: errors as a status and a sentence, nothing thrown.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

#include "base/geometry.hpp"
#include "c/phasebox.h"

namespace phasebox::c {

/// Remembers what was wrong, for this thread, and gives the status back.
phasebox_status fail(phasebox_status status, const char* sentence);
phasebox_status fail(phasebox_status status, const std::string& sentence);

/// Calls `body`, which gives a status; nothing that it throws gets out.
template <class Body>
phasebox_status guarded(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return fail(PHASEBOX_OUT_OF_MEMORY, "there is no more memory; destroy what was being changed");
  } catch (...) {
    return fail(PHASEBOX_OUT_OF_MEMORY, "the search could not be ended as it should; destroy it");
  }
}

/// The sentence for a null pointer.
phasebox_status null_argument(const char* name);

/// Whether a struct begins with a size that this library knows: not less than its first version.
phasebox_status check_struct(std::size_t given, std::size_t size, const char* name);

/// Null where the four floats are a box that may be searched.
phasebox_status check_box(const Aabb& box, const std::string& name);

inline Aabb box_of(const float box[4]) { return {{box[0], box[1]}, {box[2], box[3]}}; }

/// Results for a caller with so much room: all or none.
template <class T, class Get>
phasebox_status hand_over(std::size_t found, T* to, std::size_t capacity, std::size_t* count,
                          Get get) {
  if (!count) return null_argument("count");
  *count = found;
  if (found == 0) return PHASEBOX_OK;
  if (capacity < found)
    return fail(PHASEBOX_TOO_SMALL, "there are " + std::to_string(found) +
                                        " results and room for " + std::to_string(capacity) +
                                        "; ask again with more");
  if (!to) return null_argument("the place for results");
  for (std::size_t i = 0; i < found; ++i) to[i] = get(i);
  return PHASEBOX_OK;
}

/// False where the library cannot take its memory elsewhere; the shared one can.
bool take_allocator(const phasebox_allocator*);

}  // namespace phasebox::c
