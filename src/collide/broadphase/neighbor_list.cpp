// SPDX-License-Identifier: MIT
// Neighbor list: pairs that are near, kept for many frames (L. Verlet, "Computer Experiments on
// Classical Fluids I", 1967).
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/list/finder.hpp"
#include "collide/broadphase/list/pair_list.hpp"
#include "collide/broadphase/list/skins.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace {

/// Finds the pairs of skin boxes when the list is made. Rules may change while a list serves, so
/// they are asked when a pair is emitted.
constexpr std::string_view kFinder = "hierarchical-grid";

struct NeighborListParams {
  float skin = 0;
  bool reach_ahead = true;
};

constexpr std::array kListRows{
    param<&NeighborListParams::skin>(
        "skin", 0, 1000, "px",
        "Pairs at most this far apart are listed too: every skin box is wider than its sprite by "
        "half of it on each side. 0 takes it from the speeds.")
        .tuned(0.03, 2, TuneRange::Scale::box_size)
        .zero_means("auto"),
    flag<&NeighborListParams::reach_ahead>(
        "reach-ahead",
        "Skin boxes also reach as far ahead as their sprite will move, if it goes on "
        "as before, until the list is made again.")
        .tuned(),
};

/// Every sprite gets a skin box around its box; the pairs of overlapping skin boxes are listed
/// once, with another broadphase. As long as a box lies within its skin box, all that overlap it
/// are on the list, so a frame tests each box against its skin and each listed pair, nothing else.
///
/// Verlet's skin is the same on all sides, so the fastest particle decides when the list is made
/// again. Here a skin box reaches as far ahead as the sprite's own edges have moved (which also
/// covers growing and turning), and a small skin is left for what that does not foresee. A box that
/// leaves its skin (it bounced, jumped, grew) gets a wider one, and the list the pairs that this
/// adds. When more than one sprite in 32 has left, or the population changed, the list is made
/// again. No distance is computed, so nothing can be rounded: that a skin box holds its box is
/// tested.
///
/// Cost: O(n + listed pairs) a frame, 32 bytes read per sprite and 40 per pair; a new list costs
/// what its finder costs on the skin boxes (that is the worst frame), shared by the frames it
/// serves. Slow when sprites jump about.
/// Keeps between frames: the list, 8 bytes per pair; 48 bytes per sprite; its finder.
/// Source: L. Verlet, "Computer 'Experiments' on Classical Fluids. I.", Physical Review 159, 1967;
/// the reach ahead is that of the fat AABBs in E. Coumans, Bullet's btDbvt, 2006.
class NeighborList final : public BroadphaseOf<NeighborList, NeighborListParams, kListRows> {
 public:
  void reset(const Frame& f) override {
    is_listed_ = false;
    lookahead_ = {};
    make_room(f.size());
    finder_->reset(boxes_only(f));
  }

  void edit(const Frame& f, std::span<const Edit>) override {
    is_listed_ = false;
    finder_->reset(boxes_only(f));
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if (skins_.size() != f.size()) is_listed_ = false;
    if (!is_listed_ || !follow(f, trace)) make_list(f, trace);
    lookahead_.count_frame(list_.size());
    if constexpr (T::on)
      for (const Pair p : list_.items()) recheck_pair(f, p.a, p.b, out, trace);
    else
      emit_overlapping(f, list_.items(), PairOrder::ascending, out);
  }

  /// What overlaps the query box does so with its skin box.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(skins_.size() == f.size() && "query comes after find_pairs of the same frame");
    near_.clear();
    finder_->query(boxes_only(f, built_), box, near_, log);
    for (const SpriteId id : near_.items())
      if (!is_widened(id) && overlaps(f.boxes[id], box)) out.push(id);
    for (const SpriteId id : widened_)
      if (overlaps(f.boxes[id], box)) out.push(id);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    std::string text = "List of " + counted(list_.size(), "pair") + ", " + counted(age_, "frame") +
                       " old, skin " + rounded(2 * skin_.margin, 1) + " px";
    if (ahead_ > 0) text += ", " + rounded(ahead_, 0) + " frames ahead";
    out.push_back({false, text + "; " + counted(left_, "sprite") + " left since."});
  }

 private:
  static std::size_t max_escaped(std::size_t n) { return n / 32 + 4; }

  void make_room(std::size_t n) {
    past_.resize(n), built_.resize(n), skins_.resize(n);
    escaped_.resize(max_escaped(n)), widened_.reserve(max_escaped(n));
    near_.clear();
    near_.room(n);
  }

  /// False when the list no longer serves.
  template <class T>
  bool follow(const Frame& f, T& trace) {
    ++age_;
    if (age_ == 1 && has_overshot(f)) return false;
    const std::size_t most = max_escaped(f.size()) - left_;
    const std::size_t escaped = find_outside(f.boxes, skins_, escaped_.data(), most);
    if (escaped > most) return false;
    if constexpr (T::on) trace_skins(trace);
    for (const SpriteId id : std::span(escaped_).first(escaped)) widen(f, id, trace);
    left_ += escaped;
    return true;
  }

  /// Frames may have passed that this instance was not shown, so that its sprites seemed faster
  /// than they are. The frame after tells.
  bool has_overshot(const Frame& f) const {
    return ahead_ > 0 && 2 * speeds_of(f).mean < speeds_.mean;
  }

  /// Lists the pairs that the wider skin adds: those it overlaps and the old one did not. Skins
  /// only grow, so what overlapped the old one is listed already.
  template <class T>
  void widen(const Frame& f, SpriteId id, T& trace) {
    const Aabb old = skins_[id], wide = united(old, reached(f.boxes[id], old));
    if constexpr (T::on) trace.add({EventKind::fat, Axis::x, 0, id, 0, wide});
    const auto meet = [&](const Aabb& skin, const Aabb& other_skin, SpriteId other) {
      if constexpr (T::on) trace.add({EventKind::test, Axis::x, 0, id, other});
      return overlaps(skin, other_skin);
    };
    find_listed_near(f, id, wide, trace);
    for (const SpriteId other : near_.items())
      if (other != id && !is_widened(other) && !meet(old, built_[other], other))
        list_.emit(id, other);
    for (const SpriteId other : widened_)
      if (other != id && meet(wide, skins_[other], other) && !meet(old, skins_[other], other))
        list_.emit(id, other);
    if (!is_widened(id)) widened_.push_back(id);
    skins_[id] = wide;
    lookahead_.count_escaped();
  }
  /// Sprites whose skin as the list was made overlaps the box.
  template <class T>
  void find_listed_near(const Frame& f, SpriteId id, const Aabb& box, T& trace) {
    near_.clear();
    if constexpr (T::on) {
      Recorder finding(std::numeric_limits<std::size_t>::max());
      finder_->query(boxes_only(f, built_), box, near_, &finding);
      for (const Event& e : finding.events())
        if (is_test(e.kind) && e.a != id) trace.add({EventKind::test, Axis::x, 0, id, e.a});
    } else {
      finder_->query(boxes_only(f, built_), box, near_, nullptr);
    }
  }
  bool is_widened(SpriteId id) const { return skins_[id] != built_[id]; }

  /// A box, moved on across the edges of the skin that it has left, for the frames to come.
  Aabb reached(const Aabb& box, const Aabb& skin) const {
    const double frames = std::max(1.0, lookahead_.frames() - age_);
    const auto on = static_cast<float>(skin_.margin + 2 * speeds_.mean * frames);
    Aabb to = box;
    if (box.min.x < skin.min.x) to.min.x = lower(box.min.x, on);
    if (box.min.y < skin.min.y) to.min.y = lower(box.min.y, on);
    if (box.max.x > skin.max.x) to.max.x = higher(box.max.x, on);
    if (box.max.y > skin.max.y) to.max.y = higher(box.max.y, on);
    return to;
  }

  template <class T>
  void make_list(const Frame& f, T& trace) {
    if (is_listed_ && age_ > 1) lookahead_.finish(f.size(), list_.size(), age_);
    lookahead_.forget_work();
    choose_skin(f);
    make_room(f.size());
    put_on_skins(has_past() ? std::span<const Aabb>(past_) : f.boxes, f.boxes, skin_, built_);
    std::ranges::copy(built_, skins_.begin());
    if constexpr (T::on) trace_skins(trace);
    list_.clear();
    find_with(*finder_, boxes_only(f, built_), list_, trace);
    check_limit(f);
    list_.room(list_.size() / 4);  // for escaped sprites, and a somewhat longer list
    std::ranges::copy(f.boxes, past_.begin());
    widened_.clear();
    age_ = 0, left_ = 0;
    is_listed_ = true;
  }

  /// Whether it is known how the sprites move.
  bool has_past() const { return is_listed_ && age_ > 0; }

  /// No motion is predicted further than the mean distance from a sprite to its neighbors.
  void choose_skin(const Frame& f) {
    layout_ = layout_of(f.boxes);
    speeds_ = has_past() ? speeds_of(f) : EdgeSpeeds{};
    const double reach = layout_.size + layout_.spacing;
    const double frames = std::min(lookahead_.frames(), reach / std::max(speeds_.mean, 1e-30));
    ahead_ = has_past() && p_.reach_ahead ? frames : 0;
    skin_ = {.margin = margin(frames), .ahead = 0, .jump = layout_.jump()};
    if (ahead_ > 0) skin_.ahead = ahead_ / age_;
  }
  double margin(double frames) const {
    if (p_.skin > 0) return static_cast<double>(p_.skin) / 2;
    if (!has_past()) return layout_.size / 20;
    return p_.reach_ahead ? speeds_.mean : speeds_.largest * frames;
  }
  EdgeSpeeds speeds_of(const Frame& f) const {
    return speeds_between(past_, f.boxes, age_, layout_.jump() / lookahead_.frames());
  }

  template <class T>
  void trace_skins(T& trace) const {
    for (SpriteId id = 0; id < skins_.size(); ++id)
      trace.add({EventKind::fat, Axis::x, 0, id, 0, skins_[id]});
  }

  std::unique_ptr<Broadphase> finder_ = find_entry(broadphases(), kFinder)->make();
  PairSink list_;                  // all pairs whose skin boxes overlap
  std::vector<Aabb> past_;         // [sprite] when the list was made
  std::vector<Aabb> built_;        // [sprite] skin boxes then
  std::vector<Aabb> skins_;        // [sprite] skin boxes now
  std::vector<SpriteId> widened_;  // sprites whose skin box is wider now
  std::vector<SpriteId> escaped_;  // sprites that have just left
  Sink<SpriteId> near_;
  Lookahead lookahead_;
  BoxLayout layout_;
  EdgeSpeeds speeds_;
  Skin skin_;
  double ahead_ = 0;       // frames that skin boxes reach ahead
  std::uint32_t age_ = 0;  // frames since the list was made
  std::size_t left_ = 0;   // sprites that left their skin box since
  bool is_listed_ = false;
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"the skin box around each sprite", on(EventKind::fat)},
    {"has a box left its skin? a wider one for it"},
    {"many have: new skins for all"},
    {"  list the pairs of skins that overlap", on(EventKind::test)},
    {"for each pair of the list:"},
    {"  compare the two boxes", on(EventKind::recheck) | on(EventKind::skip)},
    {"    they overlap: a candidate pair", on(EventKind::hit)},
});

}  // namespace

extern const BroadphaseEntry neighbor_list_entry{
    "neighbor-list",
    "Neighbor list",
    "Lists nearby pairs once in a while and tests only those, until boxes leave their skin.",
    "L. Verlet, Computer Experiments on Classical Fluids I, 1967, "
    "https://doi.org/10.1103/PhysRev.159.98",
    make_broadphase<NeighborList>,
    {.code = kCode, .part = "sprite"},
    true,
    5};

}  // namespace phasebox
