// SPDX-License-Identifier: MIT
// Reports out of memory as a return value, also where exceptions are switched off.
#pragma once
#include <cstdlib>
#include <new>

namespace phasebox {

/// Calls `body` and returns true, or false if `body` ran out of memory and was given up. Without
/// exceptions (-fno-exceptions) operator new ends the program then, so there is nothing to report.
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

/// Reports to the caller that there is no more memory, in the way of operator new.
[[noreturn]] inline void tell_memory_end() {
#ifdef __cpp_exceptions
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

}  // namespace phasebox
