// SPDX-License-Identifier: MIT
// Runs the listings of the sources as published, with their mistakes, beside the algorithms that
// were made from them.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"

namespace phasebox {

/// A set of switches of listings, one bit each. Those of all algorithms fit into one set, so that
/// each algorithm keeps its own while another one runs.
using ListingSet = std::uint32_t;

/// A published listing that can be run beside the algorithm that was made from it, or one of its
/// mistakes. It serves to compare only: no registry contains it, and no result depends on it.
struct Listing {
  std::string_view algorithm;  ///< id of the broadphase or narrowphase that was made from it
  std::string_view id, title;  ///< of the listing; the title has the year
  std::string_view help;       ///< one sentence about what it does differently
  ListingSet bits;             ///< the switches that it turns on
  bool combines = false;       ///< whether other listings of the algorithm may be on as well
};
/// The listings of quadtree-js, of its demo, of the book on RDC, and of the article on per-pixel
/// collision detection for Android.
std::span<const Listing> listings();

/// The switches of all listings of the algorithm with that id; 0 if there are none.
ListingSet listings_of(std::string_view algorithm);
/// The switches of all listings of the session's broadphase and narrowphase.
ListingSet listings_of(const Session& session);
/// The set `on` with listing `k` of `listings()` turned on or, if it is on, off.
ListingSet toggled(ListingSet on, std::size_t k);

/// The result of running listings on a frame.
struct ListingResult {
  Sentence broad, narrow;  ///< the numbers, or why there are none; empty for no listing
  bool has_run = false;    ///< whether a listing was run, so that the numbers below are known
  /// The worth of the mistakes: pairs or collisions that the listings do not find, and those that
  /// they find although there are none.
  std::uint64_t missed = 0, invented = 0;
  /// Places to mark on the field: what is missed or invented, overlaps that a tree retrieves twice,
  /// sprites outside of its root, or groups that only a tie holds together.
  std::vector<MarkedPlace> rings{};
};

/// The most sprites of a frame on which listings run, since they are slow.
inline constexpr std::size_t kMaxListed = 2000;

/// Runs those listings of the session's algorithms that are on, on the last detected frame. Beyond
/// kMaxListed sprites, and for recorded boxes where they need pixels, the text only says so.
ListingResult run_listings(const Session& session, ListingSet on);

}  // namespace phasebox
