// SPDX-License-Identifier: MIT
// Neighbor list: pairs that are near, kept for many frames (L. Verlet, "Computer Experiments on
// Classical Fluids I", 1967).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/broadphase/broadphase.hpp"
#include "core/broadphase/list_kernels.hpp"
#include "core/broadphase/wording.hpp"
#include "core/registry.hpp"

namespace phasebox {
namespace {

/// Finds the pairs of skin boxes when the list is made.
constexpr std::string_view kFinder = "sort-and-sweep";

struct NeighborListParams {
  float skin = 0;
  bool reach_ahead = true;
};

constexpr std::array kListRows{
    param<&NeighborListParams::skin>(
        "skin", 0, 1000, "px",
        "Pairs at most this far apart are listed too: every skin box is wider than its sprite by "
        "half of it on each side. 0 takes it from the speeds."),
    flag<&NeighborListParams::reach_ahead>(
        "reach-ahead",
        "Skin boxes also reach as far ahead as their sprite will move, if it goes on "
        "as before, until the list is made again."),
};

/// What the boxes did since the list was made, in the mean.
struct Motion {
  double size = 0;     ///< mean extent of a box, px
  double spacing = 0;  ///< side of the square that each box has to itself, px
  double step = 0;     ///< mean of the fastest edge of each box, px per frame, jumps left out
  double fastest = 0;  ///< largest, px per frame, jumps left out
};

/// Number of frames that skin boxes reach ahead, tuned by counted work: short lists are made often,
/// long ones cost every frame. Climbs towards the least work per frame; made of counts, not of
/// time, so that it is the same on every machine.
class Lookahead {
 public:
  double frames() const { return frames_; }
  void reset() { *this = {}; }

  void count_frame(std::size_t listed) { work_ += kPerListed * static_cast<double>(listed); }
  void count_stray() { work_ += kPerStray; }
  /// A list of that many pairs of `n` sprites has served `age` frames.
  void finish(std::size_t n, std::size_t listed, std::uint32_t age) {
    work_ += kPerSprite * static_cast<double>(n) + kPerFound * static_cast<double>(listed);
    const double per_frame = work_ / age;
    if (per_frame > last_) factor_ = 1 / factor_;
    frames_ = std::clamp(frames_ * factor_, kFewest, kMost);
    last_ = per_frame;
    work_ = 0;
  }

 private:
  // ns on a machine of 2024; only their ratios matter.
  static constexpr double kPerListed = 1, kPerStray = 1000, kPerSprite = 60, kPerFound = 8;
  static constexpr double kFewest = 2, kMost = 240;

  double frames_ = 16, factor_ = 1.25;
  double work_ = 0, last_ = std::numeric_limits<double>::max();
};

/// Every sprite gets a skin box around its box; the pairs of overlapping skin boxes are listed
/// once, with another broadphase. As long as a box lies within its skin box, whoever overlaps it is
/// on the list, so a frame tests each box against its skin and each listed pair, nothing else.
///
/// Verlet's skin is the same on all sides, so the fastest particle decides when the list is made
/// again. Here a skin box reaches as far ahead as the sprite's own edges have moved (which also
/// covers growing and turning), and a small skin is left for what that does not foresee. A box that
/// leaves its skin (it bounced, jumped, grew) gets a wider one, and the list the pairs that this
/// adds. When more than one sprite in 32 has left, or the population changed, the list is made
/// anew. No distance is computed, so nothing can be rounded: that a skin box holds its box is
/// tested.
///
/// Cost: O(n + listed pairs) a frame, 32 bytes read per sprite and 40 per pair; a new list costs
/// what its finder costs on the wider boxes (that is the worst frame), shared by the frames it
/// serves. Hopeless when sprites jump about.
/// Keeps between frames: the list, 8 bytes per pair; 48 bytes per sprite; its finder.
/// Source: L. Verlet, "Computer 'Experiments' on Classical Fluids. I.", Physical Review 159, 1967;
/// the reach ahead is that of the fat boxes in E. Coumans, Bullet's btDbvt, 2006.
class NeighborList final : public BroadphaseOf<NeighborList, NeighborListParams, kListRows> {
 public:
  void reset(const Frame& f) override {
    is_listed_ = has_past_ = false;
    lookahead_.reset();
    const std::size_t n = f.size();
    past_.reserve(n), built_.reserve(n), skins_.reserve(n);
    strays_.resize(most_strays(n)), widened_.reserve(most_strays(n));
    near_.room(n);
    finder_->reset(boxes_only(f, f.boxes));
  }

  void edit(const Frame& f, std::span<const Edit>) override {
    is_listed_ = has_past_ = false;
    finder_->reset(boxes_only(f, f.boxes));
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if (skins_.size() != f.size()) is_listed_ = has_past_ = false;
    if (!is_listed_ || !follow(f)) make_list(f);
    lookahead_.count_frame(list_.size());
    if constexpr (T::on)
      trace_list(f, out, trace);
    else
      emit(f, out);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    std::string text = "List of " + counted(list_.size(), "pair") + ", " + counted(age_, "frame") +
                       " old, skin " + rounded(2.0 * margin_, 1) + " px";
    if (ahead_ > 0) text += ", " + rounded(ahead_, 0) + " frames ahead";
    out.push_back({false, text + "; " + counted(left_, "sprite") + " left since."});
  }

 private:
  static std::size_t most_strays(std::size_t n) { return n / 32 + 4; }

  /// False when the list no longer serves.
  bool follow(const Frame& f) {
    ++age_;
    const std::size_t most = most_strays(f.size()) - left_;
    const std::size_t strays = find_outside(f.boxes, skins_, strays_.data(), most);
    if (strays > most) return false;
    for (const SpriteId id : std::span(strays_).first(strays)) widen(f, id);
    left_ += strays;
    return true;
  }

  /// Lists the pairs that the wider skin adds: those it overlaps and the old one did not. Skins
  /// only grow, so whoever overlapped the old one is listed already.
  void widen(const Frame& f, SpriteId id) {
    const Aabb old = skins_[id], wide = united(old, reached(f.boxes[id], old));
    near_.clear();
    finder_->find_near(boxes_only(f, built_), wide, near_, nullptr);
    for (const SpriteId other : near_.items())
      if (other != id && !is_widened(other) && !overlaps(old, built_[other])) list_.emit(id, other);
    for (const SpriteId other : widened_)
      if (other != id && overlaps(wide, skins_[other]) && !overlaps(old, skins_[other]))
        list_.emit(id, other);
    if (!is_widened(id)) widened_.push_back(id);
    skins_[id] = wide;
    lookahead_.count_stray();
  }
  bool is_widened(SpriteId id) const { return skins_[id] != built_[id]; }

  /// A box, moved on across the edges of the skin that it has left, for the frames to come.
  Aabb reached(const Aabb& box, const Aabb& skin) const {
    const double frames = std::max(1.0, lookahead_.frames() - age_);
    const auto on = static_cast<float>(margin_ + 2 * motion_.step * frames);
    Aabb to = box;
    if (box.min.x < skin.min.x) to.min.x = lower(box.min.x, on);
    if (box.min.y < skin.min.y) to.min.y = lower(box.min.y, on);
    if (box.max.x > skin.max.x) to.max.x = higher(box.max.x, on);
    if (box.max.y > skin.max.y) to.max.y = higher(box.max.y, on);
    return to;
  }

  void make_list(const Frame& f) {
    if (age_ > 0 && is_listed_) lookahead_.finish(f.size(), list_.size(), age_);
    observe(f);
    choose_skin();
    put_on_skins(f);
    list_.clear();
    finder_->find_pairs(boxes_only(f, built_), list_, nullptr);
    list_.room(list_.size() / 4);  // for strays, and a somewhat longer list
    past_.assign(f.boxes.begin(), f.boxes.end());
    widened_.clear();
    age_ = 0, left_ = 0;
    is_listed_ = has_past_ = true;
  }

  /// Rules may change while a list serves, so they are asked when a pair is emitted.
  static Frame boxes_only(const Frame& f, std::span<const Aabb> boxes) {
    Frame bare;
    bare.boxes = boxes, bare.threads = f.threads;
    return bare;
  }

  void observe(const Frame& f) {
    motion_ = {};
    if (f.size() == 0) return;
    const auto n = static_cast<double>(f.size());
    Aabb bounds = f.boxes[0];
    for (const Aabb& box : f.boxes) {
      const Vec2 half = box.max * 0.5f - box.min * 0.5f;
      motion_.size += static_cast<double>(half.x) + static_cast<double>(half.y);
      bounds = united(bounds, box);
    }
    motion_.size /= n;
    const Vec2 half = bounds.max * 0.5f - bounds.min * 0.5f;
    motion_.spacing = 2 * std::sqrt(static_cast<double>(half.x) * static_cast<double>(half.y) / n);
    if (has_past_ && age_ > 0) observe_steps(f);
  }

  void observe_steps(const Frame& f) {
    double sum = 0, largest = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      const Aabb &now = f.boxes[i], &then = past_[i];
      const float most =
          std::max({std::abs(now.min.x - then.min.x), std::abs(now.min.y - then.min.y),
                    std::abs(now.max.x - then.max.x), std::abs(now.max.y - then.max.y)});
      const double step = static_cast<double>(most) / age_;
      if (is_jump(step * lookahead_.frames())) continue;
      sum += step, largest = std::max(largest, step);
    }
    motion_.step = sum / static_cast<double>(f.size());
    motion_.fastest = largest;
  }
  /// A way so long that the skin box would cover many neighbours says nothing about the next
  /// frames.
  bool is_jump(double way) const { return way > 8 * motion_.size + 4 * motion_.spacing; }

  void choose_skin() {
    const bool is_moving = has_past_ && age_ > 0;
    ahead_ = is_moving && p_.reach_ahead ? lookahead_.frames() : 0;
    if (p_.skin > 0)
      margin_ = static_cast<double>(p_.skin) / 2;
    else if (!is_moving)
      margin_ = motion_.size / 20;
    else
      margin_ = p_.reach_ahead ? motion_.step : motion_.fastest * lookahead_.frames();
  }

  void put_on_skins(const Frame& f) {
    const auto margin = static_cast<float>(std::min(margin_, kLargest));
    const auto farthest =
        static_cast<float>(std::min(8 * motion_.size + 4 * motion_.spacing, kLargest));
    const float factor = ahead_ > 0 ? static_cast<float>(ahead_ / age_) : 0;
    const auto ahead = [&](float now, float then) {
      const float way = (now - then) * factor;
      return std::abs(way) <= farthest ? way : 0;
    };
    built_.resize(f.size());
    for (std::size_t i = 0; i < f.size(); ++i) {
      const Aabb& now = f.boxes[i];
      const Aabb& then = ahead_ > 0 ? past_[i] : now;
      built_[i] = {{lower(now.min.x, margin - std::min(0.0f, ahead(now.min.x, then.min.x))),
                    lower(now.min.y, margin - std::min(0.0f, ahead(now.min.y, then.min.y)))},
                   {higher(now.max.x, margin + std::max(0.0f, ahead(now.max.x, then.max.x))),
                    higher(now.max.y, margin + std::max(0.0f, ahead(now.max.y, then.max.y)))}};
    }
    skins_.assign(built_.begin(), built_.end());
  }
  /// Never beyond the largest float; `by` is not negative.
  static float lower(float v, float by) { return std::max(v - by, -kLargestFloat); }
  static float higher(float v, float by) { return std::min(v + by, kLargestFloat); }

  void emit(const Frame& f, PairSink& out) {
    std::array<Pair, kRoom> kept;
    for (std::span<const Pair> rest = list_.items(); !rest.empty();) {
      const auto now = rest.first(std::min(rest.size(), kRoom));
      std::size_t size = keep_overlapping(f.boxes, now, kept.data());
      if (!f.filters.empty() || !f.is_static.empty()) size = keep_eligible(f, {kept.data(), size});
      std::copy_n(kept.data(), size, out.room(size));
      out.commit(size);
      rest = rest.subspan(now.size());
    }
  }
  static std::size_t keep_eligible(const Frame& f, std::span<Pair> pairs) {
    std::size_t kept = 0;
    for (const Pair p : pairs) {
      pairs[kept] = p;
      kept += eligible(f, p.a, p.b);
    }
    return kept;
  }

  template <class T>
  void trace_list(const Frame& f, PairSink& out, T& trace) {
    for (SpriteId id = 0; id < f.size(); ++id)
      trace.add({Mark::fat, Axis::x, 0, id, 0, skins_[id]});
    for (const Pair p : list_.items()) test_pair(f, p.a, p.b, out, trace);
  }

  static constexpr std::size_t kRoom = 1024;
  static constexpr float kLargestFloat = std::numeric_limits<float>::max();
  static constexpr double kLargest = static_cast<double>(kLargestFloat);

  std::unique_ptr<Broadphase> finder_ = find_entry(broadphases(), kFinder)->make();
  PairSink list_;                  // all pairs whose skin boxes overlap
  std::vector<Aabb> past_;         // [sprite] when the list was made
  std::vector<Aabb> built_;        // [sprite] skin boxes then
  std::vector<Aabb> skins_;        // [sprite] skin boxes now
  std::vector<SpriteId> widened_;  // sprites whose skin box is wider now
  std::vector<SpriteId> strays_;   // sprites that have just left
  Sink<SpriteId> near_;
  Lookahead lookahead_;
  Motion motion_;
  double margin_ = 0, ahead_ = 0;  // px on every side; frames
  std::uint32_t age_ = 0;          // frames since the list was made
  std::size_t left_ = 0;           // sprites that left their skin box since
  bool is_listed_ = false, has_past_ = false;
};

}  // namespace

extern const BroadphaseEntry neighbor_list_entry{
    "neighbor-list", "Neighbor list",
    "Lists pairs that are near once in a while and tests only those, until boxes leave their skin.",
    "L. Verlet, Computer Experiments on Classical Fluids I, 1967", make_broadphase<NeighborList>};

}  // namespace phasebox
