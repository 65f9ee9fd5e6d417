// SPDX-License-Identifier: MIT
// Every replaceable operator new and delete, on top of malloc: one relaxed increment more per call.
#include "cli/allocation_count.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

std::atomic<std::uint64_t> allocation_count{0};

void* allocate(std::size_t size) noexcept {
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  const auto step = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}

void* or_throw(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
}

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

phasebox::HeapMeter phasebox::heap_meter() {
  return {[] { return allocation_count.load(std::memory_order_relaxed); }, kBytes};
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

void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { std::free(p); }
