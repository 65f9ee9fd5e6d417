// SPDX-License-Identifier: MIT
#include "world/dynamics/islands.hpp"

#include <algorithm>
#include <numeric>

namespace phasebox {

void Islands::begin(std::size_t bodies) {
  parent_.resize(bodies);
  std::iota(parent_.begin(), parent_.end(), 0u);
}

std::uint32_t Islands::of(std::uint32_t body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void Islands::join(std::uint32_t a, std::uint32_t b) {
  a = of(a), b = of(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

void IslandOrder::sort(Islands& islands, std::size_t bodies, std::span<const std::uint32_t> body) {
  constexpr std::uint32_t kUnknown = 0xFFFFFFFFu;
  number_.assign(bodies, kUnknown);
  begins_.assign(1, 0);
  for (const std::uint32_t b : body) {
    std::uint32_t& number = number_[islands.of(b)];
    if (number == kUnknown) {
      number = static_cast<std::uint32_t>(begins_.size() - 1);
      begins_.push_back(0);
    }
    ++begins_[number + 1];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  things_.resize(body.size());
  for (std::uint32_t k = 0; k < body.size(); ++k)
    things_[begins_[number_[islands.of(body[k])]]++] = k;
  std::shift_right(begins_.begin(), begins_.end(), 1);
  begins_.front() = 0;
}

}  // namespace phasebox
