// SPDX-License-Identifier: MIT
// The tool "Gaps": which gaps between boundaries exist at which contact threshold of RDC.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/param.hpp"
#include "lab/gaps/gap_births.hpp"
#include "plot/plot.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

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

}  // namespace

// clang-format off
extern const ToolRow gaps_tool{
    .action = {"gaps", "Gaps",
               "Plot at which contact threshold of RDC each gap between boxes exists; drag the line to set it.",
               Menu::tools, {shift(on_key('g'))}},
    .title = "Gaps", .height = 260, .draw = draw_gaps};
// clang-format on

}  // namespace phasebox
