// SPDX-License-Identifier: MIT
// The shared library's own operator new and delete, which it does not export, so that the program
// keeps its own. They use the allocator of phasebox_set_allocator, or malloc and free without one.
#include "base/replaced_new.hpp"
#include "c/search.hpp"

namespace {

// The allocator that the program has set; its functions are null when there is none.
phasebox_allocator program{};

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  return program.allocate ? program.allocate(program.context, bytes, alignment)
                          : c_memory(bytes, alignment);
}

void release(void* memory) noexcept {
  if (!memory) return;
  if (program.release)
    program.release(program.context, memory);
  else
    c_release(memory);
}

}  // namespace

namespace phasebox::c {

bool take_allocator(const phasebox_allocator* allocator) {
  program = allocator ? *allocator : phasebox_allocator{};
  return true;
}

}  // namespace phasebox::c
