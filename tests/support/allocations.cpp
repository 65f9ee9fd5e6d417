// SPDX-License-Identifier: MIT
// Counts on top of malloc, so that sanitizers still see the memory.
#include "support/allocations.hpp"

#include <atomic>
#include <limits>

#include <malloc.h>

#include "base/replaced_new.hpp"

namespace {

thread_local std::uint64_t allocation_count = 0;

std::atomic<std::size_t> largest = std::numeric_limits<std::size_t>::max();
std::atomic<std::int64_t> taken = 0, peak = 0;

std::size_t size_of([[maybe_unused]] void* memory) {
#ifdef _WIN32
  return 0;  // its C library does not say
#else
  return ::malloc_usable_size(memory);
#endif
}

void* noted(void* memory) noexcept {
  const std::int64_t now = taken += static_cast<std::int64_t>(size_of(memory));
  std::int64_t most = peak;
  while (now > most && !peak.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void release(void* memory) noexcept {
  taken -= static_cast<std::int64_t>(size_of(memory));
  c_release(memory);
}

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  ++allocation_count;
  return bytes > largest ? nullptr : noted(c_memory(bytes, alignment));
}

}  // namespace

std::uint64_t phasebox::test::allocations() { return allocation_count; }

phasebox::test::HeapPeak::HeapPeak() : before_(taken) { peak = before_; }
std::uint64_t phasebox::test::HeapPeak::bytes() const {
  return static_cast<std::uint64_t>(peak - before_);
}

phasebox::test::LargestAllocation::LargestAllocation(std::size_t bytes) { largest = bytes; }
phasebox::test::LargestAllocation::~LargestAllocation() {
  largest = std::numeric_limits<std::size_t>::max();
}
