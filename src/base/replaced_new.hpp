// SPDX-License-Identifier: MIT
// Replaces every operator new and delete of a program or a shared library. Exactly one of its files
// includes this and defines `allocate` and `release` below, which may count or refuse requests.
#pragma once
#include <cstdlib>
#include <new>

#include "base/memory_end.hpp"

namespace {

/// Memory of the C library and its release; null where there is none. A request for 0 bytes counts
/// as 1, except that aligned_alloc, which serves great alignments on POSIX, gets the 0.
#ifdef _WIN32
void* c_memory(std::size_t bytes, std::size_t alignment) noexcept {
  return _aligned_malloc(bytes > 0 ? bytes : 1, alignment);
}
void c_release(void* memory) noexcept { _aligned_free(memory); }
#else
void* c_memory(std::size_t bytes, std::size_t alignment) noexcept {
  if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) return std::malloc(bytes > 0 ? bytes : 1);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void c_release(void* memory) noexcept { std::free(memory); }
#endif

/// Allocates memory, or gives null where there is none. The including file defines it.
void* allocate(std::size_t bytes, std::size_t alignment) noexcept;
/// Releases memory; null is allowed. The including file defines it.
void release(void* memory) noexcept;

// Allocates memory for an operator new that must not return null.
void* new_memory(std::size_t bytes, std::size_t alignment) {
  void* const memory = allocate(bytes, alignment);
  if (!memory) phasebox::tell_memory_end();
  return memory;
}

constexpr std::size_t to_number(std::align_val_t a) { return static_cast<std::size_t>(a); }
constexpr std::size_t kPlainAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

void* operator new(std::size_t n) { return new_memory(n, kPlainAlignment); }
void* operator new[](std::size_t n) { return new_memory(n, kPlainAlignment); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
  return allocate(n, kPlainAlignment);
}
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept {
  return allocate(n, kPlainAlignment);
}
void* operator new(std::size_t n, std::align_val_t a) { return new_memory(n, to_number(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return new_memory(n, to_number(a)); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(n, to_number(a));
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate(n, to_number(a));
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
