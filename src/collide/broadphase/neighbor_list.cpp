// SPDX-License-Identifier: MIT
// Neighbor list: pairs that are near, kept for many frames (L. Verlet, "Computer Experiments on
// Classical Fluids I", 1967).
#include <cassert>

#include "base/number_format.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/list/motion_sample.hpp"
#include "collide/broadphase/list/neighbor_list_costs.hpp"
#include "collide/broadphase/list/pair_list.hpp"
#include "collide/broadphase/list/skin.hpp"
#include "collide/broadphase/list/skin_plan.hpp"
#include "collide/broadphase/tree/bounds_tree.hpp"

namespace phasebox {

// The broadphase that finds the pairs of skin boxes when a list is made, called the finder. Filters
// may change while a list serves, so they are checked when a pair is emitted. The finder gets the
// static flags alone.
extern const BroadphaseEntry hierarchical_grid_entry;

namespace {

constexpr std::array kListRows{
    param<&NeighborListParams::skin>(
        "skin", 0, 1000, "px",
        "Pairs at most this far apart are listed too: every skin box is wider than its sprite by "
        "half of it on each side. 0 takes it from the speeds.")
        .tuned(0.03, 2, TuneRange::Scale::box_size)
        .zero_means("auto"),
    flag<&NeighborListParams::reach_ahead>(
        "reach-ahead",
        "Skin boxes also reach as far ahead as their sprite will move, if it keeps "
        "its motion, until the list is made again.")
        .tuned()
        .labeled("lookahead"),
};

/// Every sprite gets a skin box around its box; the pairs of overlapping skin boxes are listed by
/// another broadphase, the finder. As long as all boxes lie within their skin boxes, all pairs of
/// overlapping boxes are on the list, so a frame tests each box against its skin box and each
/// listed pair, nothing else.
///
/// Verlet's skin is the same on all sides, so the fastest particle decides when the list is made
/// again. Here, as long as sprites go straight on, a skin box reaches as far ahead as the sprite's
/// own edges have moved (which also covers growing and turning), with a small margin for motion
/// that this does not foresee. Motion that does not repeat itself is covered by a margin alone. The
/// width of the margin is planned from a sample of the motion and from counted work (`SkinPlan`);
/// sprites that are much faster or slower than most get a wider or narrower one (`Pace`).
///
/// A box that has left its skin a little (it bounced, grew) gets a wider one, and the pairs that
/// this adds are listed. A sprite that jumped gets a new skin where it is: its pairs are taken off
/// the list and found again; the same holds for a sprite that is new or has another id now. The
/// skins of all of them are kept in a tree of their own from then on. Where most of the motion is
/// common to all sprites, as in a world that scrolls, boxes are compared with their skins in
/// coordinates that move along; no sprite may be static then.
///
/// The list is made again when a frame on it would cost more than the mean of its frames so far,
/// which is when the mean would rise. Where even the best list costs more than searching the pairs
/// of each frame, as in dense or fast worlds, there is no list, and the finder runs on the boxes
/// themselves.
///
/// The skin box of a static sprite is its box, so that the finder keeps it in its cells from list
/// to list; no pair of two static sprites is listed. A sprite that is no longer static is treated
/// as if it had jumped.
///
/// No distance is computed, so rounding can lose no pair: the test is whether a skin box contains
/// its box (which is widened first where coordinates move along).
///
/// Cost: O(n + listed pairs) a frame, 32 bytes read per sprite and 40 per pair; O(log n + k) for
/// each sprite that left or came, after one pass over the list; a new list costs what its finder
/// costs on the skin boxes, and somewhat more, shared by the frames it serves. Without a list, what
/// the finder costs. Keeps between frames: the list, 8 bytes per pair; 75 bytes per sprite; its
/// finder. Source: L. Verlet, "Computer 'Experiments' on Classical Fluids. I.", Physical Review
/// 159, 1967; the reach ahead is that of the fat AABBs in E. Coumans, Bullet's btDbvt, 2006.
class NeighborList final : public BroadphaseOf<NeighborList, NeighborListParams, kListRows> {
 public:
  void reset(const Frame& f) override {
    forget(f);
    plan_ = {};
    is_new_ = true;
  }

  /// Keeps the sample of the motion and the list. The pairs of ids that now stand for another
  /// sprite are listed again in the next frame. Where these are too many, the list is given up, or
  /// all is forgotten.
  void edit(const Frame& f, std::span<const Edit> edits) override {
    changed_.clear();
    for (const Edit& e : edits) {
      changed_.push_back(e.id);
      if (e.kind == Edit::Kind::remove) changed_.push_back(e.moved_from);
    }
    std::ranges::sort(changed_);
    changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
    if (changed_.size() > max_moved(f.size())) return forget(f);
    if (changed_.empty()) return;
    const std::size_t n = f.size();
    past_.resize(n);
    paces_.resize(n);
    skins_.resize(std::max(skins_.size(), n));
    place_.resize(std::max({place_.size(), n, changed_.back() + std::size_t{1}}));
    for (const SpriteId id : changed_)
      if (id < n) {
        past_[id] = f.boxes[id];
        paces_[id] = Pace::kNew;
      }
    if (moved_.size() + absent_.size() + changed_.size() > escaped_.size()) {
      is_listed_ = false;
      has_past_ = true;
    }
    if (!is_listed_) return;
    if (!was_static_.empty()) was_static_.resize(n);
    for (const SpriteId id : changed_) make_absent(id);
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if (past_.size() != f.size()) reset(f);
    static_count_ = f.is_static.size() -
                    static_cast<std::size_t>(std::ranges::count(f.is_static, std::uint8_t{0}));
    if (static_count_ > 0) motion_.stop_common();
    motion_.see(f.boxes, static_count_ > 0 ? f.is_static : std::span<const std::uint8_t>());
    ++age_;
    if (is_listed_ && !follow(as_listed(f), trace)) end_list(f);
    if (!is_listed_ && should_list(f)) make_list(f, trace);
    const std::size_t before = out.size();
    if (is_listed_)
      emit_listed(f, out, trace);
    else
      search(f, out, trace);
    pairs_ = out.size() - before;
  }

  /// Searches the skin boxes, which contain the boxes, and then compares the boxes found; without a
  /// list, asks the finder.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(past_.size() == f.size() && "query comes after find_pairs of the same frame");
    if (!is_listed_) return finder_->query(f, box, out, log);
    near_.clear();
    Aabb asked = box;
    if (drift_ != Vec2{}) move_back({&box, 1}, drift(), {&asked, 1});
    finder_->query(boxes_only(f, skins_), asked, near_, log);
    for (const SpriteId id : near_.items())
      if (!is_moved(id) && overlaps(f.boxes[id], box)) out.push(id);
    NoTrace off;
    each_moved_near(0, asked, off, [&](SpriteId id) {
      if (overlaps(f.boxes[id], box)) out.push(id);
    });
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    if (!is_listed_) {
      const char* why =
          motion_.is_known()
              ? "No list for now: its grid finds the pairs of each frame, which is less work here "
                "than a list of near pairs. It tries a list again later."
              : "No list yet: its grid finds the pairs until the motion is known.";
      out.push_back({false, why});
      return;
    }
    Sentence text(
        "List of {}, {} old, skin {} px",
        {counted(list_.size(), "pair"), counted(age_, "frame"), rounded(2 * skin_.margin, 1)});
    if (choice_.reach > 0)
      text = Sentence("{}, {} frames ahead", {text, rounded(choice_.reach, 0)});
    out.push_back({false, {"{}; {} left since.", {text, counted(left_, "sprite")}}});
  }

 private:
  static constexpr std::uint32_t kMinWait = 8, kMaxWait = 512;

  /// Returns the common motion of all sprites since the list was made, px.
  Vec2 drift() const { return drift_ * static_cast<float>(age_); }
  /// Returns the frame with its boxes moved back by the drift, in the coordinates of the list.
  Frame as_listed(const Frame& f) {
    if (drift_ == Vec2{}) return f;
    drifted_.resize(f.size());
    move_back(f.boxes, drift(), drifted_);
    Frame listed = f;
    listed.boxes = drifted_;
    return listed;
  }
  template <class T>
  void trace_skin(SpriteId id, const Aabb& skin, T& trace) const {
    trace.add({EventKind::fat, Axis::x, 0, id, 0, translated(skin, drift())});
  }

  /// The number of sprites whose skins may change while a list of `n` sprites serves.
  static std::size_t max_moved(std::size_t n) { return n / 8 + 4; }

  void forget(const Frame& f) {
    is_listed_ = is_new_ = has_past_ = false;
    absent_.clear();
    was_static_.clear();
    static_count_ = 0;
    age_ = 0;
    pause_ = 0;
    wait_ = kMinWait;
    motion_.forget();
    make_room(f.size());
    std::ranges::fill(paces_, Pace::kNew);
    list_.clear();
    finder_->reset(f);  // with filters and flags, as it searches such frames while there is no list
  }

  void make_room(std::size_t n) {
    past_.resize(n);
    paces_.resize(n);
    skins_.resize(n);
    place_.resize(n);
    was_static_.reserve(n);
    drifted_.reserve(n);
    escaped_.resize(max_moved(n));
    moved_.reserve(max_moved(n));
    absent_.reserve(max_moved(n));
    tree_.reserve(max_moved(n));
    near_.clear();
    near_.room(n);
  }

  // While there is a list: skin boxes and pairs are brought up to date.

  /// Brings the skin boxes and the list up to date with the frame, whose boxes are in the
  /// coordinates of the list. Returns false when a new list, or none, is cheaper; the list must
  /// then not be used.
  template <class T>
  bool follow(const Frame& f, T& trace) {
    const double serve = ListCosts::serve(load(f), static_cast<double>(list_.size()));
    const double search = ListCosts::search(load(f));
    if (serve > 1.2 * search || !find_woken(f)) return false;
    const std::size_t most = max_escaped(std::min(work_ / age_, 1.2 * search) - serve);
    if (absent_.size() > most) return false;
    for (const SpriteId id : absent_)
      if (id < f.size()) skins_[id] = f.boxes[id];
    const std::size_t escaped =
        find_outside(f.boxes, std::span(skins_).first(f.size()), escaped_.data(), most);
    if (escaped > most) return false;
    if constexpr (T::on) trace_skins(trace);
    work_ += serve + ListCosts::kEscaped * static_cast<double>(escaped + absent_.size());
    left_ += escaped;
    if (escaped + absent_.size() > 0) follow_escaped(f, std::span(escaped_).first(escaped), trace);
    return true;
  }

  /// Marks the sprites that are no longer static as absent. Pairs of two static sprites are not
  /// listed, so such a sprite lacks some of its pairs. A sprite that has become static has more
  /// pairs than it needs, which does no harm. Returns false when too many are no longer static.
  bool find_woken(const Frame& f) {
    if (std::ranges::equal(f.is_static, was_static_)) return true;
    for (SpriteId id = 0; id < was_static_.size(); ++id) {
      const bool is_static = !f.is_static.empty() && f.is_static[id];
      if (was_static_[id] && !is_static) {
        if (moved_.size() == escaped_.size()) return false;
        make_absent(id);
      }
      was_static_[id] = is_static;
    }
    return true;
  }

  /// Returns how many sprites at most may have left their skin boxes in a frame that has `work` ns
  /// left for them. With more, the frame would cost more than the mean of the frames so far, or be
  /// noticeably longer than a search.
  std::size_t max_escaped(double work) const {
    constexpr double kFew = 4;
    const double most = std::max(kFew, work / ListCosts::kEscaped);
    return std::min(static_cast<std::size_t>(most), escaped_.size() - moved_.size());
  }

  /// Gives new skins to the sprites that left theirs and lists their pairs. Sprites that jumped,
  /// and absent ones, come first: until they are placed, none of their pairs is listed.
  template <class T>
  void follow_escaped(const Frame& f, std::span<SpriteId> escaped, T& trace) {
    const auto rest = std::partition(escaped.begin(), escaped.end(), [&](SpriteId id) {
      return has_jumped(f.boxes[id], skins_[id]);
    });
    for (const SpriteId id : std::span(escaped.begin(), rest)) make_absent(id);
    if (!absent_.empty()) take_off_absent();
    for (const SpriteId id : absent_)
      if (id < f.size()) place_[id] &= ~kAbsent;
    for (const SpriteId id : absent_)
      if (id < f.size()) place_again(f, id, trace);
    absent_.clear();
    for (const SpriteId id : std::span(rest, escaped.end())) widen(f, id, trace);
  }

  /// Whether the box is so far from its skin that a skin around both would be wider or higher than
  /// the old one by more than a typical box and the margin.
  bool has_jumped(const Aabb& box, const Aabb& skin) const {
    const Vec2 both = extent(united(box, skin)), old = extent(skin);
    const auto most = static_cast<float>(motion_.size() + skin_.margin);
    return !(both.x <= old.x + most && both.y <= old.y + most);
  }

  /// Marks an id as absent: in the next `follow` its pairs are taken off the list, and found again
  /// if there still is a sprite with this id. An id without a sprite stays absent while the list
  /// serves.
  void make_absent(SpriteId id) {
    if ((place_[id] & kAbsent) != 0) {
      if (std::ranges::find(absent_, id) == absent_.end()) absent_.push_back(id);
      return;
    }
    if (is_moved(id))
      tree_.remove(place_[id] - 1);
    else
      move_in(id);
    place_[id] |= kAbsent;
    absent_.push_back(id);
  }

  /// Takes the pairs of absent sprites off the list.
  void take_off_absent() {
    list_.keep_if([&](const Pair& p) { return ((place_[p.a] | place_[p.b]) & kAbsent) == 0; });
  }

  /// Gives a sprite a new skin around its box, lists its pairs and puts it into the tree. It must
  /// not have listed pairs or be in the tree.
  template <class T>
  void place_again(const Frame& f, SpriteId id, T& trace) {
    const auto on = static_cast<float>(skin_.margin + reach_left() / 2);
    const Aabb& box = f.boxes[id];
    const Aabb skin{{lower(box.min.x, on), lower(box.min.y, on)},
                    {higher(box.max.x, on), higher(box.max.y, on)}};
    if constexpr (T::on) trace_skin(id, skin, trace);
    each_skin_near(f, id, skin, trace, [&](SpriteId other) { list_.emit(id, other); });
    skins_[id] = skin;
    tree_.insert(place_[id] - 1, skin);
  }

  /// Gives a sprite a wider skin and lists the pairs that this adds: the skins that the wider one
  /// overlaps and the old one did not. The wider skin contains the old one, so the pairs of that
  /// are listed already.
  template <class T>
  void widen(const Frame& f, SpriteId id, T& trace) {
    const Aabb old = skins_[id], wide = united(old, reached(f.boxes[id], old));
    if constexpr (T::on) trace_skin(id, wide, trace);
    each_skin_near(f, id, wide, trace, [&](SpriteId other) {
      if (!overlaps(old, skins_[other])) list_.emit(id, other);
    });
    skins_[id] = wide;
    if (is_moved(id)) {
      tree_.move(place_[id] - 1, wide);
    } else {
      move_in(id);
      tree_.insert(place_[id] - 1, wide);
    }
  }

  /// Calls `meet` with each other sprite whose skin overlaps the box. The tree has the skins that
  /// have changed since the list was made, the finder all others.
  template <class T, class Meet>
  void each_skin_near(const Frame& f, SpriteId id, const Aabb& box, T& trace, Meet meet) {
    find_built_near(f, id, box, trace);
    for (const SpriteId other : near_.items())
      if (other != id && !is_moved(other)) meet(other);
    each_moved_near(id, box, trace, [&](SpriteId other) {
      if (other != id) meet(other);
    });
  }
  /// Writes to `near_` the sprites whose skins, as the finder knows them, overlap the box.
  template <class T>
  void find_built_near(const Frame& f, SpriteId id, const Aabb& box, T& trace) {
    near_.clear();
    if constexpr (T::on) {
      Recorder finding(std::numeric_limits<std::size_t>::max());
      finder_->query(boxes_only(f, skins_), box, near_, &finding);
      for (const Event& e : finding.events())
        if (is_test(e.kind) && e.a != id) trace.add({EventKind::test, Axis::x, 0, id, e.a});
    } else {
      finder_->query(boxes_only(f, skins_), box, near_, nullptr);
    }
  }
  /// Calls `meet` with each sprite whose skin has changed and overlaps the box.
  template <class T, class Meet>
  void each_moved_near(SpriteId id, const Aabb& box, T& trace, Meet meet) {
    const auto visit = [&]([[maybe_unused]] BoundsTree::Ref ref, std::uint32_t) {
      if constexpr (T::on)
        for (const BoundsTree::Ref child : tree_.node(ref).child) {
          if (!BoundsTree::is_leaf(child)) continue;
          const SpriteId other = moved_[BoundsTree::sprite(child)];
          if (other != id) trace.add({EventKind::test, Axis::x, 0, id, other});
        }
    };
    tree_.query(
        box, [&](std::uint32_t place) { meet(moved_[place]); }, visit);
  }

  bool is_moved(SpriteId id) const { return place_[id] != 0; }
  /// Adds the sprite to those whose skin boxes have changed since the list was made.
  void move_in(SpriteId id) {
    moved_.push_back(id);
    place_[id] = static_cast<std::uint32_t>(moved_.size());
  }

  /// Returns the box with those edges that lie outside the skin box moved further outwards, as far
  /// as the sprite may move in the frames that the list is still to serve.
  Aabb reached(const Aabb& box, const Aabb& skin) const {
    const auto on = static_cast<float>(skin_.margin + reach_left());
    Aabb to = box;
    if (box.min.x < skin.min.x) to.min.x = lower(box.min.x, on);
    if (box.min.y < skin.min.y) to.min.y = lower(box.min.y, on);
    if (box.max.x > skin.max.x) to.max.x = higher(box.max.x, on);
    if (box.max.y > skin.max.y) to.max.y = higher(box.max.y, on);
    return to;
  }
  /// Returns how far a sprite of twice the mean speed moves in the frames that the list is still to
  /// serve, px; 0 where skin boxes do not reach ahead.
  double reach_left() const {
    return 2 * motion_.speed() * std::max(0.0, choice_.reach - static_cast<double>(age_));
  }

  template <class T>
  void emit_listed(const Frame& f, PairSink& out, T& trace) {
    if constexpr (T::on)
      for (const Pair p : list_.items()) recheck_pair(f, p.a, p.b, out, trace);
    else
      emit_overlapping(f, list_.items(), PairOrder::ascending, out);
    out.try_reserve(PairWriter::kBlock);  // the finder takes a block when there is no list
  }

  // Between two lists: whether and how the next one is made.

  /// Ends the list. If it cost more than searching its frames would have, no list is planned for
  /// `wait_` frames, which doubles each time. The first list was made without a plan, so nothing is
  /// learned from it.
  void end_list(const Frame& f) {
    is_listed_ = false;
    has_past_ = true;
    if (choice_.work <= 0) return;
    const bool paid = work_ / age_ <= ListCosts::search(load(f));
    wait_ = paid ? kMinWait : std::min(2 * wait_, kMaxWait);
    pause_ = paid ? 0 : wait_;
    plan_.learn(choice_, made_, age_);
  }

  /// Whether to make a list in this frame; writes `choice_`. The first list is made at once. All
  /// others are planned, and need to know where the sprites were a frame ago or when the last list
  /// was made.
  bool should_list(const Frame& f) {
    if (std::exchange(is_new_, false)) {
      const double skin = static_cast<double>(p_.skin);
      choice_ = {.margin = skin > 0 ? skin / 2 : motion_.small_size() / 20};
      return true;
    }
    const bool has_past = std::exchange(has_past_, false);
    if (!motion_.is_known() || (pause_ > 0 && --pause_ > 0)) return false;
    choice_ = plan_.best(motion_, p_, load(f));
    if (choice_.work > kWorthIt * ListCosts::search(load(f))) {
      pause_ = wait_;
      return false;
    }
    if (has_past) return true;
    std::ranges::copy(f.boxes, past_.begin());
    age_ = 0;
    has_past_ = true;
    return false;
  }
  /// Returns the load of the frame, with the number of pairs of the last one.
  ListLoad load(const Frame& f) const {
    const std::size_t n = f.size();
    return {static_cast<double>(n), static_cast<double>(n - static_count_),
            static_cast<double>(pairs_)};
  }

  template <class T>
  void make_list(const Frame& f, T& trace) {
    make_room(f.size());
    drift_ = {};
    skin_ = {.margin = choice_.margin, .jump = motion_.jump()};
    const Vec2 common = motion_.common() * static_cast<float>(age_);
    if (choice_.reach > 0) skin_.ahead = choice_.reach / age_;
    if (choice_.work > 0) skin_.way = mean_way(past_, f.boxes, f.is_static, skin_.jump, common);
    put_on_skins(f.boxes, f.is_static, skin_, past_, paces_, skins_, common);
    was_static_.assign(f.is_static.begin(), f.is_static.end());
    if constexpr (T::on) trace_skins(trace);
    list_.clear();
    Frame skins = boxes_only(f, skins_);
    skins.is_static = was_static_;
    find_with(*finder_, skins, list_, trace);
    // Makes room for lists to come. The first list is short; planned ones list no more pairs than
    // this, and sprites that escape add no more.
    list_.room(choice_.work > 0 ? list_.size() / 8 : list_.size() / 2 + 3 * f.size() / 2);
    clear_moved(f.size());
    made_ = list_.size();
    work_ = ListCosts::make(load(f), static_cast<double>(made_));
    age_ = 0;
    left_ = 0;
    drift_ = motion_.common();
    is_listed_ = true;
  }
  void clear_moved(std::size_t n) {
    place_.assign(n, 0u);
    moved_.clear();
    absent_.clear();
    tree_.clear();
    tree_.resize_ids(max_moved(n));
  }

  /// Finds the pairs without a list. The finder keeps no pairs from frame to frame, so it gets the
  /// frame with its filters. The log then shows skin boxes that are the boxes.
  template <class T>
  void search(const Frame& f, PairSink& out, T& trace) {
    if constexpr (T::on)
      for (SpriteId id = 0; id < f.size(); ++id)
        trace.add({EventKind::fat, Axis::x, 0, id, 0, f.boxes[id]});
    find_with(*finder_, f, out, trace, true);
  }

  template <class T>
  void trace_skins(T& trace) const {
    for (SpriteId id = 0; id < past_.size(); ++id) trace_skin(id, skins_[id], trace);
  }

  static constexpr std::uint32_t kAbsent = 1u << 31;  // a flag in `place_`
  static constexpr double kWorthIt = 0.8;  // a list must be expected to cost at most this share of
                                           // searching each frame

  std::unique_ptr<Broadphase> finder_ = hierarchical_grid_entry.make();
  PairSink list_;                     // all pairs whose skin boxes overlap
  std::vector<Aabb> past_;            // [sprite] its box in an earlier frame, by which a list is
                                      // made: `age_` frames ago where `has_past_`
  std::vector<float> paces_;          // [sprite] see `Pace`
  std::vector<Aabb> skins_;           // [sprite] skin boxes now; also of sprites that are gone
  std::vector<Aabb> drifted_;         // [sprite] boxes in the coordinates of the list
  std::vector<std::uint32_t> place_;  // [sprite] one more than its place in `moved_`, or 0
  std::vector<std::uint8_t> was_static_;  // [sprite] flags as the list knows them; empty: none
  std::size_t static_count_ = 0;          // static sprites in the last frame
  std::vector<SpriteId> moved_;           // sprites whose skin box has changed since the list was
                                          // made
  std::vector<SpriteId> escaped_;         // sprites that have just left their skin box
  std::vector<SpriteId> absent_;          // ids whose pairs on the list are missing or wrong
  std::vector<SpriteId> changed_;         // ids that edits have named
  BoundsTree tree_;                       // the skin boxes of `moved_`, by their place there
  Sink<SpriteId> near_;                   // work space: what a query of the finder has found
  MotionSample motion_;
  SkinPlan plan_;
  SkinPlan::Choice choice_;  // what was planned for the list, or for the next one
  Skin skin_;                // by which the skin boxes of the list were made
  Vec2 drift_;               // common motion since the list, px per frame
  double work_ = 0;          // cost of all frames of the list so far, ns (ListCosts)
  std::size_t pairs_ = 0;    // pairs of the last frame
  std::size_t made_ = 0;     // pairs on the list when it was made
  std::size_t left_ = 0;     // times a sprite left its skin box since then
  std::uint32_t age_ = 0;    // frames since the list, or `past_`, was made
  std::uint32_t pause_ = 0, wait_ = kMinWait;  // frames left, and in all, until a list is planned
  bool is_listed_ = false;                     // whether there is a list
  bool is_new_ = true;                         // whether the first list after a reset is to be made
  bool has_past_ = false;                      // whether `past_` holds an earlier frame's boxes
};

constexpr auto kListCode = std::to_array<CodeLine>({
    {"the skin box around each sprite", EventKind::fat},
    {"has a box left its skin? a wider one for it"},
    {"many have: new skins for all"},
    {"  list the pairs of skins that overlap", EventKind::test},
    {"for each pair of the list:"},
    {"  compare the two boxes", EventKind::recheck | EventKind::skip},
    {"    they overlap: a candidate pair", EventKind::hit},
});

}  // namespace

extern const BroadphaseEntry neighbor_list_entry{
    "neighbor-list",
    "Neighbor list",
    "Lists nearby pairs once in a while and tests only those, until boxes leave their skin.",
    "L. Verlet, Computer Experiments on Classical Fluids I, 1967, "
    "https://doi.org/10.1103/PhysRev.159.98",
    make_broadphase<NeighborList>,
    {.code = kListCode, .part = "sprite"},
    true,
    5};

}  // namespace phasebox
