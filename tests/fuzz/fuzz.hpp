// SPDX-License-Identifier: MIT
// What all fuzzers share: checks that end a run, numbers made of bytes, and a watch on memory.
#pragma once
#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/allocator_interface.h>
#endif

#include "base/result.hpp"

namespace phasebox::fuzz {

/// Ends the program; libFuzzer keeps the input.
[[noreturn]] inline void fail(std::string_view what, std::string_view detail = {}) {
  std::fprintf(stderr, "FOUND: %.*s\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(std::min<std::size_t>(detail.size(), 2000)), detail.data());
  std::abort();
}

inline void check(bool holds, std::string_view what, std::string_view detail = {}) {
  if (!holds) fail(what, detail);
}

/// Errors are one line that says something.
inline void check_error(std::string_view text) {
  check(!text.empty(), "an error says nothing");
  check(text.find_first_of("\n\r") == text.npos, "an error is more than one line", text);
  check(text.size() < 4000, "an error is longer than a user reads", text);
}
template <std::same_as<Status> S>  // not a text that would become one
void check_error(const S& status) {
  if (status.failed()) check_error(std::string_view(status.error().text));
}

/// Numbers made of the input, from its front; zeros when it is used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : rest_(chars(data), size) {}

  bool is_empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  template <class T>
  T raw() {
    T value{};
    const std::size_t n = std::min(sizeof value, rest_.size());
    if (n > 0) std::memcpy(&value, rest_.data(), n);
    rest_.remove_prefix(n);
    return value;
  }
  std::uint32_t below(std::uint32_t n) {
    return n < 256 ? raw<std::uint8_t>() % n : raw<std::uint32_t>() % n;
  }
  bool rarely() { return raw<std::uint8_t>() >= 240; }

 private:
  static const char* chars(const std::uint8_t* data) { return reinterpret_cast<const char*>(data); }
  std::string_view rest_;
};

#ifdef __SANITIZE_ADDRESS__
/// While it lives, no more memory than `most` bytes may be taken beyond what was taken before.
class MemoryWatch {
 public:
  explicit MemoryWatch(std::size_t most) {
    static const bool is_installed = __sanitizer_install_malloc_and_free_hooks(&took, &gives_back);
    check(is_installed, "the sanitizer has no place for hooks");
    taken() = 0, limit() = static_cast<std::int64_t>(most);
  }
  ~MemoryWatch() { limit() = kNone; }
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

 private:
  static constexpr std::int64_t kNone = -1;
  static std::atomic<std::int64_t>& taken() {
    static std::atomic<std::int64_t> value{0};
    return value;
  }
  static std::atomic<std::int64_t>& limit() {
    static std::atomic<std::int64_t> value{kNone};
    return value;
  }
  static void took(const volatile void*, std::size_t bytes) {
    if (limit() == kNone) return;
    const std::int64_t now = taken() += static_cast<std::int64_t>(bytes);
    if (now <= limit()) return;
    limit() = kNone;
    fail("more memory is taken than the input is worth", std::to_string(now) + " bytes");
  }
  static void gives_back(const volatile void* memory) {
    if (limit() == kNone || !memory) return;
    taken() -=
        static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(memory)));
  }
};

#else
/// Without the sanitizer nothing is watched.
struct MemoryWatch {
  explicit MemoryWatch(std::size_t) {}
};
#endif

}  // namespace phasebox::fuzz
