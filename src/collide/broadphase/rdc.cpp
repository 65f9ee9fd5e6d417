// SPDX-License-Identifier: MIT
// Recursive dimensional clustering (S. Rabin, Game Programming Gems 2, 2.7; the Flash demo and
// article by Mike, lab.polygonal.de).
#include <algorithm>
#include <array>
#include <utility>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/rdc/gaps.hpp"
#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {
namespace {

/// The static sprites in groups, clustered once until one of them changes, and searched for every
/// moving sprite. The groups lie in the order in which they begin along x, the members of each in
/// the order in which they begin along its longer side. The furthest end so far is noted beside
/// each, so that a binary search finds the first one that a box can meet; the search ends at the
/// first one that begins behind the box.
class RdcStatics {
 public:
  struct Group {
    RdcGroup group;
    Aabb bounds;
    Axis along;  // its longer side
  };

  /// Clusters the sprites `ids` of the frame, unless the last call had the same sprites with the
  /// same boxes and rules. The log gets the passes.
  template <class T>
  void update(const Frame& f, std::span<const SpriteId> ids, const RdcRules& rules,
              RdcClustering& clustering, T& trace) {
    if (is_known(f, ids, rules)) return;
    forget();
    if (!ids.empty()) reserve(f.size());
    rules_ = rules;
    ids_.assign(ids.begin(), ids.end());
    for (const SpriteId id : ids) boxes_.push_back(f.boxes[id]);
    numbers_ = clustering.cluster(f, ids, rules, 0, trace,
                                  [&](const RdcGroup& group, std::span<const SpriteId> members) {
                                    keep_group(f, group, members);
                                  });
    arrange_groups();
    arrange_members(f);
  }
  void forget() {
    ids_.clear();
    boxes_.clear();
    groups_.clear();
    members_.clear();
    numbers_ = 0;
  }

  std::span<const Group> groups() const { return groups_; }
  std::span<const SpriteId> members(const Group& g) const {
    return std::span(members_).subspan(g.group.first, g.group.size);
  }
  std::size_t size() const { return ids_.size(); }
  /// The first number that no static group has in the event log; 0 without static sprites.
  std::uint32_t numbers() const { return numbers_; }

  /// Emits the pairs of the sprite `moving` with static ones. Its box is compared with the bounds
  /// of groups, then with the members of those it overlaps.
  template <class T>
  void find_pairs(const Frame& f, SpriteId moving, PairSink& out, T& trace) {
    const Aabb& box = f.boxes[moving];
    const std::size_t end = groups_.size(), from = group_row_.first_behind(box.min.x, all_groups());
    if constexpr (T::on)
      group_row_.each_begun(box, from, end,
                            [&](std::uint32_t at) { trace.add(visit(groups_[at])); });
    const std::size_t met = group_row_.query(box, from, end, met_groups_.data());
    for (std::size_t k = 0; k < met; ++k)
      meet_members(f, moving, groups_[met_groups_[k]], out, trace);
  }
  /// Appends the static sprites whose boxes overlap `box`, by the same search.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) const {
    each_beside(group_row_, box, all_groups(), [&](std::uint32_t at) {
      const Group& g = groups_[at];
      if (!overlaps(g.bounds, box)) return;
      if (log) log->add(visit(g));
      each_beside(member_row_, seen_along(box, g.along), run_of(g), [&](SpriteId id) {
        if (log) log->add({EventKind::visit, Axis::x, 0, id, 0, f.boxes[id]});
        if (overlaps(f.boxes[id], box)) out.push(id);
      });
    });
  }

 private:
  static Event visit(const Group& g) {
    return {EventKind::visit, g.along, g.group.depth, g.group.number, g.group.size, g.bounds};
  }
  /// Calls `use` with the ids in a run of the row whose boxes begin before `seen` ends and may end
  /// behind its begin.
  template <class Use>
  static void each_beside(const SweepRow& row, const Aabb& seen, Run run, Use use) {
    row.each_begun(seen, row.first_behind(seen.min.x, run), run.end, use);
  }
  Run all_groups() const { return {0, static_cast<std::uint32_t>(groups_.size())}; }
  static Run run_of(const Group& g) { return {g.group.first, g.group.first + g.group.size}; }

  /// Emits the pairs of a moving sprite and the members of a group.
  template <class T>
  void meet_members(const Frame& f, SpriteId moving, const Group& g, PairSink& out, T& trace) {
    const Aabb box = seen_along(f.boxes[moving], g.along);
    const auto meet = [&](SpriteId id) { test_pair(f, moving, id, out, trace, g.group.depth); };
    if constexpr (T::on) return each_beside(member_row_, box, run_of(g), meet);
    const std::size_t from = member_row_.first_behind(box.min.x, run_of(g));
    const std::size_t met = member_row_.query(box, from, run_of(g).end, met_members_.data());
    std::for_each_n(met_members_.begin(), met, meet);
  }

  bool is_known(const Frame& f, std::span<const SpriteId> ids, const RdcRules& rules) const {
    return rules == rules_ && std::ranges::equal(ids, ids_) &&
           std::ranges::equal(ids, boxes_, {}, [&](SpriteId id) { return f.boxes[id]; });
  }
  void reserve(std::size_t n) {
    ids_.reserve(n);
    boxes_.reserve(n);
    groups_.reserve(n);
    members_.reserve(n);
    sort_.reserve(n);
    group_row_.reserve(n);
    member_row_.reserve(n);
    met_groups_.resize(std::max(met_groups_.size(), n + BoxColumns::kPadding));
    met_members_.resize(std::max(met_members_.size(), n + BoxColumns::kPadding));
  }
  void keep_group(const Frame& f, RdcGroup group, std::span<const SpriteId> members) {
    const Aabb bounds = bounds_of(f, members);
    group.first = static_cast<std::uint32_t>(members_.size());
    groups_.push_back({group, bounds, longer_axis(bounds)});
    members_.insert(members_.end(), members.begin(), members.end());
  }
  void arrange_groups() {
    std::ranges::sort(groups_, {},
                      [](const Group& g) { return std::pair(g.bounds.min.x, g.group.number); });
    group_row_.resize(groups_.size());
    for (std::uint32_t k = 0; k < groups_.size(); ++k) group_row_.set(k, k, groups_[k].bounds);
    group_row_.note_reach(all_groups());
  }
  void arrange_members(const Frame& f) {
    member_row_.resize(members_.size());
    for (const Group& g : groups_) {
      const auto ids = std::span(members_).subspan(g.group.first, g.group.size);
      along_axis(g.along, [&](auto see) {
        std::size_t at = 0;
        for (const Delimiter d : sort_.begins(f, ids, see)) {
          member_row_.set(g.group.first + at, d.id, see(f.boxes[d.id]));
          ids[at++] = d.id;
        }
      });
      member_row_.note_reach(run_of(g));
    }
  }

  RdcRules rules_;
  std::vector<SpriteId> ids_;                       // the static sprites of the last clustering
  std::vector<Aabb> boxes_;                         // the boxes of `ids_` at that time
  std::vector<Group> groups_;                       // ascending by begin along x
  std::vector<SpriteId> members_;                   // the sprites, group after group
  SweepRow group_row_, member_row_;                 // the bounds of `groups_`, boxes of `members_`
  std::vector<SpriteId> met_groups_, met_members_;  // work space for searches
  DelimiterSort sort_;
  std::uint32_t numbers_ = 0;
};

enum class LeafTest : std::uint8_t { brute_force, sweep };
constexpr std::array<std::string_view, 2> kLeafTestNames{"brute-force", "sweep"};

struct RdcParams : RdcRules {
  LeafTest leaf_test = LeafTest::sweep;
  bool static_groups = true;
};

constexpr std::array kRows{
    param<&RdcParams::group_size, RdcParams>(
        "group-size", 1, 1000, "sprites",
        "A group of this many sprites or fewer is final; 5 to 10 works well.")
        .tuned(1, 256),
    param<&RdcParams::contact_threshold, RdcParams>(
        "contact-threshold", -100, 100, "px",
        "Moves boundaries inwards before grouping: above 0 separates sprites that overlap by less "
        "(and then misses some pairs), below 0 keeps neighbors together."),
    param<&RdcParams::max_depth, RdcParams>(
        "max-depth", 0, 10000, "splits", "A group this many splits deep is final; 0 sets no limit.")
        .zero_means("unlimited"),
    choice<&RdcParams::leaf_test>("leaf-test", kLeafTestNames,
                                  "How pairs are found inside a final group: every pair as in the "
                                  "original, or a sweep along its longer side."),
    choice<&RdcParams::first_axis, RdcParams>(
        "first-axis", kFirstAxisNames,
        "Axis along which all sprites are analyzed first: x, y, or the one along which they reach "
        "further."),
    choice<&RdcParams::tie_order, RdcParams>(
        "tie-order", kTieOrderNames,
        "Boundaries at the same position: closes first separates touching sprites, opens first "
        "keeps them together as in the 2007 demo, as-sorted shuffles them so that groups flicker."),
    param<&RdcParams::swap_x, RdcParams>(
        "swap-x", 0, 1000000, "px",
        "Place along x at which the tie order is reversed, as a click on its dot on the ruler "
        "does; 0 chooses none.")
        .zero_means("nowhere"),
    param<&RdcParams::swap_y, RdcParams>(
        "swap-y", 0, 1000000, "px",
        "Place along y at which the tie order is reversed; 0 chooses none.")
        .zero_means("nowhere"),
    flag<&RdcParams::static_groups>(
        "static-groups",
        "Static sprites form groups of their own, clustered once until one changes; off: they are "
        "clustered with the others in every frame, and can join those."),
};

/// Writes for the user why a group has no gap on the axis: "sprites #3 and #7 span the gaps along
/// x", or that the crowd leaves none.
Sentence why_closed(const Frame& f, std::span<const SpriteId> members, Axis axis) {
  const char* const along = axis == Axis::x ? "x" : "y";
  const std::vector<SpriteId> found = blockers(f, members, axis);
  if (found.empty()) return {"the crowd leaves no gap along {}", {along}};
  Sentence names;
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (k > 0) names += k + 1 == found.size() ? " and " : ", ";
    names += Sentence::as_is("#" + std::to_string(found[k]));
  }
  return {
      found.size() == 1 ? "sprite {} spans the gaps along {}" : "sprites {} span the gaps along {}",
      {names, along}};
}

/// Returns how many tests per sprite a group takes in vain, on boxes that do not overlap. `sweeps`
/// says whether a sweep finds the pairs inside the group, or all pairs are tested. Estimated from
/// at most 256 members, at even distances.
double wasted_tests(const Frame& f, std::span<const SpriteId> members, bool sweeps) {
  constexpr std::size_t kSample = 256;
  const std::size_t n = members.size(), taken = std::min(n, kSample);
  if (taken < 2) return 0;
  const Axis along = longer_axis(bounds_of(f, members));
  std::size_t wasted = 0;
  for (std::size_t i = 0; i < taken; ++i)
    for (std::size_t j = i + 1; j < taken; ++j) {
      const Aabb &a = f.boxes[members[i * n / taken]], &b = f.boxes[members[j * n / taken]];
      const bool is_tested =
          !sweeps || (low(a, along) < high(b, along) && low(b, along) < high(a, along));
      wasted += is_tested && !overlaps(a, b);
    }
  const auto pairs = static_cast<double>(taken) * static_cast<double>(taken - 1) / 2;
  return static_cast<double>(wasted) / pairs * static_cast<double>(n - 1) / 2;
}

// Up to this many tests in vain per sprite there is no warning: small groups cost about as many.
constexpr double kLittle = 1.5;

/// Cuts the sprites into groups wherever a whole group leaves an empty stripe on one axis, then
/// each group on the other axis, and so on. A group is final when neither axis cuts it, when it has
/// at most `group-size` sprites, or when it is `max-depth` splits deep; pairs are looked for inside
/// final groups. On an axis every sprite opens at `min + t` and closes at `max - t` (never past its
/// middle), where t is the contact threshold; where the running count of open sprites falls to 0, a
/// group ends. The tie order decides whether sprites that touch share a group. Inside a group the
/// real boxes are compared, so the answer is exact for t <= 0, and for t > 0 holds at least the
/// pairs of the boxes inset by t.
///
/// Static sprites are clustered by themselves when `static-groups` is on, once, until one of them,
/// its box or a parameter changes. A moving sprite is compared with the bounds of the static
/// groups, and with the members of those that it overlaps; such pairs are exact whatever t is.
///
/// Cost: a pass over a group of m sorts m boundaries, O(m); a pass that finds no stripe mostly
/// does not even do that. The depth is typically a few passes; at worst every pass splits off one
/// sprite: O(n^2) time, O(n) memory (waiting groups are disjoint, and lie on an explicit stack).
/// Where nothing splits, the comparisons inside the one group do all the work. A moving sprite
/// finds its static groups in O(log of their number + those beside it). A query takes O(log n +
/// sprites beside the box, a few times sqrt(n) where they lie evenly), the first of a frame O(n)
/// more: moving sprites are laid out in rows for it, see LengthRows; static ones are found as a
/// moving sprite finds them. Keeps between frames: the static groups; its memory. Source: S. Rabin,
/// "Recursive Dimensional Clustering: A Fast Algorithm for Collision Detection", Game Programming
/// Gems 2, 2001, section 2.7; the Flash demo and article "Collision detection with Recursive
/// Dimensional Clustering" by Mike, lab.polygonal.de.
class Rdc : public BroadphaseOf<Rdc, RdcParams, kRows> {
 public:
  bool is_exact() const override { return p_.contact_threshold <= 0; }

  void reset(const Frame& f) override {
    statics_.forget();
    edit(f, {});
  }
  /// Reserves memory only: the next frame sees by itself whether a static sprite has changed.
  void edit(const Frame& f, std::span<const Edit>) override {
    moving_.reserve(f.size());
    still_.reserve(f.size());
    clustering_.reserve(f.size());
    final_.reserve(f.size());
    sort_.reserve(f.size());
    row_.resize(f.size());
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    part_sprites(f);
    statics_.update(f, still_, p_, clustering_, trace);
    if constexpr (T::on)
      for (const RdcStatics::Group& g : statics_.groups())
        trace_group(g.group, g.bounds, statics_.members(g), trace);
    final_.clear();
    query_rows_.clear();
    largest_ = {};
    clustering_.cluster(f, moving_, p_, statics_.numbers(), trace,
                        [&](const RdcGroup& group, std::span<const SpriteId> members) {
                          finish(f, group, members, out, trace);
                        });
    if (still_.empty()) return;
    for (const SpriteId id : moving_) {
      if (is_stopped(f)) return;
      statics_.find_pairs(f, id, out, trace);
    }
  }

  /// Searches the moving sprites in rows (LengthRows), not in their groups: mostly one group holds
  /// nearly all of them.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    query_rows_.of(f, moving_).query(box, out, log);
    statics_.query(f, box, out, log);
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const override {
    if (moving_.size() + still_.size() != frame.size()) return;  // not the frame searched last
    if (statics_.size() > 0)
      out.push_back({false,
                     {"{} in {}, clustered when one of them changes.",
                      {counted(statics_.size(), "static sprite"),
                       counted(statics_.groups().size(), "static group")}}});
    if (moving_.size() < 2) return;
    warn_of_large_group(frame, out);
    tell_ties(frame, out);
    if (!is_exact())
      out.push_back({false,
                     "The contact threshold is above 0: overlaps thinner than twice its size "
                     "may be left out."});
  }

 private:
  /// Warns when the largest group holds at least half of the moving sprites, and says why. It does
  /// not where splitting would save little, as few tests are made in vain.
  void warn_of_large_group(const Frame& frame, std::vector<Remark>& out) const {
    if (largest_.size <= p_.group_size || largest_.size * 2 < moving_.size()) return;
    const auto members = clustering_.members(largest_);
    const bool sweeps = p_.leaf_test == LeafTest::sweep;
    if (wasted_tests(frame, members, sweeps) <= kLittle) return;
    const Sentence all = counted(moving_.size(), statics_.size() > 0 ? "moving sprite" : "sprite");
    const bool is_one = final_.size() == 1;
    Sentence text = "RDC stops at its max-depth.";
    if (largest_.ending != Ending::depth)
      text = Sentence(is_one ? "RDC cannot split this scene: {}, and {}."
                             : "RDC hardly splits this scene: {}, and {}.",
                      {why_closed(frame, members, Axis::x), why_closed(frame, members, Axis::y)});
    const Sentence work =
        sweeps ? "the sweep inside it does the work." : "every pair inside it is tested.";
    text += " ";
    text += is_one ? Sentence("All {} are one group; {}", {all, work})
                   : Sentence("One group holds {} of {}; {}", {grouped(largest_.size), all, work});
    out.push_back({true, text});
  }

  // Appends a remark if groups stay uncut only by the order of boundaries at equal positions: how
  // many groups, and how many more tests the frame takes than with every close first. It is known
  // only of a traced frame, and finds the pairs twice.
  void tell_ties(const Frame& frame, std::vector<Remark>& out) const {
    const auto held = std::ranges::count(final_, Ending::tie, &RdcGroup::ending);
    if (held == 0) return;
    RdcParams parting = p_;
    parting.tie_order = TieOrder::close_first;
    parting.swap_x = parting.swap_y = 0;
    const std::uint64_t now = tests_with(p_, frame), parted = tests_with(parting, frame);
    out.push_back({false,
                   {"{} held by a tie: {}.",
                    {counted(static_cast<std::uint64_t>(held), "group"),
                     counted(now - std::min(now, parted), "extra test")}}});
  }
  // Returns the number of tests that the frame takes with these parameters.
  static std::uint64_t tests_with(const RdcParams& params, const Frame& frame) {
    Rdc rdc;
    rdc.p_ = params;
    Recorder log;
    PairSink pairs;
    rdc.reset(frame);
    rdc.run(frame, pairs, log);
    return log.count(EventKind::test);
  }

  // Parts the sprites into moving and static ones.
  void part_sprites(const Frame& f) {
    const auto n = static_cast<SpriteId>(f.size());
    const bool has_statics = p_.static_groups && !f.is_static.empty();
    edit(f, {});
    moving_.clear();
    still_.clear();
    for (SpriteId i = 0; i < n; ++i)
      (has_statics && f.is_static[i] ? still_ : moving_).push_back(i);
  }

  // Notes a group that is not cut further, and emits the pairs inside it: by a sweep or by testing
  // all, as the parameter `leaf-test` says.
  template <class T>
  void finish(const Frame& f, const RdcGroup& group, std::span<const SpriteId> members,
              PairSink& out, T& trace) {
    if (is_stopped(f)) return;
    final_.push_back(group);
    if (group.size > largest_.size) largest_ = group;
    if constexpr (T::on) trace_group(group, bounds_of(f, members), members, trace);
    if (members.size() < 2) return;
    if (p_.leaf_test == LeafTest::sweep)
      sweep(f, group, members, out, trace);
    else
      test_all(f, group, members, out, trace);
  }

  template <class T>
  static void trace_group(const RdcGroup& group, const Aabb& bounds,
                          std::span<const SpriteId> members, T& trace) {
    trace.add({EventKind::group, group.axis, group.depth, group.number, group.size, bounds,
               group.ending});
    for (const SpriteId id : members)
      trace.add({EventKind::member, group.axis, group.depth, id, group.number});
  }

  template <class T>
  static void test_all(const Frame& f, const RdcGroup& group, std::span<const SpriteId> ids,
                       PairSink& out, T& trace) {
    for (std::size_t i = 0; i < ids.size() && !is_stopped(f); ++i)
      for (std::size_t j = i + 1; j < ids.size(); ++j)
        test_pair(f, ids[i], ids[j], out, trace, group.depth);
  }

  // Emits the pairs inside a group by a sweep along its longer side: in the order of their low
  // edges, each sprite is compared with those that begin before it ends.
  template <class T>
  void sweep(const Frame& f, const RdcGroup& group, std::span<const SpriteId> ids, PairSink& out,
             T& trace) {
    along_axis(longer_axis(bounds_of(f, ids)),
               [&](auto see) { row_.fill(f, sort_.begins(f, ids, see), see); });
    if constexpr (T::on) {
      for (std::size_t i = 0; i < ids.size() && !is_stopped(f); ++i)
        for (std::size_t j = i + 1; j < ids.size() && row_.begin(j) < row_.end(i); ++j)
          test_pair(f, row_.id(i), row_.id(j), out, trace, group.depth);
    } else {
      row_.find_pairs(f, SweepRow::Check::rules, out);
    }
  }

  std::vector<SpriteId> moving_, still_;
  RdcClustering clustering_;
  RdcStatics statics_;
  DelimiterSort sort_;
  SweepRow row_;
  std::vector<RdcGroup> final_;  // the groups of the moving sprites that are not cut further
  LengthRows query_rows_;        // the moving sprites, once a query has come
  RdcGroup largest_{};           // the largest of final_
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"take a waiting group, sort where sprites open", EventKind::enter},
    {"  the next sprite opens: counter + 1", {EventKind::boundary, EventPhase::opens}},
    {"  keep the furthest close: counter - 1", {EventKind::boundary, EventPhase::closes}},
    {"  the next opens behind it: counter 0, a cut", {EventKind::boundary, EventPhase::empties}},
    {"no cut: try the other axis", EventKind::leave},
    {"cut: its parts wait, for the other axis", EventKind::split},
    {"small, too deep, or cut by neither axis: final", EventKind::group},
    {"  its members", EventKind::member},
    {"a moving sprite looks at static groups", EventKind::visit},
    {"in a group: compare all pairs, or sweep it", EventKind::test | EventKind::skip},
    {"  they overlap: a candidate pair", EventKind::hit},
    kSmallFrameLine,
});

}  // namespace

extern const BroadphaseEntry rdc_entry{
    "rdc",
    "RDC",
    "Recursive dimensional clustering cuts the sprites into groups at empty stripes, axis after "
    "axis, and tests inside the groups.",
    "Steve Rabin, Recursive Dimensional Clustering: A Fast Algorithm for Collision Detection, Game "
    "Programming Gems 2, 2001; Flash demo and article by Mike, "
    "http://lab.polygonal.de/tag/broadphase/",
    make_broadphase<Rdc, SmallFrame>,
    {.code = kCode,
     .part = "group",
     .counts_boundaries = true,
     .limit = "group-size",
     .counted = "group"},
    false,
    5};

}  // namespace phasebox
