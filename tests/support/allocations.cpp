// SPDX-License-Identifier: MIT
// Every replaceable operator new and delete, on top of malloc, so that sanitizers still see the
// memory.
#include "support/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

#include <malloc.h>

namespace {

thread_local std::uint64_t allocation_count = 0;

std::atomic<std::size_t> largest = std::numeric_limits<std::size_t>::max();
std::atomic<std::int64_t> taken = 0, peak = 0;

void* noted(void* memory) noexcept {
  const std::int64_t now = taken += static_cast<std::int64_t>(::malloc_usable_size(memory));
  std::int64_t most = peak;
  while (now > most && !peak.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void release(void* memory) noexcept {
  taken -= static_cast<std::int64_t>(::malloc_usable_size(memory));
  std::free(memory);
}

void* allocate(std::size_t size) noexcept {
  ++allocation_count;
  if (size > largest) return nullptr;
  return noted(std::malloc(size == 0 ? 1 : size));
}

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  ++allocation_count;
  if (size > largest) return nullptr;
  const auto step = static_cast<std::size_t>(alignment);
  return noted(std::aligned_alloc(step, (size + step - 1) / step * step));
}

void* or_throw(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
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

void* operator new(std::size_t n) { return or_throw(allocate(n)); }
void* operator new[](std::size_t n) { return or_throw(allocate(n)); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return allocate(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return allocate(n); }
void* operator new(std::size_t n, std::align_val_t a) { return or_throw(allocate(n, a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return or_throw(allocate(n, a)); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(n, a);
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(n, a);
}

void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { release(p); }
