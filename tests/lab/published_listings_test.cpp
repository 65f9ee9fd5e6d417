// SPDX-License-Identifier: MIT
// Claims about the sources' listings: each slip does what it is known for, and only that.
#include "lab/published_listings.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/findings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace published_listings_test {

ListingResult run(const Session& session, std::string_view id) {
  const auto row = std::ranges::find(listings(), id, &Listing::id);
  EXPECT_NE(row, listings().end()) << id;
  return run_listing(session, static_cast<std::size_t>(row - listings().begin()));
}

std::ptrdiff_t rings(const ListingResult& result, std::string_view what) {
  return std::ranges::count(result.rings, what, &MarkedPlace::what);
}

Session sampled(double n) {
  Session session = in_scene("clusters", 100);
  EXPECT_FALSE(session.apply(command::SelectNarrowphase{"pixel-samples"}).failed());
  EXPECT_FALSE(session.apply(command::SetParam{*session.settings().narrowphase, "n", n}).failed());
  session.detect();
  EXPECT_GT(session.contacts().size(), 20u);
  return session;
}

TEST(Listings, of_the_article_miss_or_report_as_each_slip_must) {
  const Session fine = sampled(1), coarse = sampled(4);
  EXPECT_TRUE(run(fine, "divided-twice").rings.empty()) << "by 1 nothing is divided";
  EXPECT_GT(rings(run(coarse, "divided-twice"), "missed"), 0);
  EXPECT_EQ(rings(run(coarse, "divided-twice"), "reported"), 0) << "it reads fewer, not others";
  EXPECT_GT(rings(run(fine, "early-return"), "missed"), 0);
  EXPECT_EQ(rings(run(fine, "early-return"), "reported"), 0) << "its first sample is a true one";
  for (const char* slip : {"inverted", "wrong-index", "listing"})
    EXPECT_GT(rings(run(fine, slip), "reported") + rings(run(fine, slip), "missed"), 0) << slip;
}

TEST(Listings, of_the_quadtree_find_pairs_twice_and_leave_boxes_outside_a_small_root) {
  Session session = in_scene("ht-quadtree");
  session.detect();
  const ListingResult several = run(session, "several-nodes"),
                      quarter = run(session, "quarter-root");
  EXPECT_GT(several.rings.size(), 0u);
  EXPECT_LE(several.rings.size(), session.pairs().size()) << "each at a pair that overlaps";
  const Aabb root{{0, 0}, center(session.field())};
  const auto outside = std::ranges::count_if(session.frame().boxes,
                                             [&](const Aabb& box) { return !overlaps(box, root); });
  EXPECT_EQ(std::ssize(quarter.rings), outside);
  EXPECT_THAT(quarter.text, testing::HasSubstr(std::to_string(outside) + " of 100 sprites"));
}

}  // namespace published_listings_test
}  // namespace phasebox
