// SPDX-License-Identifier: MIT
// What the sources' listings would find in a frame, mistakes included, beside what is found here.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace phasebox {

/// A listing that can be run beside the algorithm that came of it. Only for looking: no registry
/// has it, and nothing that is found depends on it.
struct Listing {
  std::string_view algorithm;  ///< id of the broadphase or narrowphase
  std::string_view id, title;
  std::string_view help;  ///< one sentence
};
/// quadtree-js, and the article on per-pixel collision detection for Android.
std::span<const Listing> listings();

struct ListingResult {
  std::string text;                ///< one sentence with the numbers
  std::vector<MarkedPlace> rings;  ///< where listing and algorithm differ
};

/// At most so many sprites: the listings are not fast.
inline constexpr std::size_t kMaxListed = 2000;

/// Runs listing number `k` on the frame as it was detected.
ListingResult run_listing(const Session& session, std::size_t k);

}  // namespace phasebox
