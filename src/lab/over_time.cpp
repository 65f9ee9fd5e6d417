// SPDX-License-Identifier: MIT
// A queue of boxes with swaps between frames; sums of steps.
#include "lab/over_time.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/registry.hpp"

namespace phasebox {

Status WorldLines::apply(const WatchWorldLines& watch, const Session& session) {
  const bool was_on = is_on_;
  if (!watch.on) *this = {};
  is_on_ = watch.on;
  if (!was_on) observe(session);  // a paused picture has its first frame too
  return {};
}

void WorldLines::observe(const Session& session) {
  if (!is_on_) return;
  const std::uint64_t population = session.population_changes();
  const bool is_other = std::exchange(population_, population) != population;
  const std::uint64_t step = session.steps();
  const auto boxes = session.frame().boxes;
  const bool is_kept =
      !frames_.empty() && step >= frames_.front().step && step <= frames_.back().step;
  const auto at = static_cast<std::size_t>(is_kept ? step - frames_.front().step : 0);
  // Going back counts as another population as well, but shows what was seen.
  if (is_kept && std::ranges::equal(frames_[at].boxes, boxes)) return;
  if (is_other || (!is_kept && !frames_.empty() && step != frames_.back().step + 1))
    frames_.clear();
  else if (is_kept)
    frames_.resize(at);  // what came after it is another future
  push(step, boxes);
}

// The memory of the oldest frame serves the newest.
void WorldLines::push(std::uint64_t step, std::span<const Aabb> boxes) {
  Kept kept;
  while (frames_.size() >= capacity(boxes.size())) {
    kept = std::move(frames_.front());
    frames_.pop_front();
  }
  kept.step = step;
  kept.boxes.assign(boxes.begin(), boxes.end());
  frames_.push_back(std::move(kept));
}

std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites) {
  const std::size_t all = selection.empty() ? sprites : selection.size();
  std::vector<SpriteId> shown(std::min(all, WorldLines::kMaxSprites));
  if (selection.empty())
    std::iota(shown.begin(), shown.end(), SpriteId{0});
  else
    std::copy_n(selection.begin(), shown.size(), shown.begin());
  std::erase_if(shown, [&](SpriteId id) { return id >= sprites; });
  return shown;
}

namespace {

std::uint32_t insertion_swaps(std::vector<std::size_t>& order, const std::vector<float>& place) {
  std::uint32_t swaps = 0;
  for (std::size_t k = 1; k < order.size(); ++k)
    for (std::size_t at = k; at > 0 && place[order[at]] < place[order[at - 1]]; --at, ++swaps)
      std::swap(order[at], order[at - 1]);
  return swaps;
}

// Below this a sum is rounding: an axis must not be filled with it.
constexpr double kNothing = 1e-6;

// "million density px² px/step": what an axis counts in, so that its numbers stay short.
void choose_unit(Plot& plot, const char* dimension) {
  double most = 0, size = 1;
  for (const PlotSeries& s : plot.series)
    for (const auto& point : s.points) most = std::max(most, std::abs(point.second));
  const char* unit = "";
  for (const char* larger : {"thousand ", "million ", "billion ", "trillion "})
    if (most >= 1000 * size) size *= 1000, unit = larger;
  plot.y_label = fmt::format("{}{}", unit, dimension);
  for (PlotSeries& s : plot.series)
    for (auto& point : s.points)
      point.second = std::abs(point.second) < kNothing ? 0 : point.second / size;
}

template <class Value>
PlotSeries line(std::string name, const std::deque<EnergySample>& samples, Value value) {
  PlotSeries series{std::move(name), {}};
  series.points.reserve(samples.size());
  for (const EnergySample& s : samples) {
    const auto ago = static_cast<double>(samples.back().step - s.step);
    series.points.emplace_back(-ago / kStepsPerSecond, value(s));
  }
  return series;
}

// Three digits: "1,230,000", "0.0457".
std::string signed_text(double v) {
  return std::abs(v) < kNothing ? "0" : tick_text(significant(v, 3));
}

// " (88 %)"; empty where there was nothing to begin with.
std::string part_of(double now, double before) {
  if (before < kNothing) return {};
  const double percent = 100 * now / before;
  if (percent > 0 && percent < 1) return " (less than 1 %)";
  return fmt::format(" ({:.0f} %)", percent);
}

}  // namespace

std::vector<std::uint32_t> crossings(const std::deque<WorldLines::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites) {
  std::vector<std::uint32_t> swaps;
  std::vector<std::size_t> order(2 * sprites.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<float> place;
  for (const WorldLines::Kept& frame : frames) {
    place.clear();  // begins at even places, ends at odd ones
    for (const SpriteId id : sprites)
      place.push_back(low(frame.boxes[id], axis)), place.push_back(high(frame.boxes[id], axis));
    const std::uint32_t made = insertion_swaps(order, place);
    swaps.push_back(swaps.empty() ? 0 : made);
  }
  return swaps;
}

void Energy::observe(const Session& session) {
  if (!is_on_) return;
  const ResponseOptions& response = session.response();
  if (!response.is_on() || session.show()) return forget();
  const Terms terms{session.population_changes(), session.options().width,
                    session.options().height,     response.density,
                    response.gravity_x,           response.gravity_y};
  if (!goes_on(session, terms)) forget();
  terms_ = terms;
  if (!samples_.empty() && samples_.back().step == session.steps()) return;
  if (samples_.size() == kMaxKept) {
    samples_.pop_front();
    has_dropped_ = true;
  }
  const ImpactCounts counts = session.impact_counts();
  samples_.push_back({session.steps(), session.mechanics(), counts.impacts, counts.rests});
}

double Energy::lowest() const {
  double low = samples_.empty() ? 0 : samples_.front().sums.potential;
  for (const EnergySample& s : samples_) low = std::min(low, s.sums.potential);
  return low;
}

double Energy::total(const EnergySample& sample) const {
  return sample.sums.kinetic + sample.sums.potential - lowest();
}

Plot Energy::energy_plot() const {
  Plot plot{
      .title = "Energy of all sprites that can move; potential energy counts from the lowest shown",
      .x_label = "s from now"};
  const double low = lowest();
  const auto kinetic = [](const EnergySample& s) { return s.sums.kinetic; };
  const auto potential = [low](const EnergySample& s) { return s.sums.potential - low; };
  const auto both = [low](const EnergySample& s) {
    return s.sums.kinetic + s.sums.potential - low;
  };
  plot.series.push_back(line("kinetic", samples_, kinetic));
  if (terms_.has_gravity()) {
    plot.series.push_back(line("potential", samples_, potential));
    plot.series.push_back(line("sum", samples_, both));
  }
  choose_unit(plot, "density px² (px/step)²");
  return plot;
}

Plot Energy::momentum_plot() const {
  const std::string arm = fmt::format("{:.0f} px", reach());
  Plot plot{.title =
                "Momentum of all sprites that can move; angular momentum about the field's middle, "
                "clockwise above 0, divided by " +
                arm,
            .x_label = "s from now"};
  plot.series.push_back(
      line("to the right", samples_, [](const EnergySample& s) { return s.sums.momentum.x; }));
  plot.series.push_back(
      line("down", samples_, [](const EnergySample& s) { return s.sums.momentum.y; }));
  plot.series.push_back(
      line("angular / " + arm, samples_, [this](const EnergySample& s) { return turning(s); }));
  choose_unit(plot, "density px² px/step");
  return plot;
}

std::string describe(const Energy& study, const Session& session) {
  if (session.show()) return "Recorded boxes have no mass: there is no energy to plot.";
  if (!session.response().is_on())
    return "Sprites pass through each other: none gives energy to another.";
  if (study.samples().empty()) return "Nothing seen yet.";
  const EnergySample &first = study.samples().front(), &last = study.samples().back();
  const double now = study.total(last), before = study.total(first);
  const double seconds = static_cast<double>(last.step - first.step) / kStepsPerSecond;
  const std::string when =
      study.has_beginning() ? signed_text(before) + " at the beginning"
                            : fmt::format("the {} of {:.0f} s ago", signed_text(before), seconds);
  return fmt::format("Energy {} of {}{}; {} in this step, {}.", signed_text(now), when,
                     part_of(now, before), counted(last.impacts, "impact"),
                     counted(last.rests, "resting impact"));
}

}  // namespace phasebox
