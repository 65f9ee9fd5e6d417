// SPDX-License-Identifier: MIT
// The tool "Axis lab": what a sweep would meet along every direction, and a click to turn it
// there; which gaps exist at which contact threshold of RDC.
#include "lab/axis_lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/param.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/application_model.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// The tool "Compass of void": what a sweep would meet along every direction, and a click to turn
// it there.

constexpr std::string_view kCompassHint =
    "Few interfering pairs and many voids make a good direction to sweep along; watch it turn when "
    "the sprites gather in rows.";

std::uint64_t interfering_of(const SweepCount& c) { return c.interfering; }
std::uint64_t voids_of(const SweepCount& c) { return c.voids; }

// The degrees of the swept line, where one is swept.
std::optional<double> swept_angle(const Model& model) {
  const auto direction = model.trace.broad.swept();
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

void sweep_along(double degrees, const Session& session, Requests& out) {
  const Owner sweep = owner_named("sort-and-sweep");
  const Param& axis = *find_param(session.group(sweep).rows, "axis");
  const auto given = std::ranges::find(axis.choices, std::string_view("angle"));
  out.emplace_back(command::UseBroadphase{
      std::string(sweep.id()),
      {{"axis", static_cast<double>(given - axis.choices.begin())}, {"angle", degrees}},
      fmt::format("sort and sweep at {} degrees", degrees)});
}

// Each number as part of the greatest.
template <class Number>
PlotSeries share_of_most(std::string_view name, const VoidCompass::Counts& counts, Number number) {
  std::uint64_t most = 0;
  for (const SweepCount& c : counts) most = std::max(most, number(c));
  PlotSeries series{fmt::format(fmt::runtime(name), grouped(most)), {}};
  for (std::size_t k = 0; k <= VoidCompass::kAngles; ++k)
    series.points.emplace_back(VoidCompass::kStep * static_cast<double>(k),
                               static_cast<double>(number(counts[k % VoidCompass::kAngles])) /
                                   static_cast<double>(std::max<std::uint64_t>(most, 1)));
  return series;
}

// A click sets the angle of the line.
void take_direction(const PlotPointer& pointer, const VoidCompass::Counts& counts,
                    const Session& session, Requests& out) {
  const double last = VoidCompass::kStep * (VoidCompass::kAngles - 1);
  const double degrees =
      std::clamp(std::round(pointer.x / VoidCompass::kStep) * VoidCompass::kStep, 0.0, last);
  tooltip(fmt::format("{}°: {}. A click lets sort and sweep run along this line.", degrees,
                      sweep_count_text(count_near(counts, degrees))));
  if (pointer.is_clicked) sweep_along(degrees, session, out);
}

void draw_directions(const Model& model, const VoidCompass::Counts& counts, UiState& ui,
                     Requests& out) {
  const Plot plot{.title = {},
                  .x_label = "degrees: 0 along x, 90 along y",
                  .y_label = "share of the most",
                  .series = {share_of_most("interfering pairs, up to {}", counts, interfering_of),
                             share_of_most("voids, up to {}", counts, voids_of)}};
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const Vec2 size{room.x, std::max(room.y - 16 * ui.scale, 120 * ui.scale)};
  if (const auto pointer =
          draw_plot_to_click(plot, {.span = {}, .line = swept_angle(model)}, "directions",
                             plot_csv(plot), size, theme(model.view.theme), ui, out))
    take_direction(*pointer, counts, model.session, out);
}

void draw_compass_numbers(const Model& model, const VoidCompass& compass, UiState& ui,
                          Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const VoidCompass::Counts& counts = *compass.counts();
  if (const auto now = swept_angle(model))
    text(fmt::format("swept now at {:.0f}°; at the nearest even degree {}", *now,
                     sweep_count_text(count_near(counts, *now))));
  const double best = compass.best();
  text(fmt::format("fewest at {}°: {}", best, sweep_count_text(count_near(counts, best))));
  ImGui::SameLine();
  if (ImGui::SmallButton(tr_label(fmt::format("Sweep at {}°###best", best).c_str())))
    sweep_along(best, model.session, out);
  remember_rect(ui, "compass.best");
  tooltip(fmt::format("Lets sort and sweep run along this line from now on; {} takes it back.",
                      key_or_menu(undo_action, ui.keys)));
  text_wrapped(kCompassHint, colors[Role::text_dim]);
}

// Where there are very many sprites, a round begins only when it is asked for.
void draw_compass_work(const Model& model, const VoidCompass& compass, UiState& ui, Requests& out) {
  if (compass.done() > 0 || model.session.world().size() <= VoidCompass::kMaxWatched) {
    out.emplace_back(TurnCompass{});
    if (!compass.counts() || model.session.world().size() > VoidCompass::kMaxWatched)
      text(fmt::format("{} of {} angles", compass.done(), VoidCompass::kAngles));
    return;
  }
  if (ImGui::Button(tr_label("Measure this frame"))) out.emplace_back(TurnCompass{.asked = true});
  remember_rect(ui, "compass.measure");
  tooltip(fmt::format("Above {} sprites the compass is measured only when you ask.",
                      grouped(VoidCompass::kMaxWatched)));
}

void draw_compass(const Model& model, UiState& ui, Requests& out) {
  const VoidCompass& compass = model.lab.compass;
  draw_compass_work(model, compass, ui, out);
  if (!compass.counts()) return;
  draw_compass_numbers(model, compass, ui, out);
  draw_directions(model, *compass.counts(), ui, out);
}

// The tool "Gaps": which gaps between boundaries exist at which contact threshold of RDC.

constexpr std::size_t kMaxGapBoxes = 20'000;  // they are sorted for every picture

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

// By pressing anywhere and dragging: to 0.1 px, with Shift to 0.01 px.
void drag_line(const PlotPointer& pointer, const GapBarcode& barcode, const Threshold& threshold,
               Requests& out) {
  const double steps = ImGui::GetIO().KeyShift ? 100 : 10;
  if (pointer.is_held) return threshold.request(std::round(pointer.x * steps) / steps, out);
  tooltip(fmt::format("{}: {}. Drag to set the contact threshold, with Shift to 0.01 px.",
                      px_text(pointer.x), gap_counts(barcode, threshold, pointer.x)));
}

void draw_barcode(const GapBarcode& barcode, const Threshold& threshold,
                  const std::optional<GapPlateau>& plateau, const Theme& colors, UiState& ui,
                  Requests& out) {
  const double span = span_of(barcode, threshold);
  const Plot plot{
      .title = {},
      .x_label = "contact threshold, px",
      .y_label = "gaps",
      .series = {gap_series(barcode, Axis::x, span), gap_series(barcode, Axis::y, span)}};
  PlotMarks marks{.span = {}, .line = threshold.value};
  if (plateau) marks.span = {plateau->from, plateau->to};
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const Vec2 size{room.x, std::max(room.y - 16 * ui.scale, 100 * ui.scale)};
  if (const auto pointer =
          draw_plot_to_click(plot, marks, "gaps", gap_csv(barcode), size, colors, ui, out))
    drag_line(*pointer, barcode, threshold, out);
}

void say_plateau(const GapPlateau& plateau, const Threshold& threshold, const Theme& colors,
                 UiState& ui, Requests& out) {
  const double wanted = plateau.threshold();
  text_wrapped(fmt::format("Widest stretch without a change (green): {} to {}.",
                           px_text(plateau.from), px_text(plateau.to)),
               colors[Role::text_dim]);
  ImGui::SameLine();
  if (ImGui::SmallButton(tr_label(fmt::format("Set {}###gaps-set", px_text(wanted)).c_str())))
    threshold.request(wanted, out);
  remember_rect(ui, "gaps.set");
  tooltip(wanted > 0 ? "A robust threshold: sprites may move a little, the gaps stay. Above 0 RDC "
                       "misses pairs that overlap by less."
                     : "A robust threshold: sprites may move a little, the gaps stay.");
}

void draw_gaps(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const auto boxes = model.session.frame().boxes;
  if (boxes.size() < 2 || boxes.size() > kMaxGapBoxes)
    return text_wrapped(fmt::format("Gaps are shown of 2 to {} sprites.", grouped(kMaxGapBoxes)),
                        colors[Role::text_dim]);
  const GapBarcode barcode = gap_barcode(boxes);
  const Threshold threshold(model.session);
  const bool is_used = model.session.shown_broadphase().id == "rdc";
  text_wrapped(
      fmt::format("Contact threshold {}: {} between all {} boxes.{}", px_text(threshold.value),
                  gap_counts(barcode, threshold, threshold.value), grouped(boxes.size()),
                  is_used ? "" : " RDC, which uses it, does not run now."),
      colors[Role::text]);
  const auto plateau = widest_plateau(barcode, threshold.row->lo, threshold.row->hi);
  if (plateau) say_plateau(*plateau, threshold, colors, ui, out);
  draw_barcode(barcode, threshold, plateau, colors, ui, out);
}

constexpr std::array kAxisPages{
    PageTitle{"directions", "What a sweep would meet along every second degree."},
    PageTitle{"gaps", "At which contact threshold of RDC each gap between boxes exists."}};

void draw_axis_lab(const Model& model, UiState& ui, Requests& out) {
  const std::size_t page = choose_page("axis-lab", kAxisPages, ui);
  ImGui::SameLine();
  overlay_box(Overlay::weakest_cut, "what holds a group", "axis-lab.weakest-cut", model, ui, out);
  page == 0 ? draw_compass(model, ui, out) : draw_gaps(model, ui, out);
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
    .title = "Axis lab", .height = 320, .draw = draw_axis_lab, .unseen = end_axis_lab};
// clang-format on

}  // namespace phasebox
