// SPDX-License-Identifier: MIT
// Recursive dimensional clustering as a template on its rule for boundaries at equal positions.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "collide/broadphase/rdc/static_groups.hpp"
#include "collide/broadphase/rdc/uncut_groups.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {

enum class LeafTest : std::uint8_t { brute_force, sweep };
inline constexpr std::array<std::string_view, 2> kLeafTestNames{"brute-force", "sweep"};

template <class Ties>
struct RdcParams : RdcRules<Ties> {
  LeafTest leaf_test = LeafTest::sweep;
  bool static_groups = true;
};

/// Returns the rows of all parts, one part after the other.
template <std::size_t... N>
constexpr auto joined_rows(const std::array<Param, N>&... parts) {
  std::array<Param, (N + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(parts.begin(), parts.end(), end)), ...);
  return all;
}

template <class Ties>
inline constexpr auto kRdcRows = joined_rows(
    std::array{
        param<&RdcParams<Ties>::group_size, RdcParams<Ties>>(
            "group-size", 1, 1000, "sprites",
            "A group of this many sprites or fewer is final; 5 to 10 works well.")
            .tuned(1, 256),
        param<&RdcParams<Ties>::contact_threshold, RdcParams<Ties>>(
            "contact-threshold", -100, 100, "px",
            "Moves boundaries inwards before grouping: above 0 separates sprites that overlap by "
            "less (and then misses some pairs), below 0 keeps neighbors together."),
        param<&RdcParams<Ties>::max_depth, RdcParams<Ties>>(
            "max-depth", 0, 10000, "splits",
            "A group this many splits deep is final; 0 sets no limit.")
            .zero_means("unlimited"),
        choice<&RdcParams<Ties>::leaf_test>(
            "leaf-test", kLeafTestNames,
            "How pairs are found inside a final group: every pair as in the original, or a sweep "
            "along its longer side."),
        choice<&RdcParams<Ties>::first_axis, RdcParams<Ties>>(
            "first-axis", kFirstAxisNames,
            "Axis along which all sprites are analyzed first: x, y, or the one along which they "
            "reach further."),
    },
    Ties::template rows<RdcParams<Ties>>(),
    std::array{flag<&RdcParams<Ties>::static_groups>(
        "static-groups",
        "Static sprites form groups of their own, clustered once until one changes; off: they are "
        "clustered with the others in every frame, and can join those.")});

/// The broadphase; collide/broadphase/rdc.cpp describes it. `Ties` is its rule for boundaries at
/// equal positions, such as `TieRule`.
template <class Ties>
class RdcOf : public BroadphaseOf<RdcOf<Ties>, RdcParams<Ties>, kRdcRows<Ties>> {
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
      for (const typename Statics::Group& g : statics_.groups())
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
      out.push_back({false, "Overlaps thinner than twice the contact threshold may be left out."});
  }

 private:
  using Statics = RdcStatics<Ties>;
  using BroadphaseOf<RdcOf, RdcParams<Ties>, kRdcRows<Ties>>::p_;

  // Up to this many tests in vain per sprite there is no warning: small groups cost about as many.
  static constexpr double kLittle = 1.5;

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
      text = Sentence(is_one ? "RDC cannot split: {}, and {}." : "RDC hardly splits: {}, and {}.",
                      {why_closed(frame, members, Axis::x), why_closed(frame, members, Axis::y)});
    const Sentence work = sweeps ? "it is swept." : "all its pairs are tested.";
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
    RdcParams<Ties> parting = p_;
    static_cast<Ties&>(parting) = {};
    const std::uint64_t now = tests_with(p_, frame), parted = tests_with(parting, frame);
    out.push_back({false,
                   {"{} held by a tie: {}.",
                    {counted(static_cast<std::uint64_t>(held), "group"),
                     counted(now - std::min(now, parted), "extra test")}}});
  }
  // Returns the number of tests that the frame takes with these parameters.
  static std::uint64_t tests_with(const RdcParams<Ties>& params, const Frame& frame) {
    RdcOf rdc;
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
  RdcClustering<Ties> clustering_;
  Statics statics_;
  DelimiterSort sort_;
  SweepRow row_;
  std::vector<RdcGroup> final_;  // the groups of the moving sprites that are not cut further
  LengthRows query_rows_;        // the moving sprites, once a query has come
  RdcGroup largest_{};           // the largest of final_
};

}  // namespace phasebox
