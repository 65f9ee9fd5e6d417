// SPDX-License-Identifier: MIT
// Takes a sample of energy and momentum after each step, and plots the samples in readable units.
#include "lab/energy.hpp"

#include <cmath>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// An energy or momentum of less than this is rounding error. It is shown as 0, so that no axis is
// scaled to it.
constexpr double kNothing = 1e-6;

// Divides the values of a plot by a power of 1000 so that its y axis has short numbers, and labels
// the axis with the unit: "million density px² px/step" for the `dimension` "density px² px/step".
void choose_unit(Plot& plot, const char* dimension) {
  double most = 0, size = 1;
  for (const PlotSeries& s : plot.series)
    for (const auto& point : s.points) most = std::max(most, std::abs(point.second));
  const char* unit = "{}";
  for (const char* larger : {"thousand {}", "million {}", "billion {}", "trillion {}"})
    if (most >= 1000 * size) {
      size *= 1000;
      unit = larger;
    }
  plot.y_label = {unit, {dimension}};
  for (PlotSeries& s : plot.series)
    for (auto& point : s.points)
      point.second = std::abs(point.second) < kNothing ? 0 : point.second / size;
}

/// A line of value(sample) against time, s before the last sample.
template <class Value>
PlotSeries line(Sentence name, const std::deque<EnergySample>& samples, Value value) {
  PlotSeries series{std::move(name), {}};
  series.points.reserve(samples.size());
  for (const EnergySample& s : samples) {
    const auto ago = static_cast<double>(samples.back().step - s.step);
    series.points.emplace_back(-ago / kStepsPerSecond, value(s));
  }
  return series;
}

// An energy with three significant digits: "1,230,000", "0.0457"; "0" for rounding error.
std::string signed_text(double v) {
  return std::abs(v) < kNothing ? "0" : tick_text(significant(v, 3));
}

// Appends `now` as a share of `before`: "... (88 %)"; nothing where `before` is 0.
Sentence with_share(const Sentence& text, double now, double before) {
  if (before < kNothing) return text;
  const double percent = 100 * now / before;
  if (percent > 0 && percent < 1) return say("{} (less than 1 %)", text);
  return say("{} ({:.0f} %)", text, percent);
}

}  // namespace

void Energy::observe(const Session& session) {
  if (!is_on_) return;
  const ResponseOptions& response = session.settings().response;
  if (!response.is_on() || session.playback()) return forget();
  const Terms terms{session.population_changes().count,
                    session.settings().world.width,
                    session.settings().world.height,
                    response.density,
                    response.gravity_x,
                    response.gravity_y};
  if (!goes_on(session, terms)) forget();
  terms_ = terms;
  if (!samples_.empty() && samples_.back().step == session.steps()) return;
  if (samples_.size() == kMaxKept) {
    samples_.pop_front();
    has_dropped_ = true;
  }
  const ImpactCounts counts = session.impact_log().counts;
  samples_.push_back({session.steps(), mechanics(session.world(), session.images(), response),
                      counts.impacts, counts.rests});
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
  const Sentence arm = say("{:.0f} px", reach());
  Plot plot{
      .title = say("Momentum of all sprites that can move; angular momentum about the field's "
                   "middle, clockwise above 0, divided by {}",
                   arm),
      .x_label = "s from now"};
  plot.series.push_back(
      line("to the right", samples_, [](const EnergySample& s) { return s.sums.momentum.x; }));
  plot.series.push_back(
      line("down", samples_, [](const EnergySample& s) { return s.sums.momentum.y; }));
  plot.series.push_back(line(say("angular / {}", arm), samples_,
                             [this](const EnergySample& s) { return turning(s); }));
  choose_unit(plot, "density px² px/step");
  return plot;
}

Sentence describe(const Energy& study, const Session& session) {
  if (session.playback()) return "Recorded boxes have no mass: there is no energy to plot.";
  if (!session.settings().response.is_on())
    return "Sprites pass through each other: none gives energy to another.";
  if (study.samples().empty()) return "Nothing seen yet.";
  const EnergySample &first = study.samples().front(), &last = study.samples().back();
  const double now = study.total(last), before = study.total(first);
  const double seconds = static_cast<double>(last.step - first.step) / kStepsPerSecond;
  const std::string n = signed_text(now), b = signed_text(before);
  const Sentence energy = study.has_beginning()
                              ? say("Energy {} of {} at the beginning", n, b)
                              : say("Energy {} of the {} of {:.0f} s ago", n, b, seconds);
  return say("{}; {} in this step, {}.", with_share(energy, now, before),
             counted(last.impacts, "impact"), counted(last.rests, "resting impact"));
}

}  // namespace phasebox
