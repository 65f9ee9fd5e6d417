// SPDX-License-Identifier: MIT
// The tool "Axis lab": how many interfering pairs and voids sort and sweep would meet along each
// direction, and at which contact thresholds of RDC how many gaps exist.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/number_format.hpp"
#include "collide/param.hpp"
#include "lab/gap_barcode.hpp"
#include "lab/rdc_effects.hpp"
#include "lab/sweep_directions.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

// Returns the angle of the line along which the broadphase swept in this frame, in degrees, 0 to
// 180; none if it does not sweep.
std::optional<double> swept_angle(const Gui& gui) {
  const auto direction = gui.model.traced.log.broad.swept();
  if (!direction) return {};
  const double degrees =
      std::atan2(static_cast<double>(direction->y), static_cast<double>(direction->x)) *
      (180 / static_cast<double>(kPi));
  return degrees < 0 ? degrees + 180 : degrees;
}

const SweepCount& count_near(const SweepDirections::Counts& counts, double degrees) {
  const auto k = static_cast<std::size_t>(std::lround(degrees / SweepDirections::kStep));
  return counts[k % SweepDirections::kAngles];
}

Sentence sweep_count_text(const SweepCount& c) {
  return say("{}, {}", counted(c.interfering, "interfering pair"), counted(c.voids, "void"));
}

void sweep_along(const Gui& gui, double degrees) {
  const Owner sweep = owner_named("sort-and-sweep");
  const Param& axis = *find_param(gui.session.settings().group(sweep).rows, "axis");
  const auto given = std::ranges::find(axis.choices, std::string_view("angle"));
  gui.ask(command::UseBroadphase{
      std::string(sweep.id()),
      {{"axis", static_cast<double>(given - axis.choices.begin())}, {"angle", degrees}},
      say("sort and sweep at {} degrees", degrees)});
}

// Returns the curve of one number over all directions, as shares of its greatest value, so that
// pairs and voids fit one plot. The curve's name says the greatest value.
PlotSeries share_of_most(const char* name, const SweepDirections::Counts& counts,
                         auto SweepCount::*number) {
  const std::uint64_t most = std::invoke(number, *std::ranges::max_element(counts, {}, number));
  PlotSeries series{say("{}, up to {}", name, grouped(most)), {}};
  for (std::size_t k = 0; k <= SweepDirections::kAngles; ++k)
    series.points.emplace_back(SweepDirections::kStep * static_cast<double>(k),
                               static_cast<double>(counts[k % SweepDirections::kAngles].*number) /
                                   static_cast<double>(std::max<std::uint64_t>(most, 1)));
  return series;
}

void draw_directions(const Gui& gui, const SweepDirections::Counts& counts) {
  const Plot plot{.x_label = "degrees: 0 along x, 90 along y",
                  .y_label = "share of the most",
                  .series = {share_of_most("interfering pairs", counts, &SweepCount::interfering),
                             share_of_most("voids", counts, &SweepCount::voids)}};
  if (const auto pointer =
          draw_plot_to_click(gui, plot, {.line = swept_angle(gui)}, "directions", plot_room(gui))) {
    // The study measures only every second degree, so the pointer snaps to the nearest of these.
    const double last = SweepDirections::kStep * (SweepDirections::kAngles - 1);
    const double degrees = std::clamp(
        std::round(pointer->x / SweepDirections::kStep) * SweepDirections::kStep, 0.0, last);
    tooltip(say("{}°: {}. A click lets sort and sweep run along this line.", degrees,
                sweep_count_text(count_near(counts, degrees))));
    if (pointer->is_clicked) sweep_along(gui, degrees);
  }
}

// Requests in each frame the next piece of the measurement of all angles. Above kMaxWatched sprites
// that takes long, so it begins only when the user presses the button.
void draw_directions_work(const Gui& gui, const SweepDirections& study) {
  if (study.done() > 0 || gui.session.world().size() <= SweepDirections::kMaxWatched) {
    gui.ask(MeasureDirections{});
    if (!study.counts() || gui.session.world().size() > SweepDirections::kMaxWatched)
      text(say("{} of {} angles", study.done(), SweepDirections::kAngles));
    return;
  }
  if (button(gui, "Measure this frame", "directions.measure",
             say("Above {} sprites the angles are measured only when you ask.",
                 grouped(SweepDirections::kMaxWatched))))
    gui.ask(MeasureDirections{.asked = true});
}

void draw_direction_page(const Gui& gui) {
  const SweepDirections& study = gui.lab.directions;
  draw_directions_work(gui, study);
  if (!study.counts()) return;
  const SweepDirections::Counts& counts = *study.counts();
  if (const auto now = swept_angle(gui))
    text_wrapped(gui, say("swept now at {:.0f}°; at the nearest even degree {}", *now,
                          sweep_count_text(count_near(counts, *now))));
  const double best = study.best();
  const Sentence title = say("Sweep at {}°", best);
  text_wrapped(gui, say("fewest at {}°: {}", best, sweep_count_text(count_near(counts, best))));
  beside(button_width(title));
  if (small_button(gui, title + Sentence::as_is("###best"), "directions.best",
                   say("Lets sort and sweep run along this line from now on; {} takes it back.",
                       key_or_menu(undo_action, gui.ui.keys))))
    sweep_along(gui, best);
  text_wrapped(gui,
               "Few interfering pairs and many voids make a good direction to sweep along; watch "
               "it turn when the sprites gather in rows.",
               Role::text_dim);
  draw_directions(gui, counts);
}

// With more boxes the gaps are not shown, because all boxes are sorted in every frame.
constexpr std::size_t kMaxGapBoxes = 20'000;
// With more boxes the effect of a threshold is not shown, because RDC runs several times per frame
// for it.
constexpr std::size_t kMaxTriedBoxes = 1'000;

// RDC's contact threshold, in px, as the session has it now, and a function to request another
// value.
struct Threshold {
  Owner owner = owner_named("rdc");
  const Param* row;
  double value;
  // RDC's tie order cuts between boxes that only touch: gaps of width 0 count too.
  bool parts_touching;

  explicit Threshold(const Session& session) {
    const ParamGroup group = session.settings().group(owner);
    row = find_param(group.rows, "contact-threshold");
    value = row->get(group.object);
    parts_touching = find_param(group.rows, "tie-order")->get(group.object) == 0;
  }
  void request(const Gui& gui, double wanted) const {
    wanted = std::clamp(wanted, row->lo, row->hi);
    if (wanted != value) gui.ask(command::SetParam{owner, std::string(row->key), wanted});
  }
};

// Says how many gaps exist on each axis at the contact threshold `t` px: "5 gaps along x, 1 along
// y".
Sentence gap_counts(const GapBarcode& barcode, const Threshold& threshold, double t) {
  const auto at = [&](Axis axis) { return gaps_at(barcode.of(axis), t, threshold.parts_touching); };
  return say("{} along x, {} along y", counted(at(Axis::x), "gap"), grouped(at(Axis::y)));
}

Sentence px_text(double t) { return say("{:g} px", std::round(t * 100) / 100 + 0.0); }

// Returns how far the plot's x axis reaches to both sides of 0, in px: to the smallest round limit
// that shows the threshold in use and every threshold within the parameter's bounds from which a
// gap exists; to the upper bound if 50 px are too few. Round limits keep the scale still while
// sprites move.
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

// Returns the step curve of one axis: the number of gaps that exist at each threshold from -span to
// span px.
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

// Says what RDC would count in this frame with a contact threshold of so many px, with a blank
// before it: " 23 groups, 28 tests, 0 allowed misses." Empty for more than kMaxTriedBoxes sprites.
Sentence effect_text(const Gui& gui, double threshold) {
  if (gui.session.world().size() > kMaxTriedBoxes) return "";
  const ThresholdEffect e = threshold_effects(gui.session)(threshold);
  return say(
      " {}, {}, {}.", counted(e.groups, "group"), counted(e.tests, "test"),
      Sentence(e.misses == 1 ? "{} allowed miss" : "{} allowed misses", {grouped(e.misses)}));
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
    // While the button is held, the threshold follows the pointer in steps of 0.1 px, or of 0.01 px
    // with Shift.
    const double steps = ImGui::GetIO().KeyShift ? 100 : 10;
    if (pointer->is_held) return threshold.request(gui, std::round(pointer->x * steps) / steps);
    tooltip(say("{}: {}.{} Drag to set the contact threshold, with Shift to 0.01 px.",
                px_text(pointer->x), gap_counts(barcode, threshold, pointer->x),
                effect_text(gui, std::round(pointer->x * steps) / steps)));
  }
}

// The better threshold that was found last, in px. In place of an event log's number it has that of
// the quarter of a second in which the search ran.
struct BetterThreshold : OncePerTrace<std::optional<double>> {};

// Shows a threshold that is better than the current one, with its effect and a button that sets it,
// or says that there is none. The search takes many runs of RDC, so it is repeated four times a
// second and not in every frame. Draws nothing above kMaxTriedBoxes sprites.
void suggest(const Gui& gui, const GapBarcode& barcode, const Threshold& threshold) {
  if (gui.session.world().size() > kMaxTriedBoxes) return;
  const auto quarter = static_cast<std::uint64_t>(4 * gui.model.clock.now);  // of a second
  const auto search = [&] { return better_threshold(gui.session, barcode); };
  const std::optional<double>& better = gui.ui.own<BetterThreshold>().get(quarter, search);
  if (!better)
    return text_wrapped(gui, "No threshold near 0 saves tests without missing overlaps.",
                        Role::text_dim);
  text_wrapped(gui, say("Better at {}:{}", px_text(*better), effect_text(gui, *better)));
  const Sentence title = say("Set {}", px_text(*better));
  beside(button_width(title));
  if (small_button(gui, title + Sentence::as_is("###gaps-set"), "gaps.set",
                   "The fewest tests near 0 without a miss. Sprites may move a little, the gaps "
                   "stay."))
    threshold.request(gui, *better);
}

void draw_gaps(const Gui& gui) {
  const auto boxes = gui.session.frame().boxes;
  if (boxes.size() < 2 || boxes.size() > kMaxGapBoxes)
    return text_wrapped(gui, say("Gaps are shown of 2 to {} sprites.", grouped(kMaxGapBoxes)),
                        Role::text_dim);
  const GapBarcode barcode = gap_barcode(boxes);
  const Threshold threshold(gui.session);
  const bool is_used = gui.session.settings().shown_broadphase().id == "rdc";
  text_wrapped(gui, say("Contact threshold {}: {} between all {} boxes.{}{}",
                        px_text(threshold.value), gap_counts(barcode, threshold, threshold.value),
                        grouped(boxes.size()), effect_text(gui, threshold.value),
                        is_used ? "" : " RDC, which uses it, does not run now."));
  tooltip("Above 0 RDC also cuts between sprites that overlap by less, and misses such pairs.");
  suggest(gui, barcode, threshold);
  draw_barcode(gui, barcode, threshold);
}

constexpr std::array kAxisPages{
    PageTitle{"directions", "What a sweep would meet along every second degree."},
    PageTitle{"gaps", "At which contact threshold of RDC each gap between boxes exists."}};

void draw_axis_lab(const Gui& gui) {
  choose_page(gui, "axis-lab", kAxisPages) == 0 ? draw_direction_page(gui) : draw_gaps(gui);
}

void end_axis_lab(ApplicationModel& model) {
  if (model.lab.directions.counts() || model.lab.directions.done() > 0)
    model.study(ForgetDirections{});
}

}  // namespace

// clang-format off
extern const ToolRow axis_lab_tool{
    .action = {"axis-lab", "Axis lab",
               "Which direction a sweep should take, and at which contact threshold RDC finds each gap.",
               Menu::tools, {shift(on_key('g'))}},
    .title = "Axis lab", .draw = draw_axis_lab, .unseen = end_axis_lab,
    .after = rules_tool.action};
// clang-format on

}  // namespace phasebox::ui
