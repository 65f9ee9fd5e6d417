// SPDX-License-Identifier: MIT
// The last error of each thread, and the checks of what a program hands over.
#include "c/guard.hpp"

#include <cstring>

#include "base/result.hpp"
#include "base/version.hpp"

namespace phasebox::c {
namespace {

// An array, so that remembering an error needs no memory.
thread_local char last_error[256] = "";

}  // namespace

phasebox_status fail(phasebox_status status, const char* sentence) {
  std::strncpy(last_error, sentence, sizeof last_error - 1);
  return status;
}
phasebox_status fail(phasebox_status status, const std::string& sentence) {
  return fail(status, one_line(sentence).c_str());
}

phasebox_status null_argument(const char* name) {
  return fail(PHASEBOX_NULL_ARGUMENT, std::string(name) + " is null, and is needed");
}

phasebox_status check_struct(std::size_t given, std::size_t size, const char* name) {
  // There is one version so far.
  if (given == size) return PHASEBOX_OK;
  return fail(PHASEBOX_BAD_STRUCT, std::string(name) + ".struct_size is " + std::to_string(given) +
                                       "; it must be sizeof(" + name + "), here " +
                                       std::to_string(size));
}

phasebox_status check_box(const Aabb& box, const std::string& name) {
  if (is_valid(box)) return PHASEBOX_OK;
  return fail(PHASEBOX_BAD_BOX, name + " is (" + std::to_string(box.min.x) + ", " +
                                    std::to_string(box.min.y) + ", " + std::to_string(box.max.x) +
                                    ", " + std::to_string(box.max.y) +
                                    "); it must be finite, and no min greater than its max");
}

[[gnu::weak]] bool take_allocator(const phasebox_allocator*) { return false; }

}  // namespace phasebox::c

namespace c = phasebox::c;

const char* phasebox_version(void) { return phasebox::kVersion.data(); }
uint32_t phasebox_api_version(void) { return PHASEBOX_API_VERSION; }
const char* phasebox_error(void) { return c::last_error; }

const char* phasebox_status_name(phasebox_status status) {
  switch (status) {
    case PHASEBOX_OK: return "ok";
    case PHASEBOX_NULL_ARGUMENT: return "null argument";
    case PHASEBOX_BAD_STRUCT: return "bad struct";
    case PHASEBOX_UNKNOWN_ID: return "unknown id";
    case PHASEBOX_UNKNOWN_PARAM: return "unknown parameter";
    case PHASEBOX_OUT_OF_RANGE: return "out of range";
    case PHASEBOX_BAD_BOX: return "bad box";
    case PHASEBOX_BAD_STRIDE: return "bad stride";
    case PHASEBOX_DUPLICATE_ID: return "duplicate id";
    case PHASEBOX_TOO_SMALL: return "too small";
    case PHASEBOX_STALE_HANDLE: return "stale handle";
    case PHASEBOX_NOT_READY: return "not ready";
    case PHASEBOX_TOO_MANY_PAIRS: return "too many pairs";
    case PHASEBOX_OUT_OF_MEMORY: return "out of memory";
    case PHASEBOX_UNSUPPORTED: return "unsupported";
  }
  return "unknown status";
}

phasebox_status phasebox_set_allocator(const phasebox_allocator* allocator) {
  if (allocator) {
    if (const auto status =
            c::check_struct(allocator->struct_size, sizeof *allocator, "phasebox_allocator"))
      return status;
    if (!allocator->allocate) return c::null_argument("allocate");
    if (!allocator->release) return c::null_argument("release");
  }
  if (c::take_allocator(allocator)) return PHASEBOX_OK;
  return c::fail(PHASEBOX_UNSUPPORTED,
                 "a static library uses the program's operator new: replace that one");
}
