// SPDX-License-Identifier: MIT
// The tool "Axis lab": sweep tests by direction, set by a click; gaps by RDC's contact threshold.
#include "lab/axis_lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/param.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

// The degrees of the swept line, where one is swept.
std::optional<double> swept_angle(const Gui& gui) {
  const auto direction = gui.model.trace.broad.swept();
  if (!direction) return {};
  const double degrees =
      std::atan2(static_cast<double>(direction->y), static_cast<double>(direction->x)) *
      (180 / static_cast<double>(kPi));
  return degrees < 0 ? degrees + 180 : degrees;
}

const SweepCount& count_near(const VoidCompass::Counts& counts, double degrees) {
  const auto k = static_cast<std::size_t>(std::lround(degrees / VoidCompass::kStep));
  return counts[k % VoidCompass::kAngles];
}

std::string sweep_count_text(const SweepCount& c) {
  return fmt::format("{}, {}", counted(c.interfering, "interfering pair"),
                     counted(c.voids, "void"));
}

void sweep_along(const Gui& gui, double degrees) {
  const Owner sweep = owner_named("sort-and-sweep");
  const Param& axis = *find_param(gui.session.group(sweep).rows, "axis");
  const auto given = std::ranges::find(axis.choices, std::string_view("angle"));
  gui.out.emplace_back(command::UseBroadphase{
      std::string(sweep.id()),
      {{"axis", static_cast<double>(given - axis.choices.begin())}, {"angle", degrees}},
      fmt::format("sort and sweep at {} degrees", degrees)});
}

// Each number as part of the greatest.
PlotSeries share_of_most(const char* name, const VoidCompass::Counts& counts,
                         auto SweepCount::*number) {
  const std::uint64_t most = std::invoke(number, *std::ranges::max_element(counts, {}, number));
  PlotSeries series{fmt::format("{}, up to {}", name, grouped(most)), {}};
  for (std::size_t k = 0; k <= VoidCompass::kAngles; ++k)
    series.points.emplace_back(VoidCompass::kStep * static_cast<double>(k),
                               static_cast<double>(counts[k % VoidCompass::kAngles].*number) /
                                   static_cast<double>(std::max<std::uint64_t>(most, 1)));
  return series;
}

void draw_directions(const Gui& gui, const VoidCompass::Counts& counts) {
  const Plot plot{.x_label = "degrees: 0 along x, 90 along y",
                  .y_label = "share of the most",
                  .series = {share_of_most("interfering pairs", counts, &SweepCount::interfering),
                             share_of_most("voids", counts, &SweepCount::voids)}};
  if (const auto pointer =
          draw_plot_to_click(gui, plot, {.line = swept_angle(gui)}, "directions", plot_room(gui))) {
    // A click sets the angle of the line.
    const double last = VoidCompass::kStep * (VoidCompass::kAngles - 1);
    const double degrees =
        std::clamp(std::round(pointer->x / VoidCompass::kStep) * VoidCompass::kStep, 0.0, last);
    tooltip(fmt::format("{}°: {}. A click lets sort and sweep run along this line.", degrees,
                        sweep_count_text(count_near(counts, degrees))));
    if (pointer->is_clicked) sweep_along(gui, degrees);
  }
}

// Where there are very many sprites, a round begins only when it is asked for.
void draw_compass_work(const Gui& gui, const VoidCompass& compass) {
  if (compass.done() > 0 || gui.session.world().size() <= VoidCompass::kMaxWatched) {
    gui.out.emplace_back(TurnCompass{});
    if (!compass.counts() || gui.session.world().size() > VoidCompass::kMaxWatched)
      text(fmt::format("{} of {} angles", compass.done(), VoidCompass::kAngles));
    return;
  }
  if (button(gui, "Measure this frame", "compass.measure",
             fmt::format("Above {} sprites the compass is measured only when you ask.",
                         grouped(VoidCompass::kMaxWatched))))
    gui.out.emplace_back(TurnCompass{.asked = true});
}

void draw_compass(const Gui& gui) {
  const VoidCompass& compass = gui.lab.compass;
  draw_compass_work(gui, compass);
  if (!compass.counts()) return;
  const VoidCompass::Counts& counts = *compass.counts();
  if (const auto now = swept_angle(gui))
    text_wrapped(gui, fmt::format("swept now at {:.0f}°; at the nearest even degree {}", *now,
                                  sweep_count_text(count_near(counts, *now))));
  const double best = compass.best();
  const std::string title = fmt::format("Sweep at {}°", best);
  text_wrapped(gui,
               fmt::format("fewest at {}°: {}", best, sweep_count_text(count_near(counts, best))));
  beside(button_width(title));
  if (small_button(
          gui, title + "###best", "compass.best",
          fmt::format("Lets sort and sweep run along this line from now on; {} takes it back.",
                      key_or_menu(undo_action, gui.ui.keys))))
    sweep_along(gui, best);
  text_wrapped(gui,
               "Few interfering pairs and many voids make a good direction to sweep along; watch "
               "it turn when the sprites gather in rows.",
               Role::text_dim);
  draw_directions(gui, counts);
}

constexpr std::size_t kMaxGapBoxes = 20'000;   // they are sorted for every picture
constexpr std::size_t kMaxTriedBoxes = 1'000;  // RDC runs on them several times for every picture

// The parameter that the line sets.
struct Threshold {
  Owner owner = owner_named("rdc");
  const Param* row;
  double value;
  bool parts_touching;  // boxes that only touch are in different groups

  explicit Threshold(const Session& session) {
    const ParamGroup group = session.group(owner);
    row = find_param(group.rows, "contact-threshold");
    value = row->get(group.object);
    parts_touching = find_param(group.rows, "tie-order")->get(group.object) == 0;
  }
  void request(double wanted, Requests& out) const {
    wanted = std::clamp(wanted, row->lo, row->hi);
    if (wanted != value) out.emplace_back(command::SetParam{owner, std::string(row->key), wanted});
  }
};

// "5 gaps along x, 1 along y".
std::string gap_counts(const GapBarcode& barcode, const Threshold& threshold, double t) {
  const auto at = [&](Axis axis) { return gaps_at(barcode.of(axis), t, threshold.parts_touching); };
  return fmt::format("{} along x, {} along y", counted(at(Axis::x), "gap"), grouped(at(Axis::y)));
}

std::string px_text(double t) { return fmt::format("{:g} px", std::round(t * 100) / 100 + 0.0); }

// A round limit, the same below and above 0, so that the scale stays while sprites move.
double span_of(const GapBarcode& barcode, const Threshold& threshold) {
  double most = std::abs(threshold.value);
  for (const auto& births : barcode.births)
    for (const double birth : births)
      if (birth >= threshold.row->lo && birth <= threshold.row->hi)
        most = std::max(most, std::abs(birth));
  for (const double limit : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0})
    if (most <= limit) return limit;
  return threshold.row->hi;
}

// How many gaps of an axis exist at each threshold: a step for each of them.
PlotSeries gap_series(const GapBarcode& barcode, Axis axis, double span) {
  PlotSeries series{axis == Axis::x ? "along x" : "along y", {{-span, 0}}};
  double exist = 0;
  for (const double birth : barcode.of(axis)) {
    if (birth > span) break;
    if (birth >= -span) series.points.emplace_back(birth, exist);
    ++exist;
    series.points.emplace_back(std::max(birth, -span), exist);
  }
  series.points.emplace_back(span, exist);
  return series;
}

// " 23 groups, 28 tests, 0 allowed misses."
std::string effect_text(const Gui& gui, double threshold) {
  if (gui.session.world().size() > kMaxTriedBoxes) return "";
  const ThresholdEffect e = threshold_effects(gui.session)(threshold);
  return fmt::format(" {}, {}, {}.", counted(e.groups, "group"), counted(e.tests, "test"),
                     e.misses == 1 ? "1 allowed miss" : grouped(e.misses) + " allowed misses");
}

void draw_barcode(const Gui& gui, const GapBarcode& barcode, const Threshold& threshold) {
  const double span = span_of(barcode, threshold);
  const Plot plot{
      .x_label = "contact threshold, px",
      .y_label = "gaps",
      .series = {gap_series(barcode, Axis::x, span), gap_series(barcode, Axis::y, span)}};
  const PlotMarks marks{.line = threshold.value};
  const auto csv = [&] { return gap_csv(barcode); };
  if (const auto pointer = draw_plot_to_click(gui, plot, marks, "gaps", plot_room(gui), csv)) {
    // By pressing anywhere and dragging: to 0.1 px, with Shift to 0.01 px.
    const double steps = ImGui::GetIO().KeyShift ? 100 : 10;
    if (pointer->is_held) return threshold.request(std::round(pointer->x * steps) / steps, gui.out);
    tooltip(fmt::format("{}: {}.{} Drag to set the contact threshold, with Shift to 0.01 px.",
                        px_text(pointer->x), gap_counts(barcode, threshold, pointer->x),
                        effect_text(gui, std::round(pointer->x * steps) / steps)));
  }
}

// A value that is no worse, with what comes of it before it is set.
void suggest(const Gui& gui, const GapBarcode& barcode, const Threshold& threshold) {
  if (gui.session.world().size() > kMaxTriedBoxes) return;
  const auto quarter = static_cast<std::uint64_t>(4 * gui.model.now);  // of a second
  const std::optional<double>& better =
      gui.ui.better_threshold.get(quarter, [&] { return better_threshold(gui.session, barcode); });
  if (!better)
    return text_wrapped(gui, "No threshold near 0 saves tests without missing overlaps.",
                        Role::text_dim);
  text_wrapped(gui, fmt::format("Better at {}:{}", px_text(*better), effect_text(gui, *better)));
  const std::string title = fmt::format("Set {}", px_text(*better));
  beside(button_width(title));
  if (small_button(gui, title + "###gaps-set", "gaps.set",
                   "The fewest tests near 0 without a miss. Sprites may move a little, the gaps "
                   "stay."))
    threshold.request(*better, gui.out);
}

void draw_gaps(const Gui& gui) {
  const auto boxes = gui.session.frame().boxes;
  if (boxes.size() < 2 || boxes.size() > kMaxGapBoxes)
    return text_wrapped(gui,
                        fmt::format("Gaps are shown of 2 to {} sprites.", grouped(kMaxGapBoxes)),
                        Role::text_dim);
  const GapBarcode barcode = gap_barcode(boxes);
  const Threshold threshold(gui.session);
  const bool is_used = gui.session.shown_broadphase().id == "rdc";
  text_wrapped(
      gui, fmt::format("Contact threshold {}: {} between all {} boxes.{}{}",
                       px_text(threshold.value), gap_counts(barcode, threshold, threshold.value),
                       grouped(boxes.size()), effect_text(gui, threshold.value),
                       is_used ? "" : " RDC, which uses it, does not run now."));
  suggest(gui, barcode, threshold);
  draw_barcode(gui, barcode, threshold);
}

constexpr std::array kAxisPages{
    PageTitle{"directions", "What a sweep would meet along every second degree."},
    PageTitle{"gaps", "At which contact threshold of RDC each gap between boxes exists."}};

void draw_axis_lab(const Gui& gui) {
  choose_page(gui, "axis-lab", kAxisPages) == 0 ? draw_compass(gui) : draw_gaps(gui);
}

void end_axis_lab(ApplicationModel& model) {
  if (model.lab.compass.counts() || model.lab.compass.done() > 0) model.study(StopCompass{});
}

}  // namespace

// clang-format off
extern const ToolRow axis_lab_tool{
    .action = {"axis-lab", "Axis lab",
               "What a sweep meets along every direction, and at which contact threshold of RDC each gap exists.",
               Menu::tools, {shift(on_key('g'))}},
    .title = "Axis lab", .icon = "↔", .draw = draw_axis_lab, .unseen = end_axis_lab};
// clang-format on

}  // namespace phasebox::ui
