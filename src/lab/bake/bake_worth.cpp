// SPDX-License-Identifier: MIT
// Moving boxes against static ones, frame by frame: one by one, baked, and by the broadphase.
#include "lab/bake/bake_worth.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "bench/contestant.hpp"

namespace phasebox {
namespace {

// Box tests that the comparison with every static box may take in a frame: some 10 ms.
constexpr std::size_t kMaxBruteTests = 10'000'000;
// Of a frame that is given to the broadphase: one piece of the work.
constexpr std::uint64_t kMaxBakePairs = 5'000'000;

BakeEffort per_frame(double tests, std::vector<double>& ms) {
  return {tests / static_cast<double>(std::max<std::size_t>(ms.size(), 1)), median(ms)};
}

std::string tests_text(double tests) { return grouped_whole(tests); }

}  // namespace

// ---- as text

std::optional<double> BakeWorth::frames_until_paid() const {
  const double saved = brute.ms - baked_effort.ms;
  if (frames == 0 || !(saved > 0)) return {};
  return std::ceil(bake_ms / saved);
}

namespace {

std::string bytes_text(std::size_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  const auto kilo = static_cast<double>(bytes) / 1000;
  return kilo < 1000 ? rounded(kilo, 1) + " kB" : rounded(kilo / 1000, 1) + " MB";
}

std::string_view node_words(BakeKind kind) {
  constexpr std::array<std::string_view, 3> kWords{"the bounds of groups", "cells", "cuts"};
  return kWords[static_cast<std::size_t>(kind)];
}

BakeTableRow row_of(std::string title, const BakeEffort& effort, const BakeEffort& brute) {
  const double part = brute.tests > 0 ? 1 - effort.tests / brute.tests : 0;
  const double saved = std::round(1000 * part) / 10 + 0.0;  // no -0.0
  return {{std::move(title), tests_text(effort.tests), duration(effort.ms),
           &effort == &brute ? "" : fmt::format("{:.1f} %", saved)}};
}

}  // namespace

std::vector<BakeTableRow> bake_table(const BakeWorth& w) {
  if (w.frames == 0) return {};
  std::vector<BakeTableRow> rows{row_of("every static box", w.brute, w.brute),
                                 row_of("baked", w.baked_effort, w.brute)};
  if (w.with_all) rows.push_back(row_of(w.broadphase + ", all boxes", *w.with_all, w.brute));
  return rows;
}

std::string baked_text(const BakeWorth& w) {
  const bool is_groups = w.baked->options.kind == BakeKind::groups;
  return fmt::format(
      "{} in {}, {}{}, baked in {}", counted(w.baked->members.size(), "static sprite"),
      counted(w.baked->nodes.size(), is_groups ? "group" : "node"), bytes_text(w.baked->bytes()),
      is_groups ? "" : fmt::format(", {} deep", w.baked->depth()), duration(w.bake_ms));
}

std::string measured_text(const BakeWorth& w) {
  return fmt::format("{}, {} per frame{}", counted(w.frames, "frame"),
                     counted(static_cast<std::uint64_t>(std::llround(w.moving)), "moving sprite"),
                     w.is_sampled ? ", some of them tried and their numbers scaled" : "");
}

std::string paid_text(const BakeWorth& w) {
  if (w.moving == 0) return "No sprite moves, so nothing is saved per frame.";
  const auto frames = w.frames_until_paid();
  if (!frames)
    return "Baking does not pay: the baked structure is no faster than every static box.";
  return fmt::format("Baking has paid after {}.",
                     counted(static_cast<std::uint64_t>(std::max(*frames, 1.0)), "frame"));
}

std::vector<std::string> bake_notes(const BakeWorth& w) {
  std::vector<std::string> notes;
  if (w.wrong > 0)
    notes.push_back(fmt::format("WRONG: {} got other boxes than by a scan of all.",
                                counted(w.wrong, "moving sprite")));
  if (w.held > 0)
    notes.push_back(
        fmt::format("A static box came, went or changed after {}: a baked structure "
                    "holds no longer than that.",
                    counted(w.held, "frame")));
  if (w.frames == 0) return notes;
  notes.push_back(paid_text(w));
  notes.push_back(
      fmt::format("Of the baked tests {} are of {}. Moving sprites among each other "
                  "are not part of it.",
                  tests_text(w.node_tests), node_words(w.baked->options.kind)));
  if (w.with_all)
    notes.push_back(w.broadphase +
                    ": pairs of a moving and a static box only. Its time has also "
                    "its own preparation, and its tests leave out nodes and cells.");
  return notes;
}

StaticBoxes static_boxes_of(const Session& session) {
  return static_boxes(session.frame(),
                      session.show() ? session.show()->ids() : std::span<const std::int64_t>{});
}

Status check_bake(const Session& session) {
  if (session.world().has_statics()) return {};
  return Error{"no sprite is static; mark those that never move as static, or open a level"};
}

// ---- measuring

BakeMeter::BakeMeter(Session session, BakeOptions options, std::size_t frames, WorkLimit& limit)
    : session_(std::move(session)),
      frames_(frames),
      limit_(limit),
      baker_(static_boxes_of(session_), options) {
  const std::size_t recorded = session_.show() ? session_.show()->size() : 0;
  if (recorded > 1) frames_ = std::min(frames_, recorded);
}

double BakeMeter::progress() const {
  constexpr double kBaking = 0.2;  // its share, as far as anybody can know
  if (!result_.baked) return kBaking * baker_.progress();
  return kBaking +
         (1 - kBaking) * static_cast<double>(result_.frames) / static_cast<double>(frames_);
}

bool BakeMeter::advance() {
  if (result_.baked) return measure_frame();
  const Stopwatch watch;
  const bool goes_on = baker_.advance();
  result_.bake_ms += watch.ms(true);
  if (!goes_on) finish_baking();
  return goes_on || frames_ > 0;
}

void BakeMeter::finish_baking() {
  result_.baked = std::make_shared<const Baked>(baker_.take());
  result_.outlines = std::make_shared<const std::vector<Aabb>>(outlines_of(*result_.baked));
  if (session_.broadphase().role == BroadphaseRole::reference) return;
  const Contestant contestant = contestant_of(session_.broadphase(), session_);
  timed_ = contestant.make(), counted_ = contestant.make();
  result_.broadphase = session_.broadphase().title;
}

bool BakeMeter::measure_frame() {
  if (result_.frames > 0) session_.move();
  if (static_boxes_of(session_) != result_.baked->statics) {
    result_.held = result_.frames;
    return false;
  }
  const Frame frame = session_.frame();
  compare(frame);
  if (timed_) run_broadphase(frame);
  ++result_.frames;
  sum_up();
  return result_.frames < frames_;
}

// Where all would take too long, evenly spread ones are tried, and what they take is scaled.
void BakeMeter::compare(const Frame& frame) {
  const std::size_t statics = result_.baked->members.size();
  const std::size_t moving = frame.size() - statics;
  const std::size_t every = 1 + moving * statics / kMaxBruteTests;
  asked_.clear();
  for (std::size_t k = 0, seen = 0; k < frame.size(); ++k)
    if (!frame.is_static[k] && seen++ % every == 0) asked_.push_back(static_cast<SpriteId>(k));
  result_.is_sampled |= every > 1;
  const double scale =
      asked_.empty() ? 0 : static_cast<double>(moving) / static_cast<double>(asked_.size());
  const QueryWork before = work_;
  times_.brute.push_back(scale * time_brute(frame));
  times_.baked.push_back(scale * time_baked(frame));
  check_answers();
  moving_sum_ += static_cast<double>(moving);
  brute_sum_ += static_cast<double>(moving) * static_cast<double>(statics);
  node_sum_ += scale * static_cast<double>(work_.nodes - before.nodes);
  member_sum_ += scale * static_cast<double>(work_.members - before.members);
}

double BakeMeter::time_brute(const Frame& frame) {
  const std::vector<Aabb>& boxes = result_.baked->statics.boxes;
  by_brute_.clear(), brute_ends_.clear();
  const Stopwatch watch;
  for (const SpriteId moving : asked_) {
    const Aabb box = frame.boxes[moving];
    for (std::uint32_t k = 0; k < boxes.size(); ++k)
      if (overlaps(boxes[k], box)) by_brute_.push_back(k);
    brute_ends_.push_back(by_brute_.size());
  }
  return watch.ms(true);
}

double BakeMeter::time_baked(const Frame& frame) {
  by_baked_.clear(), baked_ends_.clear();
  const Stopwatch watch;
  for (const SpriteId moving : asked_) {
    result_.baked->overlapping(frame.boxes[moving], by_baked_, work_);
    baked_ends_.push_back(by_baked_.size());
  }
  return watch.ms(true);
}

void BakeMeter::check_answers() {
  std::size_t brute = 0, baked = 0;
  for (std::size_t k = 0; k < asked_.size(); ++k) {
    const auto right = std::span(by_brute_).subspan(brute, brute_ends_[k] - brute);
    const auto found = std::span(by_baked_).subspan(baked, baked_ends_[k] - baked);
    std::ranges::sort(found);
    result_.wrong += !std::ranges::equal(right, found);
    result_.pairs += right.size();
    brute = brute_ends_[k], baked = baked_ends_[k];
  }
}

// The static flags stay, for algorithms that keep static boxes apart.
void BakeMeter::run_broadphase(const Frame& frame) {
  constexpr Filter kMoving{1, 2}, kStatic{2, 1};
  filters_.resize(frame.size());
  for (std::size_t k = 0; k < frame.size(); ++k)
    filters_[k] = frame.is_static[k] ? kStatic : kMoving;
  Frame parted = frame;
  parted.filters = filters_, parted.threads = 1, parted.limit = &limit_;
  limit_.max_pairs = kMaxBakePairs;
  if (result_.frames == 0 || population_ != session_.population_changes())
    timed_->reset(parted), counted_->reset(parted);
  population_ = session_.population_changes();
  pairs_.clear();
  const Stopwatch watch;
  timed_->find_pairs(parted, pairs_, nullptr);
  const double ms = watch.ms(true);
  pairs_.clear();
  Recorder log;
  counted_->find_pairs(parted, pairs_, &log);
  if (limit_.is_stopped()) return timed_.reset();
  times_.with_all.push_back(ms);
  all_sum_ += static_cast<double>(log.count(EventKind::test));
}

void BakeMeter::sum_up() {
  const auto frames = static_cast<double>(result_.frames);
  result_.moving = moving_sum_ / frames;
  result_.node_tests = node_sum_ / frames;
  result_.brute = per_frame(brute_sum_, times_.brute);
  result_.baked_effort = per_frame(node_sum_ + member_sum_, times_.baked);
  if (!times_.with_all.empty()) result_.with_all = per_frame(all_sum_, times_.with_all);
}

}  // namespace phasebox
