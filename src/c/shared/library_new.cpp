// SPDX-License-Identifier: MIT
// The memory of the shared library: its operator new is seen by nothing but itself, and asks the
// program's allocator where there is one.
#include <cstdlib>
#include <new>

#include "c/search.hpp"

namespace {

constexpr std::size_t kDefault = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
phasebox_allocator program{};

void* allocate(std::size_t bytes, std::size_t alignment) {
  void* memory = nullptr;
  if (program.allocate)
    memory = program.allocate(program.context, bytes, alignment);
  else if (alignment <= kDefault)
    memory = std::malloc(bytes > 0 ? bytes : 1);
  else
    memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void release(void* memory) {
  if (!memory) return;
  if (program.release)
    program.release(program.context, memory);
  else
    std::free(memory);
}

}  // namespace

namespace phasebox::c {

bool take_allocator(const phasebox_allocator* allocator) {
  program = allocator ? *allocator : phasebox_allocator{};
  return true;
}

}  // namespace phasebox::c

void* operator new(std::size_t bytes) { return allocate(bytes, kDefault); }
void* operator new[](std::size_t bytes) { return allocate(bytes, kDefault); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
