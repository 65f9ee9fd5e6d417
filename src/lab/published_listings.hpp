// SPDX-License-Identifier: MIT
// Runs published code listings, with their mistakes, to compare them with this library's
// algorithms.
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
  std::string_view algorithm;  ///< id of the broadphase or narrowphase that was made from it
  std::string_view id, title;  ///< of the listing
  std::string_view help;       ///< one sentence about what it does differently
};
/// The listings of quadtree-js and of the article on per-pixel collision detection for Android.
std::span<const Listing> listings();

/// The result of running a listing on a frame.
struct ListingResult {
  Sentence text;  ///< the numbers, or why there are none
  /// Places to mark on the field: overlaps that a listing finds more than once, sprites outside of
  /// its root, or pairs whose collision it misses or reports wrongly.
  std::vector<MarkedPlace> rings;
};

/// The most sprites of a frame on which listings run, since they are slow.
inline constexpr std::size_t kMaxListed = 2000;

/// Runs listing `k` of `listings()` on the session's last detected frame. Beyond kMaxListed
/// sprites, and for recorded boxes where it needs pixels, the text only says so.
ListingResult run_listing(const Session& session, std::size_t k);

}  // namespace phasebox
