// SPDX-License-Identifier: MIT
// What the program allocates: linking allocation_count.cpp replaces operator new and delete, so
// only executables do.
#pragma once
#include "bench/race.hpp"

namespace phasebox::cli {

/// Counts calls of operator new by all threads; bytes come from the C library's own books, so they
/// hold malloc's too. Bytes are unknown without glibc and under a sanitizer.
HeapMeter heap_meter();

}  // namespace phasebox::cli
