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
#include "base/rotation.hpp"
#include "collide/param.hpp"
#include "plot/scale.hpp"
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

// The rose: degrees run as in the field, from 0 on the right to 90 at the bottom.
struct Rose {
  Vec2 center;
  float radius;

  Vec2 at(double degrees, double part) const {
    const Rotation r = rotation(static_cast<float>(degrees) * (kPi / 180));
    return center + Vec2{r.c, r.s} * (radius * static_cast<float>(part));
  }
};

void add_rose_line(ImDrawList& list, Vec2 a, Vec2 b, Color color, float width) {
  list.AddLine(to_imgui(a), to_imgui(b), packed(color), width);
}

void draw_dial(ImDrawList& list, const Rose& rose, const Theme& colors, float scale) {
  for (const float part : {0.5f, 1.0f})
    list.AddCircle(to_imgui(rose.center), rose.radius * part, packed(colors[Role::panel_border]), 0,
                   scale);
  for (int degrees = 0; degrees < 180; degrees += 45) {
    add_rose_line(list, rose.at(degrees, 1), rose.at(degrees + 180, 1), colors[Role::panel_border],
                  scale);
    const std::string name = fmt::format("{}°", degrees);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const Vec2 middle =
        rose.at(degrees, 1) + (rose.at(degrees, 1) - rose.center) * (size.x * 0.8f / rose.radius);
    list.AddText({middle.x - size.x / 2, middle.y - size.y / 2}, packed(colors[Role::text_dim]),
                 name.c_str());
  }
}

// Each number as part of the greatest, in both directions of its line.
template <class Number>
void draw_rose(ImDrawList& list, const Rose& rose, const VoidCompass::Counts& counts, Number number,
               Color color, float width) {
  std::uint64_t most = 1;
  for (const SweepCount& c : counts) most = std::max(most, number(c));
  const auto corner = [&](std::size_t k) {
    const double part =
        static_cast<double>(number(counts[k % VoidCompass::kAngles])) / static_cast<double>(most);
    return rose.at(VoidCompass::kStep * static_cast<double>(k), part);
  };
  for (std::size_t k = 0; k < 2 * VoidCompass::kAngles; ++k)
    add_rose_line(list, corner(k), corner(k + 1), color, width);
}

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

// A click anywhere on the dial sets the angle of the line through that point.
void take_rose_click(const Rose& rose, const VoidCompass::Counts& counts, const Session& session,
                     Requests& out) {
  if (!ImGui::IsItemHovered()) return;
  const Vec2 arm = from_imgui(ImGui::GetMousePos()) - rose.center;
  if (length(arm) < 1) return;
  const double raw = std::atan2(static_cast<double>(arm.y), static_cast<double>(arm.x)) *
                     (180 / static_cast<double>(kPi));
  const double steps = std::round((raw < 0 ? raw + 180 : raw) / VoidCompass::kStep);
  const double degrees = steps >= VoidCompass::kAngles ? 0 : steps * VoidCompass::kStep;
  tooltip(fmt::format("{}°: {}. A click lets sort and sweep run along this line.", degrees,
                      sweep_count_text(count_near(counts, degrees))));
  if (ImGui::IsItemClicked()) sweep_along(degrees, session, out);
}

void draw_rose_plot(const Model& model, const VoidCompass::Counts& counts, UiState& ui,
                    Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = std::max(ImGui::GetContentRegionAvail().y, 120 * ui.scale);
  const Rose rose{{at.x + side / 2, at.y + side / 2}, side / 2 - 28 * ui.scale};
  ImGui::InvisibleButton("##rose", {side, side});
  remember_rect(ui, "compass.rose");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_dial(list, rose, colors, ui.scale);
  draw_rose(list, rose, counts, voids_of, colors[Role::close_boundary], 1.5f * ui.scale);
  draw_rose(list, rose, counts, interfering_of, colors[Role::sweep], 2 * ui.scale);
  if (const auto now = swept_angle(model))
    add_rose_line(list, rose.at(*now, 1), rose.at(*now + 180, 1), colors[Role::accent],
                  2 * ui.scale);
  take_rose_click(rose, counts, model.session, out);
}

// The color beside the words, not in them: as letters it would be too faint in some themes.
void line_of(Color color, const std::string& words) {
  const float em = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + em / 2;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, middle - em / 8}, {at.x + em, middle + em / 8},
                                            packed(color));
  ImGui::Dummy({em, em});
  ImGui::SameLine();
  text(words);
}

void draw_compass_numbers(const Model& model, const VoidCompass& compass, UiState& ui,
                          Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const VoidCompass::Counts& counts = *compass.counts();
  const auto most = [&](auto number) {
    std::uint64_t found = 0;
    for (const SweepCount& c : counts) found = std::max(found, number(c));
    return grouped(found);
  };
  line_of(colors[Role::sweep], fmt::format("interfering pairs, up to {}", most(interfering_of)));
  line_of(colors[Role::close_boundary], fmt::format("voids, up to {}", most(voids_of)));
  if (const auto now = swept_angle(model))
    line_of(colors[Role::accent], fmt::format("swept now at {:.0f}°; at the nearest even degree {}",
                                              *now, sweep_count_text(count_near(counts, *now))));
  const double best = compass.best();
  text(fmt::format("fewest at {}°: {}", best, sweep_count_text(count_near(counts, best))));
  if (ImGui::Button(tr_label(fmt::format("Sweep at {}°###best", best).c_str())))
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
  draw_rose_plot(model, *compass.counts(), ui, out);
  ImGui::SameLine();
  ImGui::BeginGroup();
  draw_compass_numbers(model, compass, ui, out);
  ImGui::EndGroup();
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

class BarcodePainter {
 public:
  BarcodePainter(const GapBarcode& barcode, const Aabb& area, double span, const Theme& colors,
                 float unit)
      : barcode_(barcode),
        area_(area),
        span_(span),
        colors_(colors),
        unit_(unit),
        list_(*ImGui::GetWindowDrawList()) {}

  double threshold_at(float x) const {
    const double part = static_cast<double>((x - area_.min.x) / extent(area_).x);
    return std::clamp(2 * part - 1, -1.0, 1.0) * span_;
  }

  void draw(const Threshold& threshold, const std::optional<GapPlateau>& plateau) const {
    const double t = threshold.value;
    fill(area_, colors_[Role::background]);
    if (plateau)
      fill({{at(plateau->from), area_.min.y}, {at(plateau->to), area_.max.y}},
           colors_[Role::final_group].with_alpha(0.22f));
    draw_ticks();
    const float middle = center(area_).y, gap = 2 * unit_;
    draw_bars(Axis::x, {area_.min, {area_.max.x, middle - gap}}, threshold);
    draw_bars(Axis::y, {{area_.min.x, middle + gap}, area_.max}, threshold);
    const float x = at(t), grip = 5 * unit_;
    fill({{x - unit_, area_.min.y}, {x + unit_, area_.max.y}}, colors_[Role::text]);
    fill({{x - grip, area_.min.y}, {x + grip, area_.min.y + 2 * grip}}, colors_[Role::text]);
  }

 private:
  float at(double t) const {
    const double part = (std::clamp(t, -span_, span_) / span_ + 1) / 2;
    return area_.min.x + static_cast<float>(part) * extent(area_).x;
  }
  void fill(const Aabb& box, Color color) const {
    list_.AddRectFilled(to_imgui(box.min), to_imgui(box.max), packed(color));
  }
  void write(Vec2 place, const std::string& words) const {
    list_.AddText(to_imgui(place), packed(colors_[Role::text_dim]), tr(words.c_str()));
  }

  void draw_ticks() const {
    Scale scale(false, 0, 1);
    scale.cover(-span_), scale.cover(span_), scale.round();
    for (const double tick : scale.ticks()) {
      const float x = at(tick);
      fill({{x, area_.min.y}, {x + 1, area_.max.y}}, colors_[Role::grid]);
      const std::string words = tick_text(tick);
      write({x - text_width(words) / 2, area_.max.y + 2 * unit_}, words);
    }
  }

  // One bar per gap, from its birth on, the first to exist at the top; of more than there is room
  // for, one in each line.
  void draw_bars(Axis axis, const Aabb& band, const Threshold& threshold) const {
    const std::vector<double>& births = barcode_.of(axis);
    const std::size_t now = gaps_at(births, threshold.value, threshold.parts_touching);
    const float high = extent(band).y, most = std::max(1.0f, std::floor(high / (2 * unit_)));
    const auto lines = std::min(births.size(), static_cast<std::size_t>(most));
    const float line =
        std::min(high / static_cast<float>(std::max<std::size_t>(lines, 1)), 10 * unit_);
    for (std::size_t k = 0; k < lines; ++k) {
      const std::size_t number = k * births.size() / lines;
      const double birth = births[number];
      const bool exists = number < now;
      const float top = band.min.y + static_cast<float>(k) * line;
      const Color color = colors_[exists ? Role::accent : Role::text_dim];
      if (birth < span_)
        fill({{at(birth), top}, {band.max.x, top + line - unit_ / 2}},
             color.with_alpha(exists ? 0.9f : 0.35f));
    }
    write({area_.min.x - 16 * unit_, band.min.y}, axis == Axis::x ? "x" : "y");
  }

  const GapBarcode& barcode_;
  Aabb area_;
  double span_;
  const Theme& colors_;
  float unit_;
  ImDrawList& list_;
};

// By pressing anywhere and dragging: to 0.1 px, with Shift to 0.01 px.
void drag_line(const BarcodePainter& painter, const GapBarcode& barcode, const Threshold& threshold,
               Requests& out) {
  const double pointed = painter.threshold_at(ImGui::GetIO().MousePos.x);
  const double steps = ImGui::GetIO().KeyShift ? 100 : 10;
  if (ImGui::IsItemActive()) return threshold.request(std::round(pointed * steps) / steps, out);
  if (ImGui::IsItemHovered())
    tooltip(fmt::format("{}: {}. Drag to set the contact threshold, with Shift to 0.01 px.",
                        px_text(pointed), gap_counts(barcode, threshold, pointed)));
}

void draw_barcode(const GapBarcode& barcode, const Threshold& threshold,
                  const std::optional<GapPlateau>& plateau, const Theme& colors, UiState& ui,
                  Requests& out) {
  const float unit = ui.scale, left = 20 * unit, below = ImGui::GetTextLineHeight() + 4 * unit;
  const Vec2 corner = from_imgui(ImGui::GetCursorScreenPos());
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const Vec2 size{std::max(room.x - left - 16 * unit, 60 * unit),
                  std::max(room.y - below - 4 * unit, 60 * unit)};
  const Aabb area = translated({{0, 0}, size}, corner + Vec2{left, 0});
  const BarcodePainter painter(barcode, area, span_of(barcode, threshold), colors, unit);
  painter.draw(threshold, plateau);
  ImGui::SetCursorScreenPos(to_imgui(area.min));
  ImGui::InvisibleButton("##gaps", to_imgui(size));
  remember_rect(ui, "gaps.plot");
  drag_line(painter, barcode, threshold, out);
  offer_export("gaps", area, gap_csv(barcode), ui, out);
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
