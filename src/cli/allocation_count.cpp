// SPDX-License-Identifier: MIT
// Replaces operator new and delete of an executable. Each call of new is counted, at the cost of
// one relaxed atomic increment.
#include "base/replaced_new.hpp"
#include "cli/command_line.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

std::atomic<std::uint64_t> allocation_count{0};

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  return c_memory(bytes, alignment);
}

void release(void* memory) noexcept { c_release(memory); }

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
std::uint64_t bytes_in_use() {
  const auto books = ::mallinfo2();
  return books.uordblks + books.hblkhd;
}
constexpr auto kBytes = &bytes_in_use;
#else
constexpr std::uint64_t (*kBytes)() = nullptr;
#endif

}  // namespace

phasebox::HeapMeter phasebox::cli::heap_meter() {
  return {[] { return allocation_count.load(std::memory_order_relaxed); }, kBytes};
}
