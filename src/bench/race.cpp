// SPDX-License-Identifier: MIT
// Settings as values, text and a command. Windows of frames; truth, checks, times, counts.
#include "bench/race.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kNearest = 8;

/// From a point to a box, squared.
double distance(Vec2 from, const Aabb& box) {
  const auto off = [](float at, float low, float high) {
    return static_cast<double>(std::max({low - at, at - high, 0.0f}));
  };
  const double x = off(from.x, box.min.x, box.max.x), y = off(from.y, box.min.y, box.max.y);
  return x * x + y * y;
}

/// So long a part of the way to another point.
Segment towards(Vec2 from, Vec2 to, float length) {
  const Vec2 way = to - from;
  const float all = std::hypot(way.x, way.y);
  return {from, all > length ? from + way * (length / all) : to};
}

}  // namespace

std::string Contestant::settings_text() const {
  std::string text;
  for (const Setting& s : settings)
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : " ", s.row->key, format_value(*s.row, s.value));
  return text.empty() ? "defaults" : text;
}

std::string Contestant::title() const {
  std::string text(entry->title);
  for (const Setting& s : settings)
    text += ", " + spaced(s.row->key) + " " + value_text(*s.row, s.value);
  return text;
}

std::string Contestant::set_options() const {
  std::string text;
  for (const Setting& s : settings)
    text += fmt::format("{}--set {}.{}={}", text.empty() ? "" : " ", entry->id, s.row->key,
                        format_value(*s.row, s.value));
  return text;
}

std::span<const Param> rows_of(const BroadphaseEntry& entry) { return entry.make()->params().rows; }

Contestant renewed(const Contestant& contestant) {
  Contestant now{.entry = contestant.entry};
  const auto rows = rows_of(*contestant.entry);
  for (const Setting& s : contestant.settings)
    if (const Param* row = find_param(rows, s.row->key); row && !check_value(*row, s.value))
      now.set(*row, s.value);
  return now;
}

Contestant contestant_of(const BroadphaseEntry& entry, const Session& session) {
  Contestant contestant{.entry = &entry};
  const ParamGroup group = session.group(entry);
  for (const Param& row : group.rows) contestant.set(row, row.get(group.object));
  return contestant;
}

Command apply_command(const Contestant& contestant) {
  command::UseBroadphase use{.id = std::string(contestant.entry->id),
                             .values = {},
                             .title = "Apply of " + contestant.name()};
  for (const Param& row : rows_of(*contestant.entry))
    use.values.emplace_back(std::string(row.key), contestant.value(row));
  return use;
}

namespace {

// Stratified places in an order spread from its beginning (J. G. van der Corput, 1935).

constexpr std::size_t kPlaces = 12;       // as many before windows become longer than a few frames
constexpr std::size_t kShortWindow = 16;  // timed frames below which there are fewer places
constexpr std::size_t kLongWindow = 150;  // timed frames above which there are more places
constexpr std::size_t kMinWarmUp = 2, kMaxWarmUp = 10;

/// 0, 1/2, 1/4, 3/4, 1/8, ...: the digits of k in reverse behind the point.
double reversed_bits(std::size_t k) {
  double value = 0, part = 0.5;
  for (; k > 0; k >>= 1, part /= 2)
    if (k & 1) value += part;
  return value;
}

/// The numbers 0 to n - 1 so that any first few of them are spread.
std::vector<std::size_t> spread_order(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [](std::size_t k) { return reversed_bits(k); });
  // `order` lists by reversed value; its inverse gives each number its turn.
  std::vector<std::size_t> turns(n);
  for (std::size_t k = 0; k < n; ++k) turns[order[k]] = k;
  return turns;
}

}  // namespace

std::vector<FrameWindow> whole_recording(std::size_t of, std::size_t warm_up) {
  if (of == 0) return {};
  const std::size_t warm = std::min(warm_up, of / 4);
  return {{.begin = 0, .warm_up = warm, .timed = of - warm}};
}

std::vector<FrameWindow> spread_windows(std::size_t of, std::size_t timed, std::size_t round) {
  timed = std::max<std::size_t>(timed, 1);
  const std::size_t few = std::clamp<std::size_t>(timed / kShortWindow, 1, kPlaces);
  const std::size_t places = std::max(few, timed / kLongWindow);
  const std::size_t length = (timed + places - 1) / places;
  const std::size_t warm = std::clamp(length / 3, kMinWarmUp, kMaxWarmUp);
  const std::size_t slot = of / places;
  if (slot < length + 5 * warm / 2 || 5 * timed >= 4 * of) return whole_recording(of, 0);
  std::vector<FrameWindow> windows;
  for (const std::size_t k : spread_order(places)) {
    const std::size_t warm_up = warm + k % 4 * warm / 2;
    // Neither in step with the other parts nor with the other rounds.
    const double at = 0.5 + 0.7549 * static_cast<double>(k) + 0.6180 * static_cast<double>(round);
    const auto room = static_cast<double>(slot - length - warm_up);
    windows.push_back({.begin = k * slot + static_cast<std::size_t>((at - std::floor(at)) * room),
                       .warm_up = warm_up,
                       .timed = length});
  }
  return windows;
}

FrameCoverage coverage_of(const std::vector<FrameWindow>& windows, std::size_t of) {
  std::vector<bool> is_timed(of);
  for (const FrameWindow& w : windows)
    for (std::size_t frame = w.begin + w.warm_up; frame < std::min(w.end(), of); ++frame)
      is_timed[frame] = true;
  return {.used = static_cast<std::size_t>(std::ranges::count(is_timed, true)),
          .of = of,
          .places = windows.size()};
}

bool says_anything(const Recorder& log) {
  for (std::size_t k = 0; k < kEventKindCount; ++k) {
    const auto kind = static_cast<EventKind>(k);
    if (kind != EventKind::hit && log.count(kind) > 0) return true;  // a plug-in's pairs are hits
  }
  return false;
}

bool is_affordable(const BroadphaseEntry& entry, std::size_t boxes) {
  constexpr std::size_t kMaxForReference = 20'000;
  return entry.role != BroadphaseRole::reference || boxes <= kMaxForReference;
}

Race::Race(const Recording& recording, RaceOptions options, FrameTruth* known)
    : recording_(recording),
      options_(std::move(options)),
      truth_(known ? known : &own_truth_.emplace(recording)),
      now_(recording.max_boxes()),
      queries_(options_.queries),
      true_answers_(recording.size()) {
  if (options_.windows.empty()) {
    const std::size_t warm_up = std::min(options_.warm_up, recording.size());
    options_.windows = {{.begin = 0, .warm_up = warm_up, .timed = recording.size() - warm_up}};
  }
  for (std::size_t place = 0; place < options_.windows.size(); ++place) {
    const FrameWindow& w = options_.windows[place];
    for (std::size_t k = w.begin; k < std::min(w.end(), recording.size()); ++k)
      steps_.push_back({k, place, k == w.begin, k >= w.begin + w.warm_up});
  }
}

bool Race::advance() {
  switch (stage_) {
    case Stage::truth: find_truth(); break;
    case Stage::check: check(); break;
    case Stage::time: time(); break;
    case Stage::count: count_tests(); break;
    case Stage::done: break;
  }
  return stage_ != Stage::done;
}

void Race::go_to(Stage stage) {
  stage_ = stage;
  step_ = turn_ = 0;
  if (results_.empty() || steps_.empty()) stage_ = Stage::done;
}

// What is known from before costs no turn.
void Race::find_truth() {
  bool has_searched = false;
  for (; step_ < steps_.size(); ++step_) {
    const std::size_t frame = steps_[step_].frame;
    if (!truth_->knows(frame) && std::exchange(has_searched, true)) return;
    max_pairs_ = std::max(max_pairs_, truth_->of(frame).count);
  }
  if (options_.check_first) return go_to(Stage::check);
  for (turn_ = 0; turn_ < results_.size(); ++turn_) prepare();
  go_to(Stage::time);
}

// A copy to where the last frame was: for each contestant boxes are as warm as after a game's step.
Frame Race::show(std::size_t frame) {
  const auto boxes = recording_.boxes(frame);
  std::ranges::copy(boxes, now_.begin());
  Frame f = recording_.frame(frame);
  f.boxes = std::span(now_).first(boxes.size());
  f.threads = options_.threads;
  return f;
}

double Race::run(Lane& lane, const RaceStep& step) {
  const Frame f = show(step.frame);
  const auto edits = recording_.edits(step.frame);
  if (step.is_begin) lane.algorithm->reset(f);
  lane.pairs.clear();
  const Stopwatch watch;
  if (!step.is_begin && !edits.empty()) lane.algorithm->edit(f, edits);
  lane.algorithm->find_pairs(f, lane.pairs, nullptr);
  double ms = watch.ms(f.threads == 1 && !options_.is_wall);
  if (options_.queries.count > 0) {
    answers_.clear();
    const Stopwatch asking;
    queries_.ask(*lane.algorithm, f, step.frame, answers_);
    ms = (options_.queries.is_only ? 0 : ms) + asking.ms(!options_.is_wall);
  }
  lane.spent += ms;
  return ms;
}

const PairDigest& Race::true_answers(std::size_t frame) {
  std::optional<PairDigest>& known = true_answers_[frame];
  if (!known) {
    PairSink answers;
    const auto scan = find_entry(broadphases(), "brute-force")->make();
    queries_.ask(*scan, recording_.frame(frame), frame, answers);
    known = digest(answers.items());
  }
  return *known;
}

bool Race::is_right(const Lane& lane, std::size_t frame) {
  if (options_.queries.count > 0 && digest(answers_.items()) != true_answers(frame)) return false;
  return is_allowed(digest(lane.pairs.items()), truth_->of(frame), lane.algorithm->is_exact());
}

void Race::reject(std::size_t which, std::size_t frame) {
  Lane& lane = lanes_[which];
  RaceResult& r = results_[which];
  r.verdict = RaceResult::Verdict::wrong;
  r.times.clear();
  r.allocations.reset(), r.bytes.reset();
  const PairDigest found = digest(lane.pairs.items());
  const bool by_queries = is_allowed(found, truth_->of(frame), lane.algorithm->is_exact());
  r.fault = "frame " + std::to_string(frame) + ": " +
            (by_queries ? "queries found others than a scan finds"
                        : difference(found, truth_->of(frame)));
  lane.algorithm.reset();
  lane.steps = 0;
}

/// The results' memory is the caller's, not the algorithm's; some algorithms ask for room ahead.
void Race::prepare() {
  Lane& lane = lanes_[turn_];
  lane.pairs.room(2 * max_pairs_ + recording_.max_boxes() + 4096);
  results_[turn_].times.reserve(steps_.size());
  if (options_.heap.bytes) heap_before_ = options_.heap.bytes();
  lane.algorithm = results_[turn_].contestant.make();
  lane.steps = steps_.size();
  lane.first_timed = steps_.size();
  results_[turn_].is_exact = lane.algorithm->is_exact();
}

void Race::check() {
  if (step_ == 0) prepare();
  Lane& lane = lanes_[turn_];
  run(lane, steps_[step_]);
  if (!is_right(lane, steps_[step_].frame)) {
    reject(turn_, steps_[step_].frame);
    return end_check();
  }
  ++step_;
  const bool over = options_.budget > 0 && lane.spent > options_.budget;
  if (step_ < steps_.size() && !(over && step_ > options_.fewest)) return;
  results_[turn_].verdict = RaceResult::Verdict::right;
  lane.steps = step_;
  lane.first_timed = step_ - std::min(step_, options_.fewest);
  end_check();
}

void Race::end_check() {
  if (options_.heap.bytes && lanes_[turn_].algorithm && recording_.max_boxes() > 0) {
    const std::uint64_t now = options_.heap.bytes();
    results_[turn_].bytes = static_cast<double>(now - std::min(now, heap_before_)) /
                            static_cast<double>(recording_.max_boxes());
  }
  step_ = 0;
  if (++turn_ == results_.size()) {
    for (Lane& lane : lanes_) lane.spent = 0;
    go_to(Stage::time);
  }
}

void Race::time() {
  const std::size_t which = (turn_ + step_) % results_.size();
  Lane& lane = lanes_[which];
  if (step_ < lane.steps) time_one(lane, results_[which], which);
  if (++turn_ < results_.size()) return;
  turn_ = 0;
  ++step_;
  const bool any_left =
      std::ranges::any_of(lanes_, [&](const Lane& one) { return step_ < one.steps; });
  if (!any_left) go_to(options_.count_tests ? Stage::count : Stage::done);
}

// A contestant stopped within the first warm-up, or out of budget there, is timed there.
void Race::time_one(Lane& lane, RaceResult& result, std::size_t which) {
  const RaceStep& step = steps_[step_];
  const HeapMeter& heap = options_.heap;
  const std::uint64_t before = heap.allocations ? heap.allocations() : 0;
  const double ms = run(lane, step);
  const std::uint64_t after = heap.allocations ? heap.allocations() : 0;
  if (!is_right(lane, step.frame)) return reject(which, step.frame);
  const bool over = options_.budget > 0 && lane.spent > options_.budget;
  if (over && result.times.empty()) lane.first_timed = std::min(lane.first_timed, step_ + 1);
  if (!step.is_timed && step_ < lane.first_timed) return;
  result.verdict = RaceResult::Verdict::right;
  result.times.push_back(ms);
  lane.allocations += after - before;
  if (heap.allocations)
    result.allocations =
        static_cast<double>(lane.allocations) / static_cast<double>(result.times.size());
  if (over && result.times.size() >= options_.fewest) lane.steps = step_;
}

/// The last frames of up to eight windows; of one window the middle, and others where frames are
/// small enough to be counted quickly.
std::vector<std::size_t> Race::counted_steps() const {
  constexpr std::size_t kMaxCounted = 8, kBoxes = 400'000;
  const std::size_t most = std::clamp<std::size_t>(
      kBoxes / std::max<std::size_t>(recording_.max_boxes(), 1), 1, kMaxCounted);
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < most; ++k) {
    const std::size_t at = steps_.size() * (2 * k + 1) / (2 * most);
    if (chosen.empty() || at > chosen.back()) chosen.push_back(at);
  }
  return chosen;
}

// On an instance that has seen the two frames before, since some algorithms live on what they keep.
double Race::count_at(Lane& shadow, std::size_t step, bool& is_known) {
  const std::size_t frame = steps_[step].frame;
  const std::size_t first = frame - std::min<std::size_t>(frame, 2);
  double tests = 0;
  for (std::size_t k = first; k <= frame; ++k) {
    const Frame f = show(k);
    Recorder counter;
    shadow.pairs.clear();
    if (k == first)
      shadow.algorithm->reset(f);
    else if (!recording_.edits(k).empty())
      shadow.algorithm->edit(f, recording_.edits(k));
    shadow.algorithm->find_pairs(f, shadow.pairs, k == frame ? &counter : nullptr);
    is_known = is_known || says_anything(counter);
    if (k == frame) tests = static_cast<double>(counter.count(EventKind::test));
  }
  return tests;
}

void Race::count_tests() {
  RaceResult& result = results_[turn_];
  if (result.verdict == RaceResult::Verdict::right) {
    Lane shadow{.algorithm = result.contestant.make(), .pairs = {}};
    const auto chosen = counted_steps();
    double sum = 0;
    bool is_known = false;
    for (const std::size_t step : chosen) sum += count_at(shadow, step, is_known);
    if (is_known) result.box_tests = sum / static_cast<double>(chosen.size());
  }
  if (++turn_ == results_.size()) go_to(Stage::done);
}

double Race::progress() const {
  const std::size_t steps = std::max<std::size_t>(steps_.size(), 1);
  const std::size_t n = std::max<std::size_t>(results_.size(), 1);
  const std::size_t checks = options_.check_first ? n : 0;
  const auto all = static_cast<double>(steps * (1 + checks + n) + n);
  const auto share = [all](std::size_t done) { return static_cast<double>(done) / all; };
  switch (stage_) {
    case Stage::truth: return share(step_);
    case Stage::check: return share(steps * (1 + turn_) + step_);
    case Stage::time: return share(steps * (1 + checks) + step_ * n + turn_);
    case Stage::count: return share(steps * (1 + checks + n) + turn_);
    case Stage::done: break;
  }
  return 1;
}

std::string Race::phase() const {
  switch (stage_) {
    case Stage::truth: return "finding the true pairs";
    case Stage::check: return "checking " + results_[turn_].name;
    case Stage::time: return "racing, frame " + std::to_string(steps_[step_].frame);
    case Stage::count: return "counting the tests of " + results_[turn_].name;
    case Stage::done: break;
  }
  return "done";
}

std::string queries_text(const QueryLoad& load) {
  if (load.count == 0) return {};
  return fmt::format(", {} per frame ({}, {:g} px{})",
                     load.count == 1 ? "1 query" : grouped(load.count) + " queries",
                     kQueryKindNames[static_cast<std::size_t>(load.kind)], load.size,
                     load.is_only ? "; they alone are timed" : "");
}

/// Squares that double, until eight boxes are nearer than the square reaches, or it holds all.
void QueryRun::ask_nearest(Broadphase& broadphase, const Frame& frame, Vec2 middle) {
  const std::size_t wanted = std::min(kNearest, frame.size());
  for (float away = std::max(load_.size / 2, 1.0f); near_.size() < wanted && std::isfinite(away);
       away *= 2) {
    found_.clear(), near_.clear();
    broadphase.query(frame, square(middle, away), found_, nullptr);
    const auto reach = static_cast<double>(away) * static_cast<double>(away);
    for (const SpriteId id : found_.items())
      if (const double d = distance(middle, frame.boxes[id]); d < reach) near_.push_back({d, id});
  }
  std::ranges::sort(near_);
  near_.resize(std::min(near_.size(), wanted));
}

void QueryRun::ask(Broadphase& broadphase, const Frame& frame, std::size_t number,
                   PairSink& answers) {
  const auto n = static_cast<std::uint32_t>(frame.size());
  Random random(number + 1);
  for (std::uint32_t k = 0; k < load_.count && n > 0; ++k) {
    const auto add = [&](SpriteId id) { answers.push({k, id}); };
    const std::uint32_t first = random.below(n), second = random.below(n);
    const Vec2 middle = center(frame.boxes[first]);
    const float away = load_.size / 2;
    found_.clear(), hits_.clear(), near_.clear();
    switch (load_.kind) {
      case QueryKind::box:
        broadphase.query(frame, square(middle, away), found_, nullptr);
        for (const SpriteId id : found_.items()) add(id);
        break;
      case QueryKind::circle:
        broadphase.query(frame, square(middle, away), found_, nullptr);
        for (const SpriteId id : found_.items())
          if (std::sqrt(distance(middle, frame.boxes[id])) < static_cast<double>(away)) add(id);
        break;
      case QueryKind::nearest:
        ask_nearest(broadphase, frame, middle);
        for (const Near& near : near_) add(near.id);
        break;
      case QueryKind::segment:
        query_segment(broadphase, frame, towards(middle, center(frame.boxes[second]), load_.size),
                      found_, hits_);
        for (const SegmentHit& hit : hits_.items()) add(hit.id);
    }
  }
}

}  // namespace phasebox
