// SPDX-License-Identifier: MIT
// The statistics: what a frame counted, what each phase of a step cost, and the last two seconds of it.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "ui/format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

void counts(const Model& model, const Theme& colours) {
  const Counters& c = model.counters;
  const std::uint64_t n = c.sprites, pairs = n * (n - std::min<std::uint64_t>(n, 1)) / 2;
  number_line("sprites", thousands(n), colours);
  number_line("box tests", thousands(c.box_tests), colours);
  tooltip("Pairs of boxes that were compared.");
  number_line("of all pairs", share(c.box_tests, pairs), colours);
  tooltip(fmt::format("Brute force compares n (n - 1) / 2 = {} pairs.", thousands(pairs)));
  number_line("candidates", thousands(c.candidates), colours);
  tooltip("Pairs whose boxes overlap.");
  number_line("collisions", thousands(c.collisions), colours);
  tooltip("Candidates that the narrowphase confirmed.");
  number_line("pixel reads", thousands(c.pixel_reads), colours);
  number_line("groups", thousands(c.groups), colours);
  tooltip("Final groups, cells or nodes of the broadphase.");
  number_line("depth", thousands(c.depth), colours);
  tooltip("How often the deepest group was divided.");
  number_line("boundaries", thousands(c.boundaries), colours);
  tooltip("Open and close boundaries that were sorted.");
  if (const std::uint64_t lost = model.trace.broad.dropped(); lost > 0)
    text_wrapped(thousands(lost) + " events not kept: the picture is not complete",
                 colours[Role::warning]);
}

void times(const Model& model, const Theme& colours) {
  const PhaseSeries& p = model.phases;
  const auto line = [&](std::string_view name, const Series& series) {
    number_line(name, duration(series.median()), colours);
    tooltip("Median of the last 120 steps.");
  };
  line("move", p.move);
  line("broadphase", p.broad);
  line("sort", p.sort);
  line("narrowphase", p.narrow);
  line("response", p.respond);
  line("step in all", p.total);
}

// One column per step: broadphase below, the rest of the step above it.
void plot(const Model& model, Chrome& chrome, const Theme& colours) {
  const PhaseSeries& p = model.phases;
  const float width = ImGui::GetContentRegionAvail().x, height = 56 * chrome.scale;
  const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + width, min.y + height};
  ImGui::InvisibleButton("plot", {std::max(width, 1.0f), height});
  remember_rect(chrome, "plot");
  tooltip("Time of each of the last 120 steps: broadphase (filled), whole step (line).");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, packed(colours[Role::background]), 4);
  double top = 0.05;
  for (std::size_t i = 0; i < p.total.size(); ++i) top = std::max(top, p.total[i]);
  const auto at = [&](std::size_t i, double ms) {
    const float x = static_cast<float>(i) / static_cast<float>(Series::kLength - 1);
    return ImVec2{min.x + x * width, max.y - static_cast<float>(ms / top) * (height * 0.78f)};
  };
  for (std::size_t i = 1; i < p.total.size(); ++i) {
    list.AddRectFilled({at(i - 1, 0).x, at(i, p.broad[i]).y}, {at(i, 0).x, max.y},
                       packed(colours[Role::accent].with_alpha(0.5f)));
    list.AddLine(at(i - 1, p.total[i - 1]), at(i, p.total[i]), packed(colours[Role::text]),
                 chrome.scale);
  }
  const std::string label = "up to " + duration(top);
  list.AddText({min.x + 5 * chrome.scale, min.y + 1}, packed(colours[Role::text_dim]), label.c_str());
}

}  // namespace

void draw_statistics(const Model& model, Chrome& chrome) {
  const Theme& colours = theme(model.view.theme);
  counts(model, colours);
  if (!chrome.full_statistics) return;
  ImGui::Separator();
  times(model, colours);
  plot(model, chrome, colours);
  number_line("steps", rate(model.steps_per_second), colours);
  number_line("frames", rate(model.frames_per_second), colours);
}

}  // namespace phasebox
