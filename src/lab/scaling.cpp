// SPDX-License-Identifier: MIT
// Measures scaling: races the contestants at every point of the map, or at every sprite count.
#include "lab/scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kSize = "size";
// Frames recorded for a point of a map; frames of these not timed; values of a default range.
constexpr std::size_t kFrames = 10, kWarmUpFrames = 2, kDefaultSteps = 7;
// Where only the count varies, a point times 20 to 100 frames: as many as have about so many boxes.
constexpr std::uint32_t kTimedBoxes = 400'000;
constexpr std::size_t kClumpingSteps = 11;
constexpr double kMaxCost = 16;  // times the fastest, at which the heat map's colors end

/// The parameter `key` of the first of the entries that has one of that key, or null.
const Param* row_in(std::span<const BroadphaseEntry* const> entries, std::string_view key) {
  for (const BroadphaseEntry* entry : entries)
    if (const Param* row = find_param(rows_of(*entry), key)) return row;
  return nullptr;
}

bool is_number(const Param& row) {
  return row.kind == Param::Kind::real || row.kind == Param::Kind::integer;
}

Error no_such_quantity(const std::string& y) {
  return {
      say("--y: '{}' is neither size nor clumping nor a number that an algorithm has as parameter, "
          "such as cell-size or group-size",
          Sentence::as_is(y))};
}

Status set(Session& session, std::string key, double value) {
  return session.apply(command::SetParam{Owner::scene(), std::move(key), value});
}

/// Sets up the scene with `count` sprites and restarts it. Their mean size becomes `size`, px, if
/// given, and the smallest size `ratio` times the largest; else the sizes stay. Fails if the scene
/// refuses a value.
Status set_up(Session& session, std::uint32_t count, std::optional<double> size, double ratio) {
  if (size) {
    const double largest = 2 * *size / (1 + ratio);
    if (auto status = set(session, "max-size", largest); status.failed()) return status;
    if (auto status = set(session, "min-size", std::max(1.0, ratio * largest)); status.failed())
      return status;
  }
  if (auto status = apply_settings(session, session.settings().scene.instance().workload(count));
      status.failed())
    return status;
  if (auto status = set(session, "count", count); status.failed()) return status;
  const Status status = session.apply(command::Restart{});
  session.forget_history();
  return status;
}

/// The measurement: for each point it makes the scene, records a few frames, and races the
/// contestants as the bench does.
class Scaling final : public PiecewiseWork<ScalingMap> {
 public:
  Scaling(Session session, ScalingPlan plan)
      : session_(std::move(session)), column_widths_(plan.counts.size()) {
    map_.scene = subject_text(session_, SubjectCount::left_out);
    map_.points.resize(plan.counts.size() * plan.ys.size());
    map_.plan = std::move(plan);
    const double largest = session_.settings().value(Owner::scene(), "max-size").value_or(0);
    const double smallest = session_.settings().value(Owner::scene(), "min-size").value_or(0);
    size_ratio_ = largest > 0 ? std::min(1.0, smallest / largest) : 1;
  }

  bool advance() override {
    if (next_ >= map_.points.size() || passed() > 1.1 * map_.plan.budget) return false;
    if (!race_)
      begin_point();
    else if (!race_->advance() || passed() > race_end_)
      finish_point();
    return true;
  }

  // The share of the points done, each weighed by its number of sprites, since its time grows about
  // linearly with that.
  double progress() const override {
    const double all = weight_from(0);
    return all > 0 ? (all - weight_from(next_)) / all : 1;
  }

  Sentence phase() const override {
    if (next_ >= map_.points.size()) return "done";
    const Sentence sprites = counted(map_.plan.counts[column()], "sprite");
    if (map_.plan.is_count_alone()) return sprites;
    return say("{}, {} {:g}", sprites, map_.plan.y, map_.plan.ys[row()]);
  }

  ScalingMap result() const override { return map_; }

 private:
  double passed() const { return watch_.ms(false) / 1000; }  // s
  std::size_t column() const { return next_ / map_.plan.ys.size(); }
  std::size_t row() const { return next_ % map_.plan.ys.size(); }
  ScalingPoint& point() { return map_.points[column() + row() * map_.plan.counts.size()]; }

  double weight_from(std::size_t place) const {
    double sum = 0;
    for (std::size_t k = place; k < map_.points.size(); ++k)
      sum += map_.plan.counts[k / map_.plan.ys.size()];
    return sum;
  }

  void begin_point() {
    const ScalingPlan& plan = map_.plan;
    const std::uint32_t count = plan.counts[column()];
    const auto size = plan.y == kSize ? std::optional(plan.ys[row()]) : std::nullopt;
    Status status;
    if (plan.y == kClumping) status = set(session_, plan.y, plan.ys[row()]);
    if (!status.failed()) status = set_up(session_, count, size, size_ratio_);
    if (status.failed()) {
      if (std::ranges::find(map_.faults, status.error().text) == map_.faults.end())
        map_.faults.push_back(status.error().text);
      ++next_;
      return;
    }
    const auto timed = std::clamp<std::uint32_t>(kTimedBoxes / std::max(count, 1u), 20, 100);
    recording_ = record(session_, plan.is_line() ? kWarmUpFrames + timed : kFrames);
    measure_gaps();
    const double n = std::max<double>(count, 1);
    const double seconds = std::max(0.0, plan.budget - passed()) * n / weight_from(next_);
    RaceOptions options{
        .warm_up = kWarmUpFrames,
        .threads = plan.threads,
        .budget = std::max(0.2, seconds * 500 / static_cast<double>(plan.contestants.size())),
        .fewest = 1,
        .count_tests = plan.is_line()};
    race_ = std::make_unique<Race>(*recording_, options);
    for (Contestant contestant : plan.contestants) {
      const std::string name = contestant.name();
      const Param* param = find_param(rows_of(*contestant.entry), plan.y);
      if (param) contestant.set(*param, plan.ys[row()]);
      race_->enter(std::move(contestant), name);
    }
    race_end_ = passed() + std::max(3 * seconds, 0.05 * plan.budget);
  }

  void measure_gaps() {
    const Vec2 field = extent(session_.field());
    column_widths_[column()] = static_cast<double>(std::max(field.x, field.y));
    Vec2 sum;
    for (const Aabb& b : recording_->boxes(0)) sum += extent(b);
    const double n = std::max<double>(map_.plan.counts[column()], 1);
    point().side = static_cast<double>(sum.x + sum.y) / (2 * n);
    const auto gaps = [n](float all, float width) {
      return n * std::exp(-static_cast<double>(all) / static_cast<double>(width));
    };
    point().gaps =
        map_.plan.y == kClumping ? kUnknown : std::max(gaps(sum.x, field.x), gaps(sum.y, field.y));
  }

  void finish_point() {
    point().is_known = true;
    point().pairs = race_->mean_pairs();
    const auto results = race_->results();
    for (std::size_t k = 0; k < results.size(); ++k) {
      const RaceResult& r = results[k];
      point().ms.push_back(r.times.empty() ? kUnknown : summary_of(r.times).median);
      point().tests.push_back(r.box_tests);
      if (map_.plan.is_line()) examine(r);
      if (r.verdict == RaceResult::Verdict::wrong)
        map_.faults.push_back(
            say("{} at {}: {}", map_.plan.contestants[k].name(), phase(), r.fault));
    }
    race_.reset();
    map_.is_complete = ++next_ == map_.points.size();
    find_gap_line();
  }

  /// Notes what a contestant makes of the last frame: its groups, and its warning if it has one.
  void examine(const RaceResult& r) {
    point().groups.emplace_back();
    Sentence& warning = point().warnings.emplace_back();
    if (r.verdict != RaceResult::Verdict::right) return;
    const auto algorithm = r.contestant.make();
    const Frame frame = recording_->frame(recording_->size() - 1);
    EventLog log;
    PairSink pairs;
    algorithm->reset(frame);
    algorithm->find_pairs(frame, pairs, &log.broad);
    const Counters counters = counters_of(log, *r.contestant.entry, frame.size());
    if (counters.has_parts) point().groups.back() = static_cast<double>(counters.groups);
    std::vector<Remark> remarks;
    algorithm->remark(frame, remarks);
    const auto found = std::ranges::find(remarks, true, &Remark::warning);
    if (found != remarks.end()) warning = found->text;
  }

  /// Sets the line on which one gap is expected: n exp(-n L / W) = 1, so L = W ln(n) / n, for n
  /// sprites of size L on a field W px wide. Where `y` is the size that is a curve; else it is a
  /// vertical line at the count where the expectation falls below 1.
  void find_gap_line() {
    const ScalingPlan& plan = map_.plan;
    map_.gap_line.clear();
    if (plan.is_count_alone() || plan.y == kClumping) return;
    for (std::size_t k = 0; plan.y == kSize && k < plan.counts.size(); ++k) {
      const double n = plan.counts[k];
      if (n > 1 && column_widths_[k] > 0)
        map_.gap_line.emplace_back(n, column_widths_[k] * std::log(n) / n);
    }
    for (std::size_t k = 0; plan.y != kSize && k + 1 < plan.counts.size(); ++k) {
      const double a = map_.point(k, 0).gaps, b = map_.point(k + 1, 0).gaps;
      if (!(a >= 1 && b > 0 && b < 1)) continue;
      const double share = std::log(a) / (std::log(a) - std::log(b));
      const double n = plan.counts[k] *
                       std::pow(static_cast<double>(plan.counts[k + 1]) / plan.counts[k], share);
      map_.gap_line = {{n, plan.ys.front() / 100}, {n, plan.ys.back() * 100}};
    }
  }

  Session session_;
  double size_ratio_ = 1;  // smallest over largest sprite size, as the scene sets them
  ScalingMap map_;
  // Index of the point to measure next, counted column by column, so that small counts come first
  std::size_t next_ = 0;
  std::optional<Recording> recording_;
  std::unique_ptr<Race> race_;
  double race_end_ = 0;  // s after the begin of the measurement, when the race is ended
  std::vector<double> column_widths_;  // [counts] px, the field's longer side
  Stopwatch watch_;
};

}  // namespace

std::vector<std::uint32_t> scaling_counts() { return {100, 200, 500, 1000, 2000, 5000, 10000}; }

Result<std::vector<double>> scaling_values(const std::string& y, double lo, double hi,
                                           std::size_t steps) {
  const bool is_of_scene = y == kSize || y == kClumping;
  const Param* row = is_of_scene ? nullptr : row_in(broadphases(), y);
  if (!is_of_scene && (!row || !is_number(*row))) return no_such_quantity(y);
  std::vector<double> values;
  for (std::size_t k = 0; k < steps; ++k) {
    const double share = steps > 1 ? static_cast<double>(k) / static_cast<double>(steps - 1) : 0;
    const double v = y == kClumping ? std::lerp(lo, hi, share) : lo * std::pow(hi / lo, share);
    double tidy = row && row->kind == Param::Kind::integer ? std::round(v) : significant(v, 3);
    tidy = std::stod(fmt::format("{:.6g}", tidy));
    if (values.empty() || tidy > values.back()) values.push_back(tidy);
  }
  return values;
}

Result<std::vector<double>> default_scaling_values(const std::string& y) {
  if (y == kSize) return scaling_values(y, 2, 128, kDefaultSteps);
  if (y == kClumping) return scaling_values(y, 0, 1, kClumpingSteps);
  const Param* row = row_in(broadphases(), y);
  if (!row || !is_number(*row)) return no_such_quantity(y);
  switch (row->tune.scale) {
    case TuneRange::Scale::box_size: return scaling_values(y, 4, 512, kDefaultSteps + 1);
    case TuneRange::Scale::factor:
      return scaling_values(y, row->tune.lo, row->tune.hi, kDefaultSteps);
    default: break;
  }
  const double lo = row->lo > 0 ? row->lo : 1;
  return scaling_values(y, lo, std::max(row->tune.hi, 64 * lo), kDefaultSteps);
}

Status ScalingPlan::check(const Session& session) const {
  if (session.playback())
    return Error{"recorded boxes have neither count nor size to vary; choose a scene"};
  if (contestants.size() < 2) return Error{"a map compares two algorithms at least"};
  if (counts.empty() || ys.empty()) return Error{"a map needs counts and sizes"};
  for (const std::uint32_t n : counts)
    if (n < 1 || n > 1'000'000) return Error{say("'{}' is not a count from 1 to 1,000,000", n)};
  std::vector<const BroadphaseEntry*> entries;
  for (const Contestant& c : contestants) {
    if (auto status = c.check(); status.failed()) return status;
    entries.push_back(c.entry);
  }
  if (is_count_alone()) return {};
  const Param* row = row_in(entries, y);
  if (y != kSize && y != kClumping && (!row || !is_number(*row)))
    return Error{
        say("{}: none of the algorithms compared has this as a number to set; name one that has",
            Sentence::as_is(y))};
  for (const double v : ys) {
    if (y == kSize && !(v >= 1 && v <= 256))
      return Error{say("size: '{:g}' is not a number from 1 to 256 px", v)};
    if (y == kSize) continue;
    const Status status =
        y == kClumping ? session.settings().check(Owner::scene(), y, v) : check_value(*row, v);
    if (status.failed()) return status;
  }
  return {};
}

double ScalingMap::cost(const ScalingPoint& p, std::size_t contestant) const {
  const auto first = best(p);
  if (!first || contestant >= p.ms.size()) return kUnknown;
  return p.ms[contestant] / std::max(p.ms[*first], 1e-9);
}

HeatMap scaling_heat_map(const ScalingMap& map, std::size_t contestant) {
  HeatMap out;
  out.title =
      say("{} in {}: its time over the fastest one's", map.plan.title(contestant), map.scene);
  out.x_label = "sprites";
  const Param* row = row_in(broadphases(), map.plan.y);
  out.y_label = map.plan.y == kSize         ? Sentence("mean size of the sprites, px")
                : row && !row->unit.empty() ? say("{}, {}", map.plan.y, row->unit)
                                            : Sentence(map.plan.y);
  out.key_label = "times the fastest";
  for (const std::uint32_t n : map.plan.counts) out.xs.push_back(n);
  out.ys = map.plan.ys;
  for (const ScalingPoint& p : map.points) out.values.push_back(map.cost(p, contestant));
  out.most = kMaxCost;
  if (!map.gap_line.empty())
    out.lines.push_back(
        {.name = "RDC: one gap expected", .points = map.gap_line, .is_dashed = true});
  return out;
}

std::string scaling_csv(const ScalingMap& map) {
  std::string out = fmt::format(
      "sprites,{},broadphase,median_ms,times_the_fastest,expected_gaps,box_tests,groups\n",
      map.plan.y);
  const auto cell = [](double v) { return std::isfinite(v) ? fmt::format("{:.4g}", v) : ""; };
  const auto count = [](const auto& column, std::size_t k) {
    return k < column.size() && column[k] ? fmt::format("{:.1f}", *column[k]) : "";
  };
  for (std::size_t y = 0; y < map.plan.ys.size(); ++y)
    for (std::size_t x = 0; x < map.plan.counts.size(); ++x) {
      const ScalingPoint& p = map.point(x, y);
      for (std::size_t k = 0; k < p.ms.size(); ++k)
        if (std::isfinite(p.ms[k]))
          out += fmt::format("{},{:g},{},{:.6f},{:.4g},{},{},{}\n", map.plan.counts[x],
                             map.plan.ys[y], map.plan.contestants[k].name(), p.ms[k],
                             map.cost(p, k), cell(p.gaps), count(p.tests, k), count(p.groups, k));
    }
  return out;
}

std::string scaling_text(const ScalingMap& map, std::size_t contestant) {
  const HeatMap heat = scaling_heat_map(map, contestant);
  std::string text = heat.title + "\n" + fmt::format("  {:>10}", map.plan.y);
  for (const std::uint32_t n : map.plan.counts) text += fmt::format(" {:>8}", n);
  text += "  sprites\n";
  for (std::size_t y = map.plan.ys.size(); y-- > 0;) {
    text += fmt::format("  {:>10g}", map.plan.ys[y]);
    for (std::size_t x = 0; x < map.plan.counts.size(); ++x) {
      const std::string cell = heat_text(heat.value(x, y));
      text += fmt::format(" {:>8}", cell.empty() ? "-" : cell);
    }
    text += '\n';
  }
  for (const std::string& fault : map.faults) text += "  WRONG: " + fault + "\n";
  std::size_t worst = 0, ahead = 0, known = 0;
  for (std::size_t k = 0; k < heat.values.size(); ++k) {
    const double v = heat.values[k];
    if (!std::isfinite(v)) continue;
    if (known++ == 0 || v > heat.values[worst]) worst = k;
    ahead += v <= 1;
  }
  if (known == 0) return text;
  for (const Sentence& weakness : scaling_weaknesses(map)) text += weakness + "\n";
  const std::size_t columns = map.plan.counts.size();
  return text + fmt::format(
                    "{} is the fastest at {} of {} places; at worst ({} sprites, {} {:g}) it takes "
                    "{} times as long as the fastest\n",
                    map.plan.contestants[contestant].name(), ahead, known,
                    map.plan.counts[worst % columns], map.plan.y, map.plan.ys[worst / columns],
                    heat_text(heat.values[worst]));
}

namespace {

/// The value of a contestant at a point; NaN where it is not known.
double value_of(const ScalingPoint& p, std::size_t k, ScalingOf of) {
  if (k >= p.ms.size() || !std::isfinite(p.ms[k])) return kUnknown;
  if (of == ScalingOf::time) return p.ms[k];
  return (of == ScalingOf::tests ? p.tests : p.groups)[k].value_or(kUnknown);
}

/// A point of a line as text: "500 sprites" or "clumping 0.3".
Sentence place_on_line(const ScalingPlan& plan, std::size_t x) {
  return plan.is_count_alone() ? counted(plan.counts[x], "sprite")
                               : say("clumping {:g}", plan.ys[x]);
}

/// The box tests per sprite that found no pair, at point x of a line; NaN where not known.
double tests_in_vain(const ScalingMap& map, std::size_t x, std::size_t k) {
  const ScalingPoint& p = map.points[x];
  if (k >= p.tests.size() || !p.tests[k]) return kUnknown;
  const ScalingPlan& plan = map.plan;
  return (*p.tests[k] - p.pairs) / plan.counts[plan.is_count_alone() ? x : 0];
}

/// Why a contestant is weak at point x of a line; empty if it is not.
Sentence weakness_at(const ScalingMap& map, std::size_t x, std::size_t k) {
  constexpr double kMany = 4;
  if (!map.points[x].warnings[k].empty()) return map.points[x].warnings[k];
  if (!(tests_in_vain(map, x, k) > kMany * std::max(tests_in_vain(map, 0, k), 1.0))) return {};
  return say("more than 4 box tests in vain per sprite, and 4 times as many as with {}.",
             place_on_line(map.plan, 0));
}

constexpr std::array<const char*, 3> kOfTitles{"Median time", "Box tests",
                                               "Groups, cells or nodes"};

}  // namespace

std::vector<Sentence> scaling_weaknesses(const ScalingMap& map) {
  std::vector<Sentence> all;
  if (!map.plan.is_line()) return all;
  for (std::size_t k = 0; k < map.plan.contestants.size(); ++k) {
    Sentence why, from;
    for (std::size_t x = map.points.size(); x-- > 0;) {
      if (!map.points[x].is_known) continue;
      if (map.points[x].warnings[k].empty() && std::isnan(tests_in_vain(map, x, k))) continue;
      const Sentence here = weakness_at(map, x, k);
      if (here.empty()) break;
      why = here;
      from = place_on_line(map.plan, x);
    }
    if (!why.empty()) all.push_back(say("{} from {} on: {}", map.plan.title(k), from, why));
  }
  return all;
}

Plot scaling_plot(const ScalingMap& map, ScalingOf of) {
  const bool is_count = map.plan.is_count_alone();
  const char* const what = kOfTitles[static_cast<std::size_t>(of)];
  const Sentence title =
      is_count ? say("{} against the number of sprites", what) : say("{} against clumping", what);
  Plot plot{.title = map.scene.empty() ? title : say("{}: {}", title, map.scene),
            .x_label = is_count ? "sprites" : "clumping",
            .y_label = of == ScalingOf::time    ? "ms"
                       : of == ScalingOf::tests ? "box tests"
                                                : "groups",
            .log_x = is_count,
            .log_y = true};
  for (std::size_t k = 0; k < map.plan.contestants.size(); ++k) {
    const auto& all = map.plan.contestants;
    const auto earlier =
        std::count_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k),
                      [&](const Contestant& other) { return other.entry == all[k].entry; });
    PlotSeries series{.name = map.plan.title(k),
                      .is_dashed = !all[k].make()->is_exact(),
                      .look = look_of(*all[k].entry, static_cast<std::size_t>(earlier))};
    for (std::size_t x = 0; x < map.points.size(); ++x)
      if (const double y = value_of(map.points[x], k, of); y > 0)
        series.points.emplace_back(is_count ? map.plan.counts[x] : map.plan.ys[x], y);
    plot.series.push_back(std::move(series));
  }
  return plot;
}

OwnedWork<ScalingMap> ScalingPlan::work(Session clone, const WorkLimit*) const {
  return std::make_unique<Scaling>(std::move(clone), *this);
}

}  // namespace phasebox
