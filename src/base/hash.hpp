// SPDX-License-Identifier: MIT
// 64-bit hash of plain memory, which is the same for the same state. The order of values matters,
// and values must not have padding.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace phasebox {

/// Chains 64-bit words into one number: adds each to the state, which the finalizer of splitmix64
/// (S. Vigna, 2015) then mixes. It is not meant against attackers.
class Hasher {
 public:
  constexpr void add(std::uint64_t word) {
    state_ += word + 0x9E3779B97F4A7C15ULL;
    state_ = (state_ ^ state_ >> 30) * 0xBF58476D1CE4E5B9ULL;
    state_ = (state_ ^ state_ >> 27) * 0x94D049BB133111EBULL;
    state_ ^= state_ >> 31;
  }

  /// Adds the number of the values and then all their bytes, eight to a word.
  template <class T>
  requires std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>
  void add(std::span<const T> values) {
    add(values.size());
    const auto bytes = std::as_bytes(values);
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) add(load(bytes.data() + at, 8));
    if (at < bytes.size()) add(load(bytes.data() + at, bytes.size() - at));
  }

  constexpr std::uint64_t value() const { return state_; }

 private:
  static std::uint64_t load(const std::byte* from, std::size_t n) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, n);
    return word;
  }
  std::uint64_t state_ = 0x5048415345424F58ULL;
};

}  // namespace phasebox
