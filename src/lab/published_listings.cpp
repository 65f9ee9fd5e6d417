// SPDX-License-Identifier: MIT
// Implements the listings as published: quadtree-js 1.1 and 1.2, the tree of its demo, RDC with
// boundaries in the order of an unstable sort, and pixel sampling with its four mistakes.
#include "lab/published_listings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/number_format.hpp"
#include "bench/contestant.hpp"
#include "collide/narrowphase/pixels/pixel_lattice.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// The switches. The last four are the mistakes of the pixel listing.
enum : ListingSet {
  kTree11 = 1,
  kTree12 = 2,
  kDemo = 4,
  kAsSorted = 8,
  kEither = 16,
  kCorner = 32,
  kPart = 64,
  kEarly = 128
};
constexpr auto kListings = std::to_array<Listing>({
    {"quadtree", "v1.1", "quadtree-js 1.1, 2014",
     "Each box in one node; a box on a line stays in the parent, and retrieves all four subtrees.",
     kTree11},
    {"quadtree", "v1.2", "quadtree-js 1.2, 2020",
     "Boxes in leaves alone, each in every leaf that it reaches; duplicates are removed.", kTree12},
    {"quadtree", "demo", "HT demo, 2014",
     "quadtree-js 1.1 with a root that covers the upper left quarter of the field alone.", kDemo},
    {"rdc", "as-sorted", "Rabin, 2001: as sorted",
     "Boundaries at equal positions stay in any order, as an unstable sort leaves them.",
     kAsSorted},
    {"pixel-samples", "listing", "the listing, 2013", "All four mistakes of the article's listing.",
     kEither | kCorner | kPart | kEarly, true},
    {"pixel-samples", "either", "or for and",
     "A hit is a pixel where the left or the right alpha is not 255.", kEither, true},
    {"pixel-samples", "corner", "own corner",
     "The left image is read where the boxes overlap, the right one from its own corner.", kCorner,
     true},
    {"pixel-samples", "part", "first part",
     "The loops end at width / n and height / n, in steps of n: the rest is never read.", kPart,
     true},
    {"pixel-samples", "early-return", "early return",
     "It returns at its first pixel, whatever that is.", kEarly, true},
});

/// The quadtree of quadtree-js, which divides nodes as objects are inserted. The four children of a
/// node are in reading order.
class ListingTree {
 public:
  enum class Version : std::uint8_t { v1_1, v1_2 };

  ListingTree(const Session& session, const Aabb& root, Version version)
      : boxes_(session.frame().boxes), version_(version) {
    constexpr double kLevels = 4;  // most levels in quadtree-js
    const auto value = [&](std::string_view key, double otherwise) {
      return session.settings().value(*session.settings().broadphase, key).value_or(otherwise);
    };
    max_objects_ = static_cast<std::size_t>(value("max-objects", 10));
    max_levels_ = static_cast<std::uint32_t>(std::min(value("max-levels", kLevels), kLevels));
    nodes_.push_back({root});
    for (SpriteId id = 0; id < boxes_.size(); ++id) insert(id, 0);
  }

  /// Appends the objects that are retrieved for a box from node `at` on, some of them repeatedly.
  void retrieve(const Aabb& box, std::vector<SpriteId>& out, std::size_t at = 0) const {
    const Node& node = nodes_[at];
    out.insert(out.end(), node.objects.begin(), node.objects.end());
    if (node.children == 0) return;
    unsigned into = quadrants(box, node);
    if (into == 0 && version_ == Version::v1_1) into = 15;
    for (unsigned k = 0; k < 4; ++k)
      if (into >> k & 1) retrieve(box, out, node.children + k);
  }

 private:
  struct Node {
    Aabb bounds;
    std::uint32_t level = 0;
    std::size_t children = 0;  // index of the first of four; 0: a leaf
    std::vector<SpriteId> objects{};
  };

  // Returns the set of quadrants of a node that a box belongs to: in 1.1 the one that it lies in,
  // or none where it meets a line; in 1.2 all that it reaches into. Quadrants have no outer bounds.
  unsigned quadrants(const Aabb& box, const Node& node) const {
    const Vec2 middle = center(node.bounds);
    const bool is_whole = version_ == Version::v1_1;
    const Vec2 low = is_whole ? box.max : box.min, high = is_whole ? box.min : box.max;
    const unsigned columns = (low.x < middle.x ? 1u : 0u) | (high.x > middle.x ? 2u : 0u);
    return (low.y < middle.y ? columns : 0u) | (high.y > middle.y ? columns << 2 : 0u);
  }
  // Inserts an object of node `at` into its children. Returns false if it stays in the node.
  bool pass_down(SpriteId id, std::size_t at) {
    const std::size_t children = nodes_[at].children;
    const unsigned into = quadrants(boxes_[id], nodes_[at]);
    for (unsigned k = 0; k < 4; ++k)
      if (into >> k & 1) insert(id, children + k);
    return into != 0 || version_ == Version::v1_2;
  }
  void insert(SpriteId id, std::size_t at) {
    if (nodes_[at].children > 0 && pass_down(id, at)) return;
    nodes_[at].objects.push_back(id);
    if (nodes_[at].objects.size() <= max_objects_ || nodes_[at].level >= max_levels_) return;
    if (nodes_[at].children == 0) split(at);
    for (const SpriteId moved : std::exchange(nodes_[at].objects, {}))
      if (!pass_down(moved, at)) nodes_[at].objects.push_back(moved);
  }
  // Version 1.1 rounds the corners and sides of children to whole px.
  void split(std::size_t at) {
    const auto side = [&](float v) { return version_ == Version::v1_1 ? std::floor(v + 0.5f) : v; };
    const Aabb all = nodes_[at].bounds;
    const Vec2 half = extent(all) * 0.5f, size{side(half.x), side(half.y)};
    const Vec2 corner{side(all.min.x), side(all.min.y)};
    nodes_[at].children = nodes_.size();
    for (unsigned k = 0; k < 4; ++k) {
      const Vec2 min = corner + Vec2{k % 2 == 1 ? size.x : 0, k >= 2 ? size.y : 0};
      nodes_.push_back({{min, min + size}, nodes_[at].level + 1});
    }
  }

  std::span<const Aabb> boxes_;
  Version version_;
  std::vector<Node> nodes_;
  std::size_t max_objects_ = 0;
  std::uint32_t max_levels_ = 0;
};

constexpr auto kByKey = [](Pair p) { return key(p); };

// Sorts the pairs and removes repetitions.
std::vector<Pair> distinct(std::vector<Pair> pairs) {
  std::ranges::sort(pairs, {}, kByKey);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

Vec2 middle_of(const Frame& frame, Pair pair) {
  return center(intersection(frame.boxes[pair.a], frame.boxes[pair.b]));
}

// Counts and rings the pairs by which `found`, in any order and with repetitions, differs from
// those that are `right`, sorted. Returns them as a sentence; `kind` is what the pairs are.
Sentence note_worth(const Frame& frame, std::vector<Pair> found, std::span<const Pair> right,
                    std::string_view kind, ListingResult& result) {
  found = distinct(std::move(found));
  const auto ring = [&](const auto& all, const auto& without, std::string_view what) {
    std::vector<Pair> only;
    std::ranges::set_difference(all, without, std::back_inserter(only), {}, kByKey, kByKey);
    for (const Pair pair : only) result.rings.push_back({middle_of(frame, pair), what});
    return only.size();
  };
  const std::uint64_t missed = ring(right, found, "missed"),
                      invented = ring(found, right, "invented");
  result.has_run = true;
  result.missed += missed;
  result.invented += invented;
  return say("Misses {} of {}, invents {}.", grouped(missed), counted(right.size(), kind),
             grouped(invented));
}

// The objects that a tree retrieves for all boxes of a frame. A sprite's own box does not count.
struct Retrievals {
  std::uint64_t sum = 0, most = 0;  // different objects of all boxes, and the most of one box
  std::uint64_t duplicates = 0;
  std::vector<Pair> overlapping, repeated;  // pairs that overlap; those that one box meets again
};

Retrievals retrieve_all(const ListingTree& tree, const Frame& frame) {
  Retrievals all;
  std::vector<SpriteId> met;
  for (SpriteId id = 0; id < frame.size(); ++id) {
    met.clear();
    tree.retrieve(frame.boxes[id], met);
    std::erase(met, id);
    std::ranges::sort(met);
    std::uint64_t others = 0;
    for (std::size_t k = 0; k < met.size(); ++k) {
      const bool is_again = k > 0 && met[k - 1] == met[k];
      ++(is_again ? all.duplicates : others);
      if (k > 1 && met[k - 2] == met[k]) continue;  // its pair stands in `repeated` already
      if (overlaps(frame.boxes[id], frame.boxes[met[k]]) && eligible(frame, id, met[k]))
        (is_again ? all.repeated : all.overlapping)
            .push_back({std::min(id, met[k]), std::max(id, met[k])});
    }
    all.sum += others;
    all.most = std::max(all.most, others);
  }
  return all;
}

Sentence run_tree(const Session& session, ListingSet which, ListingResult& result) {
  const Frame frame = session.frame();
  Aabb root = session.field();
  if (which == kDemo) root.max = center(root);
  const Retrievals all = retrieve_all(
      {session, root, which == kTree12 ? ListingTree::Version::v1_2 : ListingTree::Version::v1_1},
      frame);
  const double mean =
      static_cast<double>(all.sum) / std::max(static_cast<double>(frame.size()), 1.0);
  Sentence text = say("A sprite retrieves {} others, up to {}, and {}.", rounded(mean, 1),
                      grouped(all.most), counted(all.duplicates, "duplicate"));
  for (const Pair pair : distinct(all.repeated))
    result.rings.push_back({middle_of(frame, pair), ""});
  if (which == kDemo) {
    std::uint64_t outside = 0;
    for (const Aabb& box : frame.boxes)
      if (!overlaps(box, root)) {
        ++outside;
        result.rings.push_back({center(box), ""});
      }
    text = say("{} of {} sprites lie outside the root. {}", grouped(outside), grouped(frame.size()),
               text);
  }
  return text + " " + note_worth(frame, all.overlapping, session.pairs(), "pair", result);
}

Sentence run_as_sorted(const Session& session, ListingResult& result) {
  Frame frame = session.frame();
  frame.limit = nullptr;
  const auto rdc = contestant_of(*find_entry(broadphases(), "rdc"), session).make();
  const Param& order = *find_param(rdc->params().rows, "tie-order");
  const auto choice = std::ranges::find(order.choices, std::string_view("as-sorted"));
  order.set(rdc->params().object, static_cast<double>(choice - order.choices.begin()));
  Recorder log(kMaxShownEvents);
  PairSink found;
  rdc->reset(frame);
  rdc->find_pairs(frame, found, &log);

  std::uint64_t groups = 0, tests = 0;
  std::vector<std::uint64_t> tied(frame.size());  // [sprite] its group, counted from 1; 0: no tie
  bool is_tied = false;
  for (const Event& e : log.events()) {
    if (e.kind == EventKind::group) {
      is_tied = e.ending == Ending::tie;
      groups += is_tied;
      if (is_tied) result.rings.push_back({center(e.box), ""});
    }
    if (e.kind == EventKind::member && is_tied) tied[e.a] = groups;
    tests += e.kind == EventKind::test && tied[e.a] > 0 && tied[e.a] == tied[e.b];
  }
  const auto pairs = found.items();
  return say("{} held by a tie, {} inside.", counted(groups, "group"), counted(tests, "test")) +
         " " + note_worth(frame, {pairs.begin(), pairs.end()}, session.pairs(), "pair", result);
}

// Whether a pair collides by the article's loop over every n-th pixel, with some of its mistakes.
// Without any it does what n-sampled pixels do where n is the same for all pairs.
bool listing_meets(const Frame& frame, Pair pair, int n, int threshold, ListingSet mistakes) {
  const auto has = [&](ListingSet mistake) { return (mistakes & mistake) != 0; };
  const PixelView left = pixel_view(frame, pair.a), right = pixel_view(frame, pair.b);
  const PixelRect own = pixel_rect(frame, pair.b, right),
                  both = intersection(pixel_rect(frame, pair.a, left), own),
                  of_right = has(kCorner) ? own : both;
  if (both.empty()) return false;
  const int parts = has(kPart) ? n : 1, step = has(kPart) ? n : effective_step(both, n);
  for (int y = 0; y < both.height() / parts; y += step)
    for (int x = 0; x < both.width() / parts; x += step) {
      const int p = left.alpha(both.x0 + x, both.y0 + y),
                q = right.alpha(of_right.x0 + x, of_right.y0 + y);
      const bool is_hit = has(kEither) ? p != 255 || q != 255 : p >= threshold && q >= threshold;
      if (is_hit || has(kEarly)) return is_hit;
    }
  return false;
}

// Compares the listing with the same loop without mistakes, so that each difference is theirs.
Sentence run_pixels(const Session& session, ListingSet mistakes, ListingResult& result) {
  const auto value = [&](std::string_view key) {
    return std::max(static_cast<int>(
                        session.settings().value(*session.settings().narrowphase, key).value_or(1)),
                    1);
  };
  const int n = value("n"), threshold = value("alpha-threshold");
  const Frame frame = session.frame();
  std::vector<Pair> found, right;
  for (const Pair pair : session.pairs()) {
    if (listing_meets(frame, pair, n, threshold, 0)) right.push_back(pair);
    if (listing_meets(frame, pair, n, threshold, mistakes)) found.push_back(pair);
  }
  return say("Beside the same loop without mistakes, n = {}.", n) + " " +
         note_worth(frame, std::move(found), right, "collision", result);
}

}  // namespace

std::span<const Listing> listings() { return kListings; }

ListingSet listings_of(std::string_view algorithm) {
  ListingSet bits = 0;
  for (const Listing& row : kListings)
    if (row.algorithm == algorithm) bits |= row.bits;
  return bits;
}

ListingSet listings_of(const Session& session) {
  return listings_of(session.settings().broadphase->id) |
         listings_of(session.settings().narrowphase->id);
}

ListingSet toggled(ListingSet on, std::size_t k) {
  const Listing& row = kListings[k];
  if ((on & row.bits) == row.bits) return on & ~row.bits;
  return (row.combines ? on : on & ~listings_of(row.algorithm)) | row.bits;
}

ListingResult run_listings(const Session& session, ListingSet on) {
  const ListingSet broad = on & listings_of(session.settings().broadphase->id),
                   narrow = on & listings_of(session.settings().narrowphase->id);
  ListingResult result;
  Sentence refusal;
  if (session.frame().size() > kMaxListed)
    refusal = say("Listings run with up to {} sprites.", grouped(kMaxListed));
  if (broad != 0)
    result.broad = !refusal.empty()     ? refusal
                   : broad == kAsSorted ? run_as_sorted(session, result)
                                        : run_tree(session, broad, result);
  if (session.playback()) refusal = "Recorded boxes have no pixels.";
  if (narrow != 0) result.narrow = refusal.empty() ? run_pixels(session, narrow, result) : refusal;
  return result;
}

}  // namespace phasebox
