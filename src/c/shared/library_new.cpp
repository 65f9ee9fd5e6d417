// SPDX-License-Identifier: MIT
// The shared library's own operator new, which is not exported. It takes memory from the program's
// allocator, if there is one, and else from malloc.
#include "base/replaced_new.hpp"
#include "c/search.hpp"

namespace {

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
