// SPDX-License-Identifier: MIT
// Implements the listings as published: the quadtree that puts a box into every node it reaches,
// and pixel sampling with its four mistakes ("slips"), together and one by one.
#include "lab/published_listings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/number_format.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr auto kListings = std::to_array<Listing>({
    {"quadtree", "several-nodes", "quadtree-js",
     "A box is put into every node that it reaches, so that a pair may be found several times."},
    {"quadtree", "quarter-root", "quadtree-js, small root",
     "The root covers only the first quarter of the field, as in the demo."},
    {"pixel-samples", "listing", "the listing", "All four slips of the article's listing."},
    {"pixel-samples", "early-return", "early return", "The first sample decides, whatever it is."},
    {"pixel-samples", "inverted", "inverted opacity", "Where both are transparent is a hit."},
    {"pixel-samples", "divided-twice", "divided twice",
     "Bounds are divided by n, and steps are n as well: most of the overlap is never read."},
    {"pixel-samples", "wrong-index", "wrong index",
     "Pixels are counted from the overlap, but read from each image's own corner."},
});
// Indices into kListings. The last four are the slips that a pixel listing may have; kWhole has
// all.
enum : std::size_t { kSeveralNodes, kQuarterRoot, kWhole, kEarly, kInverted, kDivided, kIndex };

/// The quadtree of quadtree-js. The four children of a node are in reading order (top left, top
/// right, bottom left, bottom right), and only leaves hold sprites.
class ListingTree {
 public:
  struct Node {
    Aabb bounds;
    std::uint32_t level = 0;
    std::size_t children = 0;  // index of the first of four; 0: a leaf
    std::vector<SpriteId> objects{};
  };

  ListingTree(const Session& session, const Aabb& root) : boxes_(session.frame().boxes) {
    constexpr double kLevels = 4;  // most levels in quadtree-js
    const Owner owner = *session.settings().broadphase;
    max_objects_ =
        static_cast<std::size_t>(session.settings().value(owner, "max-objects").value_or(10));
    max_levels_ = static_cast<std::uint32_t>(
        std::min(session.settings().value(owner, "max-levels").value_or(kLevels), kLevels));
    nodes_.push_back({root});
    for (SpriteId id = 0; id < boxes_.size(); ++id) insert(id, 0);
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  // Whether a box reaches into a quadrant around `middle`. Quadrants have no outer bounds, so a box
  // outside of the node counts as one at its edge.
  bool reaches(SpriteId id, Vec2 middle, std::size_t quadrant) const {
    const Aabb& box = boxes_[id];
    const bool right = quadrant % 2 == 1, below = quadrant >= 2;
    return (right ? box.max.x > middle.x : box.min.x < middle.x) &&
           (below ? box.max.y > middle.y : box.min.y < middle.y);
  }
  void insert(SpriteId id, std::size_t at) {
    const Vec2 middle = center(nodes_[at].bounds);
    const std::size_t children = nodes_[at].children;
    for (std::size_t k = 0; children > 0 && k < 4; ++k)
      if (reaches(id, middle, k)) insert(id, children + k);
    if (children > 0) return;
    nodes_[at].objects.push_back(id);
    if (nodes_[at].objects.size() <= max_objects_ || nodes_[at].level >= max_levels_) return;
    const Aabb all = nodes_[at].bounds;
    nodes_[at].children = nodes_.size();
    for (const Vec2 corner :
         {all.min, Vec2{all.max.x, all.min.y}, Vec2{all.min.x, all.max.y}, all.max})
      nodes_.push_back({united({middle, middle}, {corner, corner}), nodes_[at].level + 1});
    for (const SpriteId moved : std::exchange(nodes_[at].objects, {})) insert(moved, at);
  }

  std::span<const Aabb> boxes_;
  std::vector<Node> nodes_;
  std::size_t max_objects_ = 0;
  std::uint32_t max_levels_ = 0;
};

ListingResult in_several_nodes(const Session& session) {
  const auto boxes = session.frame().boxes;
  std::vector<std::pair<SpriteId, SpriteId>> found;
  const ListingTree tree(session, session.field());
  for (const ListingTree::Node& node : tree.nodes())
    for (std::size_t i = 0; i < node.objects.size(); ++i)
      for (std::size_t j = i + 1; j < node.objects.size(); ++j)
        found.push_back(std::minmax(node.objects[i], node.objects[j]));
  std::ranges::sort(found);
  ListingResult result;
  std::uint64_t different = 0, repeated = 0;
  for (std::size_t first = 0, end = 0; first < found.size(); first = end) {
    while (end < found.size() && found[end] == found[first]) ++end;
    ++different;
    if (end - first < 2) continue;
    ++repeated;
    const Aabb &a = boxes[found[first].first], &b = boxes[found[first].second];
    if (overlaps(a, b)) result.rings.push_back({center(intersection(a, b)), ""});
  }
  result.text =
      say("quadtree-js: {}. {} found twice or more, {} of them overlap.",
          counted(different, "candidate"), counted(repeated, "pair"), grouped(result.rings.size()));
  return result;
}

ListingResult with_small_root(const Session& session) {
  const auto boxes = session.frame().boxes;
  const Aabb field = session.field(), root{field.min, center(field)};
  ListingResult result;
  for (const Aabb& box : boxes)
    if (!overlaps(box, root)) result.rings.push_back({center(box), ""});
  std::size_t most = 0;
  const ListingTree tree(session, root);
  for (const ListingTree::Node& node : tree.nodes()) most = std::max(most, node.objects.size());
  result.text = say(
      "quadtree-js: {} of {} sprites lie outside the root, in no node's square. The nodes at its "
      "edge take them, one as many as {}.",
      grouped(result.rings.size()), grouped(boxes.size()), grouped(most));
  return result;
}

struct ListingSamples {
  int n, threshold;
  std::size_t listing;
  bool has(std::size_t slip) const { return listing == kWhole || listing == slip; }
};

// Whether a pair collides by the article's loop over every n-th pixel, with the slips that `how`
// selects.
bool listing_meets(const Frame& frame, Pair pair, const ListingSamples& how) {
  const PixelView one = pixel_view(frame, pair.a), two = pixel_view(frame, pair.b);
  const Aabb both = intersection(frame.boxes[pair.a], frame.boxes[pair.b]);
  const bool is_misread = how.has(kIndex);
  const Vec2 of_one = is_misread ? frame.boxes[pair.a].min : both.min,
             of_two = is_misread ? frame.boxes[pair.b].min : both.min;
  const auto is_filled = [&](const PixelView& view, Vec2 corner, int x, int y) {
    const int alpha = view.alpha(static_cast<int>(std::floor(corner.x)) + x,
                                 static_cast<int>(std::floor(corner.y)) + y);
    return (alpha >= how.threshold) != how.has(kInverted);
  };
  const int parts = how.has(kDivided) ? how.n : 1;
  const Vec2 size = extent(both);
  for (int y = 0; y < static_cast<int>(std::ceil(size.y)) / parts; y += how.n)
    for (int x = 0; x < static_cast<int>(std::ceil(size.x)) / parts; x += how.n) {
      const bool is_hit = is_filled(one, of_one, x, y) && is_filled(two, of_two, x, y);
      if (is_hit || how.has(kEarly)) return is_hit;
    }
  return false;
}

ListingResult sampled_listing(const Session& session, std::size_t listing) {
  const auto value = [&](std::string_view key) {
    return std::max(static_cast<int>(
                        session.settings().value(*session.settings().narrowphase, key).value_or(1)),
                    1);
  };
  const ListingSamples how{value("n"), value("alpha-threshold"), listing};
  const Frame frame = session.frame();
  ListingResult result;
  std::uint64_t missed = 0, wrong = 0;
  auto contact = session.contacts().begin();
  for (const Pair pair : session.pairs()) {
    const bool is_true = contact != session.contacts().end() && contact->pair == pair;
    if (is_true) ++contact;
    if (listing_meets(frame, pair, how) == is_true) continue;
    ++(is_true ? missed : wrong);
    result.rings.push_back({center(intersection(frame.boxes[pair.a], frame.boxes[pair.b])),
                            is_true ? "missed" : "reported"});
  }
  result.text =
      say("As published, n = {}: {} of {} missed, {} reported that are none.", how.n,
          grouped(missed), counted(session.contacts().size(), "collision"), grouped(wrong));
  return result;
}

}  // namespace

std::span<const Listing> listings() { return kListings; }

ListingResult run_listing(const Session& session, std::size_t k) {
  if (session.playback() && k >= kWhole) return {"Recorded boxes have no pixels.", {}};
  if (session.world().size() > kMaxListed)
    return {say("Listings run with up to {} sprites.", grouped(kMaxListed)), {}};
  if (k == kSeveralNodes) return in_several_nodes(session);
  return k == kQuarterRoot ? with_small_root(session) : sampled_listing(session, k);
}

}  // namespace phasebox
