// SPDX-License-Identifier: MIT
// Claims about the sources' listings: each gives what a second model of it, written here from its
// description, gives.
#include "lab/published_listings.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/number_format.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "session/findings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace published_listings_test {

using testing::HasSubstr;

std::size_t row_of(std::string_view id) {
  const auto row = std::ranges::find(listings(), id, &Listing::id);
  EXPECT_NE(row, listings().end()) << id;
  return static_cast<std::size_t>(row - listings().begin());
}
ListingSet bits_of(std::string_view id) { return listings()[row_of(id)].bits; }

std::ptrdiff_t rings(const ListingResult& result, std::string_view what) {
  return std::ranges::count(result.rings, what, &MarkedPlace::what);
}

/// The tree by its rules, not by insertion: a node that more than 10 boxes come to is divided, up
/// to four times.
class TreeByRules {
 public:
  TreeByRules(std::span<const Aabb> boxes, bool is_in_leaves)
      : boxes_(boxes), is_in_leaves_(is_in_leaves) {}

  /// What a query retrieves in all of a node to which the boxes `come`, itself and repetitions
  /// included.
  std::vector<SpriteId> retrieve(const Aabb& query, const Aabb& node, int level,
                                 const std::vector<SpriteId>& come) const {
    if (come.size() <= 10 || level == 4) return come;
    std::vector<SpriteId> found;
    for (const SpriteId id : come)
      if (std::ranges::none_of(kQuarters, [&](int k) { return goes(boxes_[id], node, k); }))
        found.push_back(id);
    const bool in_none =
        std::ranges::none_of(kQuarters, [&](int k) { return goes(query, node, k); });
    for (const int k : kQuarters) {
      if (!goes(query, node, k) && !(in_none && !is_in_leaves_)) continue;
      std::vector<SpriteId> part;
      for (const SpriteId id : come)
        if (goes(boxes_[id], node, k)) part.push_back(id);
      const Vec2 half = extent(node) * 0.5f;
      const Vec2 min = node.min + Vec2{k % 2 == 1 ? half.x : 0, k > 1 ? half.y : 0};
      const auto below = retrieve(query, {min, min + half}, level + 1, part);
      found.insert(found.end(), below.begin(), below.end());
    }
    return found;
  }

 private:
  static constexpr int kQuarters[] = {0, 1, 2, 3};
  bool goes(const Aabb& box, const Aabb& node, int quarter) const {
    const auto side = [&](float low, float high, float line, bool beyond) {
      if (is_in_leaves_) return beyond ? high > line : low < line;  // it reaches there
      return beyond ? low > line : high < line;                     // it lies there alone
    };
    const Vec2 middle = center(node);
    return side(box.min.x, box.max.x, middle.x, quarter % 2 == 1) &&
           side(box.min.y, box.max.y, middle.y, quarter > 1);
  }

  std::span<const Aabb> boxes_;
  bool is_in_leaves_;
};

struct Numbers {
  std::size_t sum = 0, most = 0, duplicates = 0;
};
Numbers by_rules(const Session& session, const Aabb& root, bool is_in_leaves) {
  const auto boxes = session.frame().boxes;
  std::vector<SpriteId> all;
  for (SpriteId id = 0; id < boxes.size(); ++id) all.push_back(id);
  Numbers numbers;
  for (const SpriteId id : all) {
    auto met = TreeByRules(boxes, is_in_leaves).retrieve(boxes[id], root, 0, all);
    std::erase(met, id);
    const std::size_t with_duplicates = met.size();
    std::ranges::sort(met);
    met.erase(std::unique(met.begin(), met.end()), met.end());
    numbers.sum += met.size();
    numbers.most = std::max(numbers.most, met.size());
    numbers.duplicates += with_duplicates - met.size();
  }
  return numbers;
}

std::string text_of(const Numbers& numbers, std::size_t sprites) {
  const double mean = static_cast<double>(numbers.sum) / static_cast<double>(sprites);
  return fmt::format("A sprite retrieves {} others, up to {}, and {} duplicate", rounded(mean, 1),
                     grouped(numbers.most), grouped(numbers.duplicates));
}

Session ht_quadtree() {
  Session session = in_scene("ht-quadtree");
  for (int i = 0; i < 100; ++i) session.step();
  EXPECT_EQ(session.frame().size(), 100u);
  return session;
}

TEST(Listings, of_both_versions_of_quadtree_js_retrieve_by_its_rules) {
  const Session session = ht_quadtree();
  const Numbers old = by_rules(session, session.field(), false),
                leaves = by_rules(session, session.field(), true);
  const ListingResult v11 = run_listings(session, bits_of("v1.1")),
                      v12 = run_listings(session, bits_of("v1.2"));
  EXPECT_THAT(v11.broad, HasSubstr(text_of(old, 100)));
  EXPECT_THAT(v12.broad, HasSubstr(text_of(leaves, 100)));
  EXPECT_GT(old.sum, 2 * leaves.sum) << "all four subtrees of a line cost most";
  EXPECT_EQ(old.duplicates, 0u) << "one node for each";
  EXPECT_GT(leaves.duplicates, 0u);
  EXPECT_EQ(v11.rings.size(), 0u);
  EXPECT_GT(v12.rings.size(), 0u) << "pairs in several leaves";
  for (const ListingResult& result : {v11, v12}) {
    EXPECT_TRUE(result.has_run);
    EXPECT_EQ(result.missed + result.invented, 0u);
  }
}

TEST(Listings, of_the_demo_have_a_root_over_a_quarter_of_the_field) {
  const Session session = ht_quadtree();
  const Aabb field = session.field(), root{field.min, center(field)};
  const auto outside = std::ranges::count_if(session.frame().boxes,
                                             [&](const Aabb& box) { return !overlaps(box, root); });
  const ListingResult demo = run_listings(session, bits_of("demo"));
  EXPECT_EQ(std::ssize(demo.rings), outside);
  EXPECT_THAT(demo.broad, HasSubstr(fmt::format("{} of 100 sprites", outside)));
  const Numbers quarter = by_rules(session, root, false);
  EXPECT_THAT(demo.broad, HasSubstr(text_of(quarter, 100)));
  EXPECT_GT(quarter.sum, by_rules(session, field, false).sum) << "what the mistake costs";
  EXPECT_EQ(demo.missed + demo.invented, 0u);
}

// With groups of one and all their pairs tested, a group of m takes m(m-1)/2 tests.
TEST(Listings, of_rdc_count_the_groups_that_a_tie_holds_and_the_tests_inside) {
  Session session = in_scene("touching");
  const Param& leaf_test =
      *find_param(session.settings().group(owner_named("rdc")).rows, "leaf-test");
  const auto all_pairs = std::ranges::find(leaf_test.choices, "brute-force");
  ASSERT_NE(all_pairs, leaf_test.choices.end());
  const auto set_rdc = [&](const char* key, double value) {
    EXPECT_FALSE(session.apply(command::SetParam{owner_named("rdc"), key, value}).failed()) << key;
  };
  set_rdc("group-size", 1);
  set_rdc("leaf-test", static_cast<double>(all_pairs - leaf_test.choices.begin()));
  session.detect();
  const ListingResult listed = run_listings(session, bits_of("as-sorted"));
  EXPECT_EQ(listed.missed + listed.invented, 0u);

  set_rdc("tie-order", 2);
  session.detect();
  EventLog log(kMaxShownEvents);
  session.trace(log);
  std::uint64_t groups = 0, tests = 0;
  for (const Event& e : log.broad.events())
    if (e.kind == EventKind::group && e.ending == Ending::tie) {
      ++groups;
      tests += std::uint64_t{e.b} * (e.b - 1) / 2;
    }
  ASSERT_GT(groups, 0u);
  EXPECT_EQ(listed.rings.size(), groups);
  EXPECT_EQ(std::string(listed.broad)
                .find(counted(groups, "group").english() + " held by a tie, " +
                      counted(tests, "test").english() + " inside."),
            0u)
      << listed.broad;
}

Session sampled(int n) {
  Session session = in_scene("clusters", 100);
  EXPECT_FALSE(session.apply(command::SelectNarrowphase{"pixel-samples"}).failed());
  EXPECT_FALSE(
      session.apply(command::SetParam{*session.settings().narrowphase, "n", static_cast<double>(n)})
          .failed());
  session.detect();
  EXPECT_GT(session.contacts().size(), 20u);
  return session;
}

/// The listing by its description: first the pixels that it reads, in order, then what it says of
/// them.
struct Described {
  bool either, corner, part, early;

  bool meets(const Frame& frame, Pair pair, int n, int threshold) const {
    std::vector<std::pair<int, int>> reads;
    const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
    const PixelRect whole = pixel_rect(frame, pair.b, b),
                    both = intersection(pixel_rect(frame, pair.a, a), whole);
    const int step = part ? n : std::min({n, both.width(), both.height()});
    const int width = part ? both.width() / n : both.width(),
              height = part ? both.height() / n : both.height();
    for (int k = 0; !both.empty() && k < width * height; ++k) {
      const int x = k % width, y = k / width;
      if (x % step != 0 || y % step != 0) continue;
      const Spot at_b = corner ? Spot{whole.x0 + x, whole.y0 + y} : Spot{both.x0 + x, both.y0 + y};
      reads.emplace_back(a.alpha(both.x0 + x, both.y0 + y), b.alpha(at_b.x, at_b.y));
    }
    if (early && reads.size() > 1) reads.resize(1);
    return std::ranges::any_of(reads, [&](auto read) {
      if (either) return read.first < 255 || read.second < 255;
      return std::min(read.first, read.second) >= threshold;
    });
  }
};

class PixelListing : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Steps, PixelListing, testing::Values(1, 2, 4));

TEST_P(PixelListing, misses_and_invents_what_each_set_of_its_mistakes_does) {
  const Session session = sampled(GetParam());
  const Frame frame = session.frame();
  const auto meets = [&](const Described& how, Pair pair) {
    return how.meets(frame, pair, GetParam(), 128);
  };
  for (const Contact& contact : session.contacts())
    EXPECT_TRUE(meets({false, false, false, false}, contact.pair)) << "no mistake, no difference";
  for (unsigned set = 1; set < 16; ++set) {
    const Described how{(set & 1) != 0, (set & 2) != 0, (set & 4) != 0, (set & 8) != 0};
    const ListingSet on = (how.either ? bits_of("either") : 0) |
                          (how.corner ? bits_of("corner") : 0) | (how.part ? bits_of("part") : 0) |
                          (how.early ? bits_of("early-return") : 0);
    std::uint64_t missed = 0, invented = 0;
    for (const Pair pair : session.pairs()) {
      const bool is_right = meets({false, false, false, false}, pair), is_found = meets(how, pair);
      missed += is_right && !is_found;
      invented += is_found && !is_right;
    }
    const ListingResult result = run_listings(session, on);
    EXPECT_EQ(result.missed, missed) << set;
    EXPECT_EQ(result.invented, invented) << set;
    EXPECT_EQ(rings(result, "missed"), static_cast<std::ptrdiff_t>(missed)) << set;
    EXPECT_EQ(rings(result, "invented"), static_cast<std::ptrdiff_t>(invented)) << set;
    EXPECT_THAT(result.narrow,
                HasSubstr(fmt::format("Misses {} of {}", missed, session.contacts().size())));
  }
}

TEST(Listings, of_the_article_differ_as_each_mistake_must) {
  const Session fine = sampled(1), coarse = sampled(4);
  const auto worth = [](const Session& session, const char* id) {
    return run_listings(session, bits_of(id));
  };
  EXPECT_EQ(worth(fine, "part").missed, 0u) << "a first part of 1 is all";
  EXPECT_GT(worth(coarse, "part").missed, 0u);
  EXPECT_EQ(worth(coarse, "part").invented, 0u) << "it reads fewer, not others";
  EXPECT_GT(worth(fine, "early-return").missed, 0u);
  EXPECT_EQ(worth(fine, "early-return").invented, 0u) << "its first pixel is a true one";
  EXPECT_GT(worth(fine, "either").invented, 0u);
  EXPECT_GT(worth(fine, "corner").missed + worth(fine, "corner").invented, 0u);
  EXPECT_EQ(bits_of("listing"),
            bits_of("either") | bits_of("corner") | bits_of("part") | bits_of("early-return"));
}

TEST(Listings, are_switched_one_by_one_and_remembered_for_each_algorithm) {
  const auto turn = [](ListingSet on, std::string_view id) { return toggled(on, row_of(id)); };
  ListingSet on = turn(turn(0, "v1.1"), "v1.2");
  EXPECT_EQ(on, bits_of("v1.2")) << "one tree at a time";
  on = turn(turn(on, "either"), "early-return");
  EXPECT_EQ(on, bits_of("v1.2") | bits_of("either") | bits_of("early-return"));
  on = turn(on, "listing");
  EXPECT_EQ(on & listings_of("pixel-samples"), bits_of("listing"));
  EXPECT_EQ(turn(on, "either"), on & ~bits_of("either"));
  EXPECT_EQ(turn(on, "listing"), bits_of("v1.2"));
  EXPECT_EQ(turn(on, "v1.2"), bits_of("listing"));

  Session session = ht_quadtree();
  EXPECT_TRUE(run_listings(session, on).narrow.empty()) << "another narrowphase runs";
  EXPECT_FALSE(run_listings(session, on).broad.empty());
  EXPECT_FALSE(session.apply(command::SelectBroadphase{"rdc"}).failed());
  session.detect();
  EXPECT_FALSE(run_listings(session, on).has_run);
}

}  // namespace published_listings_test
}  // namespace phasebox
