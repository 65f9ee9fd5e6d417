// SPDX-License-Identifier: MIT
// Dynamic AABB tree: fat AABBs in a tree that is changed where sprites leave them (Box2D's
// b2BroadPhase, Bullet's btDbvtBroadphase).
#include <cassert>

#include "base/number_format.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/list/pair_list.hpp"
#include "collide/broadphase/tree/bounds_tree.hpp"

namespace phasebox {
namespace {

struct AabbTreeParams {
  float margin = 0;
  std::uint32_t lookahead = 12;
};

constexpr std::array kAabbTreeRows{
    param<&AabbTreeParams::margin>(
        "margin", 0, 64, "px",
        "How far a fat AABB reaches beyond the sprite's on every side; 0 takes a tenth of the "
        "sprites' typical size, less in a crowd.")
        .tuned(0.02, 1, TuneRange::Scale::box_size)
        .zero_means("auto"),
    param<&AabbTreeParams::lookahead>(
        "lookahead", 0, 100, "frames",
        "A fat AABB also covers where the sprite will be if it keeps its motion for about this "
        "long.")
        .tuned(0, 40, TuneRange::Scale::linear),
};

constexpr float kFar = std::numeric_limits<float>::max();
constexpr Aabb kNowhere{{kFar, kFar}, {-kFar, -kFar}};  // contains no box

/// Every sprite has a fat AABB: its box, a margin, and its expected motion. As long as its box
/// stays within, the tree does not change. A sprite that left gets a new fat AABB and a new place
/// in the tree, and queries the tree. Pairs of overlapping fat AABBs are kept from frame to frame;
/// those whose real boxes overlap and that are eligible are the frame's pairs.
///
/// A pair of fat AABBs is new only when one of the two is. So pairs with a sprite that left are
/// dropped, and the pairs that its query finds are added; where both sprites left, the query of the
/// one with the lower id adds the pair. No set of pairs is searched.
///
/// Two measures keep frames about equally long. The lookahead of a fat AABB differs from sprite to
/// sprite, so that sprites which started together do not leave together. Where so many leave at
/// once that it is cheaper (more than an eighth, fewer in a crowd: a teleport, the first frame),
/// the tree is rebuilt from the fat AABBs in Z order and all pairs are found in one walk.
///
/// Cost: a frame O(n) to check every box, O(fat pairs) to filter them, O(m log n) for m sprites
/// that left; a rebuild O(n log n). Worst case O(n^2) where all fat AABBs overlap; the depth,
/// O(log n) in practice, may reach n. Query O(log n + k). Keeps between frames: the tree,
/// the fat AABBs and their pairs: some 120 bytes per sprite and 8 per pair of fat AABBs. Source: E.
/// Catto, Box2D, b2_broad_phase.cpp and b2_dynamic_tree.cpp, and "Dynamic Bounding Volume
/// Hierarchies", GDC 2019; N. Presson, Bullet, btDbvtBroadphase.cpp.
class AabbTree final : public BroadphaseOf<AabbTree, AabbTreeParams, kAabbTreeRows> {
 public:
  void reset(const Frame& f) override {
    tree_.clear();
    fat_.clear();
    pairs_.clear();
    reserve(f.size());
    resize_columns(f.size());
  }

  void edit(const Frame& f, std::span<const Edit> edits) override {
    const std::size_t before = fat_.size();
    IdRemap names;
    if (!names.follow(before, edits, f.size())) return reset(f);
    grow(std::max(before, f.size()));
    for (SpriteId old = 0; old < before; ++old)
      if (names.now(old) == kNoSprite && tree_.has(old)) tree_.remove(old);
    resize_columns(std::max(before, f.size()));
    // A sprite only ever gets a lower id, so the sprite that had this id has moved on by now.
    for (SpriteId id = 0; id < f.size(); ++id) take_over(names.before(id), id);
    resize_columns(f.size());
    pairs_.keep_if([&](Pair& p) {
      p = {names.now(p.a), names.now(p.b)};
      return p.a != kNoSprite && p.b != kNoSprite;
    });
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if (fat_.size() != f.size()) reset(f);
    pairs_.set_limit(f.limit);
    find_left(f);
    rebuilt_ = is_rebuilding_cheaper(f.size());
    if (!left_.empty()) fatten(f);
    if (rebuilt_)
      tree_.build(fat_);
    else if (!left_.empty())
      move_left();
    if constexpr (T::on) trace_tree(trace);
    if (rebuilt_)
      join(f, trace);
    else
      find_fat_pairs(f, trace);
    emit(f, out, trace);
    ++frame_;
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(fat_.size() == f.size() && "query comes after find_pairs of the same frame");
    const auto meet = [&](SpriteId id) {
      if (overlaps(f.boxes[id], box)) out.push(id);
    };
    const auto visit = [&](BoundsTree::Ref ref, std::uint32_t depth) {
      if (log) log->add({EventKind::visit, Axis::x, level(depth), ref, 0, tree_.bounds(ref)});
    };
    tree_.query(box, meet, visit);
  }

  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) override {
    tree_.query_where([&](const Aabb& bounds) { return band.may_meet(bounds); },
                      [&](SpriteId id) { out.push(id); }, [](BoundsTree::Ref, std::uint32_t) {});
    return true;
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    std::uint32_t deepest = 0;
    tree_.walk([&](BoundsTree::Ref, std::uint32_t depth) { deepest = std::max(deepest, depth); });
    const double share = static_cast<double>(pairs_.size()) / static_cast<double>(f.size());
    const char* const id =
        rebuilt_ ? "{} comparisons per sprite, in {}, at most {} deep; {} left the fat AABB, so "
                   "the tree was rebuilt."
                 : "{} comparisons per sprite, in {}, at most {} deep; {} left the fat AABB.";
    out.push_back({false,
                   {id,
                    {rounded(share, 1), counted(tree_.nodes(), "node"), std::to_string(deepest),
                     counted(left_.size(), "sprite")}}});
  }

 private:
  /// The pairs of fat AABBs per sprite beyond which margins and lookahead are made smaller.
  static constexpr float kManyPairs = 4;

  /// Whether rebuilding the tree of n sprites takes less time than moving those that left. Per
  /// sprite of the tree a rebuild costs about an eighth of moving one sprite and querying for it; a
  /// neighbor adds about the same amount to a query.
  bool is_rebuilding_cheaper(std::size_t n) const {
    return left_.size() * (8 + pairs_.size() / std::max<std::size_t>(n, 1)) > n;
  }

  void reserve(std::size_t n) {
    tree_.reserve(n);
    fat_.reserve(n);
    left_.reserve(n);
    has_left_.reserve(n);
    start_.reserve(n);
    since_.reserve(n);
  }

  void resize_columns(std::size_t n) {
    tree_.resize_ids(n);
    fat_.resize(n, kNowhere);
    start_.resize(n);
    since_.resize(n);
  }
  /// Moves the data kept of a sprite to its new id; a new sprite gets a fat AABB that contains no
  /// box.
  void take_over(SpriteId from, SpriteId to) {
    if (from == to) return;
    if (from == kNoSprite) {
      fat_[to] = kNowhere;
      return;
    }
    tree_.rename(from, to);
    fat_[to] = fat_[from];
    start_[to] = start_[from];
    since_[to] = since_[from];
  }
  /// Reserves memory for n sprites and an eighth more, so that sprites inserted one by one do not
  /// reallocate each time.
  void grow(std::size_t n) {
    if (n > fat_.capacity()) reserve(n + n / 8);
  }

  /// Lists the sprites whose boxes have left their fat AABBs.
  void find_left(const Frame& f) {
    left_.resize(f.size());
    has_left_.resize(f.size());
    std::size_t size = 0;
    for (SpriteId i = 0; i < f.size(); ++i) {
      const bool leaves = !contains(fat_[i], f.boxes[i]);
      left_[size] = i;
      has_left_[i] = leaves;
      size += leaves;
    }
    left_.resize(size);
  }

  /// Returns the margin of fat AABBs, px: the parameter, or if that is 0 a tenth of the median
  /// extent (mean of both axes) in a sample of 63 boxes, less in a crowd. A few huge or tiny
  /// sprites do not change a median.
  float margin(const Frame& f) const {
    constexpr std::size_t kMax = 63;
    if (p_.margin > 0) return p_.margin;
    std::array<float, kMax> sizes{};
    const std::size_t taken = std::min(kMax, f.size());
    for (std::size_t k = 0; k < taken; ++k) {
      const Aabb& box = f.boxes[k * f.size() / taken];
      const Vec2 half = box.max * 0.5f - box.min * 0.5f;
      sizes[k] = half.x * 0.5f + half.y * 0.5f;
    }
    float* const middle = sizes.data() + taken / 2;
    std::nth_element(sizes.data(), middle, sizes.data() + taken);
    return *middle * 0.2f * calm_;
  }

  /// Gives new fat AABBs to the sprites that left theirs.
  void fatten(const Frame& f) {
    calm_ = std::min(1.0f, kManyPairs * static_cast<float>(f.size()) /
                               static_cast<float>(std::max<std::size_t>(pairs_.size(), 1)));
    const float wider = margin(f);
    for (const SpriteId id : left_) {
      const Aabb& box = f.boxes[id];
      fat_[id] = is_still(f, id) ? box : fattened(box, id, wider);
      start_[id] = center(box);
      since_[id] = frame_;
    }
  }
  /// Whether a sprite is static. Its fat AABB is then its box: it needs no margin, and has fewer
  /// pairs of fat AABBs without one.
  static bool is_still(const Frame& f, SpriteId id) {
    return !f.is_static.empty() && f.is_static[id] != 0;
  }

  Aabb fattened(const Aabb& box, SpriteId id, float wider) const {
    Aabb fat{box.min - Vec2{wider, wider}, box.max + Vec2{wider, wider}};
    if (tree_.has(id)) fat = united(fat, translated(fat, way_ahead(box, id, wider)));
    return {{std::max(fat.min.x, -kFar), std::max(fat.min.y, -kFar)},
            {std::min(fat.max.x, kFar), std::min(fat.max.y, kFar)}};
  }

  /// Returns the motion, px, that a new fat AABB allows for: the mean motion per frame since the
  /// sprite last left one, times the sprite's lookahead in frames. It is limited to little more
  /// than the sprite's own size, or a jump would make a fat AABB of half the field.
  Vec2 way_ahead(const Aabb& box, SpriteId id, float wider) const {
    const auto frames = static_cast<float>(
        std::max<std::uint16_t>(static_cast<std::uint16_t>(frame_ - since_[id]), 1));
    const float reach = static_cast<float>(p_.lookahead) * patience(id) * calm_;
    const Vec2 way = (center(box) - start_[id]) * (reach / frames);
    const Vec2 most = extent(box) + Vec2{wider, wider} * 4;
    return {std::clamp(way.x, -most.x, most.x), std::clamp(way.y, -most.y, most.y)};
  }
  /// Returns a sprite's factor on the lookahead, from 0.5 to 1.5. Factors are spread evenly, and
  /// those of consecutive ids lie far apart (multiples of the golden section).
  static float patience(SpriteId id) {
    return 0.5f + static_cast<float>(id * 2654435769u >> 8) / static_cast<float>(1u << 24);
  }

  /// Replaces `pairs_` by all pairs of overlapping fat AABBs, eligible or not, right after the tree
  /// was rebuilt.
  template <class T>
  void join(const Frame& f, T& trace) {
    pairs_.clear();
    PairWriter writer(f, pairs_);
    tree_.join(writer, trace);
  }

  /// Drops the pairs of the sprites that left, and moves these in the tree.
  void move_left() {
    pairs_.keep_if([&](const Pair& p) { return !(has_left_[p.a] | has_left_[p.b]); });
    for (const SpriteId id : left_)
      if (tree_.has(id))
        tree_.move(id, fat_[id]);
      else
        tree_.insert(id, fat_[id]);
  }

  /// Adds the pairs of fat AABBs of the sprites that left, by a query for each.
  template <class T>
  void find_fat_pairs(const Frame& f, T& trace) {
    for (const SpriteId id : left_) {
      if (is_stopped(f)) return;
      const auto meet = [&](SpriteId other) {
        if (other != id && !(has_left_[other] && other < id)) pairs_.push({id, other});
      };
      const auto visit = [&]([[maybe_unused]] BoundsTree::Ref ref,
                             [[maybe_unused]] std::uint32_t depth) {
        if constexpr (T::on) trace_visit(id, ref, level(depth), trace);
      };
      tree_.query(fat_[id], meet, visit);
    }
  }
  static std::uint16_t level(std::uint32_t depth) {
    return static_cast<std::uint16_t>(std::min(depth, 0xFFFFu));
  }
  /// Logs the visit to a node, and a test for each of its children that is a leaf: there the query
  /// compares fat AABBs.
  template <class T>
  void trace_visit(SpriteId id, BoundsTree::Ref ref, std::uint16_t depth, T& trace) const {
    trace.add({EventKind::visit, Axis::x, depth, ref, 0, tree_.bounds(ref)});
    for (const BoundsTree::Ref child : tree_.node(ref).child)
      if (BoundsTree::is_leaf(child) && BoundsTree::sprite(child) != id)
        trace.add({EventKind::test, Axis::x, 0, id, BoundsTree::sprite(child)});
  }

  template <class T>
  void emit(const Frame& f, PairSink& out, T& trace) const {
    if constexpr (T::on) {
      for (const Pair p : pairs_.items()) recheck_pair(f, p.a, p.b, out, trace);
    } else {
      emit_overlapping(f, pairs_.items(), PairOrder::as_met, out);
    }
  }

  template <class T>
  void trace_tree(T& trace) const {
    tree_.walk([&](BoundsTree::Ref ref, std::uint32_t depth) {
      if (BoundsTree::is_leaf(ref)) {
        const SpriteId id = BoundsTree::sprite(ref);
        trace.add({EventKind::fat, Axis::x, level(depth), id, 0, fat_[id]});
      } else {
        trace.add(
            {EventKind::node, Axis::x, level(depth), ref, tree_.leaves_of(ref), tree_.bounds(ref)});
      }
    });
  }

  BoundsTree tree_;
  std::vector<Aabb> fat_;               // [sprite] its fat AABB
  std::vector<Vec2> start_;             // [sprite] center when the fat AABB was made, px
  std::vector<std::uint16_t> since_;    // [sprite] `frame_` when its fat AABB was made
  std::vector<std::uint8_t> has_left_;  // [sprite] whether it left its fat AABB in this frame
  std::vector<SpriteId> left_;          // the sprites that left their fat AABB in this frame
  Sink<Pair> pairs_;                    // pairs of overlapping fat AABBs
  std::uint16_t frame_ = 0;             // frames searched, which may wrap around
  bool rebuilt_ = false;                // whether the tree was rebuilt in the last frame
  float calm_ = 1;  // factor on margins and lookahead: below 1 in a crowd, where fat AABBs
                    // overlap many others
};

constexpr auto kCode = std::to_array<CodeLine>({
    kSmallFrameLine,
    {"within its fat AABB: nothing to do"},
    {"it has left it: a new one, moved in the tree"},
    {"the tree: a node bounds both its children", EventKind::node},
    {"  a leaf: the fat AABB of one sprite", EventKind::fat},
    {"a new fat AABB goes down the tree, node by node", EventKind::visit},
    {"  compare it with the fat AABBs there", EventKind::test},
    {"many are new: build the tree again, join it"},
    {"compare pairs whose fat AABBs overlap", EventKind::recheck | EventKind::skip},
    {"  they overlap: a candidate pair", EventKind::hit},
});

}  // namespace

extern const BroadphaseEntry aabb_tree_entry{
    "aabb-tree",
    "Dynamic AABB tree",
    "Keeps a tree of fat AABBs and their overlapping pairs; only sprites that leave theirs are "
    "updated.",
    "E. Catto, Box2D, b2BroadPhase, https://github.com/erincatto/box2d; N. Presson, Bullet, "
    "btDbvt, "
    "https://github.com/bulletphysics/bullet3",
    make_broadphase<AabbTree, SmallFrame>,
    {.code = kCode, .part = "node", .counted = "node"},
    true,
    6};

}  // namespace phasebox
