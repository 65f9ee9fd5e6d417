// SPDX-License-Identifier: MIT
// Reports out of memory as a return value. It compiles without exceptions, too; running out of
// memory then ends the program.
#pragma once
#include <cstdlib>
#include <new>

namespace phasebox {

/// Calls `body`. Returns true if it ended, false if std::bad_alloc left it. If compiled without
/// exceptions (-fno-exceptions), it always returns true, because operator new ends the program when
/// there is no memory.
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

/// Reports to the caller that there is no more memory, as operator new does: throws std::bad_alloc,
/// or ends the program if compiled without exceptions.
[[noreturn]] inline void tell_memory_end() {
#ifdef __cpp_exceptions
  throw std::bad_alloc();
#else
  std::abort();
#endif
}

}  // namespace phasebox
