// SPDX-License-Identifier: MIT
// Counts what a test allocates, and lets it run out of memory: linking this replaces operator new
// and delete of the whole program.
#pragma once
#include <cstddef>
#include <cstdint>

namespace phasebox::test {

/// Calls of any operator new by this thread so far. Take the difference around code.
std::uint64_t allocations();

/// While it lives, what all threads take from operator new is added up.
class HeapPeak {
 public:
  HeapPeak();
  /// The most that was taken at a time since, in bytes, beyond what was taken before.
  std::uint64_t bytes() const;

 private:
  std::int64_t before_;
};

/// While it lives, operator new has no memory for more bytes than so many at a time, in any thread.
class LargestAllocation {
 public:
  explicit LargestAllocation(std::size_t bytes);
  ~LargestAllocation();
  LargestAllocation(const LargestAllocation&) = delete;
  LargestAllocation& operator=(const LargestAllocation&) = delete;
};

}  // namespace phasebox::test
