// SPDX-License-Identifier: MIT
// The end of memory, a state: the one place that knows how the standard library tells of it.
#pragma once
#include <cstdlib>
#include <new>

namespace phasebox {

/// Calls `body`; false where it was given up since there was no more memory. Without exceptions
/// (-fno-exceptions) operator new does not return then, so there is nothing to tell.
template <class Body>
bool fits_in_memory(Body body) {
#ifdef __cpp_exceptions
  try {
    body();
  } catch (const std::bad_alloc&) {
    return false;
  }
#else
  body();
#endif
  return true;
}

/// Tells the caller that there was no more memory, as operator new does.
[[noreturn]] inline void tell_memory_end() {
#ifdef __cpp_exceptions
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

}  // namespace phasebox
