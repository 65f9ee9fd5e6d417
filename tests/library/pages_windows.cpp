// SPDX-License-Identifier: MIT
// Memory for code that may crash, on Windows.
#include <algorithm>
#include <new>

#include <windows.h>

#include "base/os/child.hpp"

namespace phasebox::os {

namespace {
constexpr std::size_t kPage = 4096;
}

Pages::Pages(std::size_t bytes) : size_((bytes + kPage - 1) / kPage * kPage) {
  begin_ =
      static_cast<std::byte*>(::VirtualAlloc(nullptr, size_ + kPage, MEM_RESERVE, PAGE_NOACCESS));
  if (!begin_ || !::VirtualAlloc(begin_, size_, MEM_COMMIT, PAGE_READWRITE)) throw std::bad_alloc();
}

Pages& Pages::operator=(Pages&& o) noexcept {
  std::swap(begin_, o.begin_), std::swap(size_, o.size_);
  return *this;
}

Pages::~Pages() {
  if (begin_) ::VirtualFree(begin_, 0, MEM_RELEASE);
}

void Pages::set_writable(bool is_writable) {
  DWORD before = 0;
  ::VirtualProtect(begin_, size_, is_writable ? PAGE_READWRITE : PAGE_READONLY, &before);
}

}  // namespace phasebox::os
