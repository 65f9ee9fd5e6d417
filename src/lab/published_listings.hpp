// SPDX-License-Identifier: MIT
// Runs the published listings, mistakes included, beside the algorithms of this library.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"

namespace phasebox {

/// A published listing that can be run beside the algorithm that was made from it. It serves to
/// compare only: no registry contains it, and no result depends on it.
struct Listing {
  std::string_view algorithm;  ///< id of the broadphase or narrowphase
  std::string_view id, title;
  std::string_view help;  ///< one sentence
};
/// The listings of quadtree-js and of the article on per-pixel collision detection for Android.
std::span<const Listing> listings();

/// The result of running a listing on a frame.
struct ListingResult {
  Sentence text;                   ///< one sentence with the numbers
  std::vector<MarkedPlace> rings;  ///< places where listing and algorithm differ
};

/// Listings run on at most this many sprites, since they are slow.
inline constexpr std::size_t kMaxListed = 2000;

/// Runs listing `k` of `listings()` on the session's last detected frame.
ListingResult run_listing(const Session& session, std::size_t k);

}  // namespace phasebox
