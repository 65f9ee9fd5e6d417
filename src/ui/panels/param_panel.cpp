// SPDX-License-Identifier: MIT
// Draws the widgets of parameters: check boxes, lists and number fields, as their rows describe
// them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

// A parameter with a larger upper bound, such as a seed, is dragged by 1 per px.
constexpr double kTypedOnly = 1e6;
// The scale is logarithmic if upper and lower bound have this ratio or a larger one, unless values
// can be negative or are angles. A lower bound below 1 (below 0.01 for reals) counts as 1 (0.01).
constexpr double kLogarithmic = 300;
// A linear scale is dragged from the lower to the upper bound in so many px.
constexpr double kDragLength = 250;
// On a logarithmic scale a px changes the value by this share of it, so that 35 px double it; but
// at least by half a fine step, so that the first px of a drag change even a small number.
constexpr double kShareOfDrag = 0.02;

// Returns how many digits after the decimal point the fine step of a parameter has. Shift+drag
// changes a real value by the fine step per px, the wheel with Shift by one per notch, and without
// Shift by ten.
int decimals_of(const Param& row) {
  if (row.kind == Param::Kind::integer) return 0;
  const double span = row.hi - row.lo;
  return span > 200 ? 1 : span > 4 ? 2 : 3;
}

double fine_step(const Param& row) { return std::pow(10.0, -decimals_of(row)); }

double wheel_step(const Param& row, bool is_fine) {
  return is_fine || row.kind == Param::Kind::integer ? fine_step(row) : 10 * fine_step(row);
}

// Returns the value that a drag of `px` makes of `value` on a logarithmic scale. The scale is
// linear below the value of which kShareOfDrag is half a fine step.
double dragged_by(double value, double px, double fine) {
  const double bend = fine / 2 / kShareOfDrag, length = 1 / kShareOfDrag;  // length in px
  const double at = value < bend ? value / bend - 1 : std::log(value / bend);
  const double to = at + px / length;
  return to < 0 ? bend * (1 + to) : bend * std::exp(to);
}

// The widget of a number, which is dragged, turned by the wheel, or typed in. Dragging and the
// wheel change the value at once, typing when Enter is pressed.
class NumberField {
 public:
  NumberField(const Gui& gui, const ParamGroup& group, const Param& row)
      : gui_(gui), owner_(group.owner), name_(full_name(group.owner, row.key)), row_(row) {}

  std::optional<double> edit(double value) {
    if (gui_.ui.focus_on == name_) {
      gui_.ui.focus_on.clear();
      begin_typing(gui_, name_, number_text(value));
      ImGui::SetScrollHereY();
    }
    if (std::optional<double> entered;
        type_number(gui_, name_, row_.kind, entered, row_.lo, row_.hi))
      return entered ? std::optional(clamped(*entered)) : std::nullopt;
    const bool dragged = draw(value);
    begin_typing_if_asked(gui_, name_, number_text(value));
    return turn(value) || dragged ? std::optional(clamped(value)) : std::nullopt;
  }

 private:
  double clamped(double v) const {
    if (row_.kind == Param::Kind::integer) v = std::round(v);
    return std::clamp(v, row_.lo, row_.hi);
  }

  // Changes the value by the wheel and returns whether it did. This needs Ctrl, or a box that has
  // the keyboard's focus since it was clicked; otherwise the wheel scrolls the panel.
  bool turn(double& value) {
    const bool is_meant = ImGui::IsItemFocused() || ImGui::GetIO().KeyCtrl;
    if (ImGui::IsItemActive() || !ImGui::IsItemHovered() || !is_meant) return false;
    const float notches = gui_.ui.value_wheel.under(ImGui::GetID("##v"));
    if (notches == 0) return false;
    const double fine = fine_step(row_);
    const double moved =
        value + static_cast<double>(notches) * wheel_step(row_, ImGui::GetIO().KeyShift);
    value = clamped(std::round(moved / fine) * fine);
    return true;
  }

  bool draw(double& value) {
    const bool whole = row_.kind == Param::Kind::integer;
    const double smallest = std::max(row_.lo, whole ? 1.0 : 0.01);
    const bool wide = row_.lo >= 0 && row_.hi / smallest >= kLogarithmic && row_.unit != "degrees";
    const bool fine = !whole && ImGui::GetIO().KeyShift;
    std::string unit;
    // The unit is translated together with a number, because some languages put a word between
    // them. The number is removed afterward.
    if (!row_.unit.empty()) {
      const std::string_view two = value == 1 ? "1" : "2";
      unit = tr({"{} " + unit_of(row_.unit, value), {Sentence::as_is(std::string(two))}});
      if (unit.starts_with(two)) unit.erase(0, two.size());
    }
    const float room = ImGui::CalcItemWidth() - 2 * ImGui::GetStyle().FramePadding.x;
    if (width_as_is(fmt::format("{:.3f}", value) + unit) > room) unit.clear();
    // The factor by which ImGui multiplies the speed while Shift is held.
    constexpr double kOfShift = 10;
    const double straight = row_.hi > kTypedOnly ? 1 : (row_.hi - row_.lo) / kDragLength;
    // ImGui multiplies the px of this frame by the speed, so that their product is the change.
    // While a key changes the value the pointer rests.
    const float moved = ImGui::GetIO().MouseDelta.x;
    const double px = moved == 0 ? 1 : static_cast<double>(moved);
    const bool bends = wide && row_.hi <= kTypedOnly;
    const double plain = bends ? (dragged_by(value, px, fine_step(row_)) - value) / px : straight;
    const auto speed = static_cast<float>(fine ? fine_step(row_) / kOfShift : plain);
    // The text that is shown in place of the digits; empty: the digits are shown.
    Sentence words;
    if (value == 0)
      words = zero_text(gui_.model, owner_, row_);
    else if (value >= 1000 && value == std::floor(value))
      words = Sentence::as_is(grouped(static_cast<std::uint64_t>(value)) + unit);
    for (std::size_t at = 0; (at = unit.find('%', at)) != unit.npos; at += 2) unit.insert(at, "%");
    // ImGui's formats can neither group thousands nor show words, so `words` are drawn over the box
    // in place of its number.
    const bool changed = draw_worded(gui_, words, [&] {
      return ImGui::DragScalar("##v", ImGuiDataType_Double, &value, speed, &row_.lo, &row_.hi,
                               ((whole ? "%.0f" : real_format(value)) + unit).c_str(),
                               ImGuiSliderFlags_NoInput);
    });
    draw_place(value, smallest, wide);
    return changed;
  }

  // Returns a printf format with as many decimals as the value needs: at least those of the fine
  // step, at most three. The comparison allows an error of 1e-6, because parameters are stored as
  // float. A value that would be shown as 0 gets two significant digits.
  std::string real_format(double value) const {
    int decimals = decimals_of(row_);
    for (; decimals < 3; ++decimals) {
      const double scaled = value * std::pow(10.0, decimals);
      if (std::abs(scaled - std::round(scaled)) <= 1e-6 * std::max(1.0, std::abs(scaled))) break;
    }
    const bool is_zero = value != 0 && std::abs(value) < 0.5 * std::pow(10.0, -decimals);
    return is_zero ? "%.2g" : fmt::format("%.{}f", decimals);
  }

  // Draws a thin bar along the lower edge of the widget: the longer it is, the nearer the value is
  // to its upper bound. `wide` says that the scale is logarithmic; it then begins at `smallest`.
  void draw_place(double value, double smallest, bool wide) {
    const double lo = wide ? std::log(smallest) : row_.lo, hi = wide ? std::log(row_.hi) : row_.hi;
    const double at = wide ? std::log(std::max(value, smallest)) : value;
    const float part =
        hi > lo ? static_cast<float>(std::clamp((at - lo) / (hi - lo), 0.0, 1.0)) : 0;
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const float inset = ImGui::GetStyle().FrameRounding, high = std::max(2.0f, gui_.ui.scale * 2);
    const float left = min.x + inset, right = max.x - inset;
    ImGui::GetWindowDrawList()->AddRectFilled({left, max.y - high},
                                              {left + (right - left) * part, max.y},
                                              ImGui::GetColorU32(ImGuiCol_SliderGrab));
  }

  const Gui& gui_;
  const Owner owner_;
  const std::string name_;
  const Param& row_;
};

Sentence explain(const ParamGroup& group, const Param& row, double value, const Sentence& lack,
                 const KeyMap& keys) {
  const ActionRow* action = action_of_param(group.owner, row.key);
  if (!action && row.key == "group-size") action = &group_size_action;
  std::vector<Sentence> words{
      say("{}; default {}.", describe_range(row), value_text(row, row.init))};
  if (value != row.init) words.emplace_back("Right click: back to the default.");
  if (row.kind == Param::Kind::integer)
    words.emplace_back("Double click to type; Ctrl+wheel changes it by 1.");
  if (row.kind == Param::Kind::real)
    words.push_back(
        say("Double click to type; Ctrl+wheel changes it by {:g}, with Shift by {:g}. Shift+drag: "
            "{:g} per px.",
            wheel_step(row, false), wheel_step(row, true), fine_step(row)));
  Sentence all = Sentence(row.help) + "\n\n" + joined(words, " ");
  if (!lack.empty()) all += "\n\n" + say("Nothing to draw now. {}", lack);
  const std::string names = action ? keys_of(*action, keys) : "";
  if (!names.empty()) all += "\n" + say("Key: {}", Sentence::as_is(names));
  return all;
}

std::optional<double> edit(const Gui& gui, const ParamGroup& group, const Param& row,
                           double value) {
  switch (row.kind) {
    case Param::Kind::flag: {
      bool on = value != 0;
      return ImGui::Checkbox("##v", &on) ? std::optional(on ? 1.0 : 0.0) : std::nullopt;
    }
    case Param::Kind::choice: {
      std::vector<ListLine> lines;
      for (const std::string_view name : row.choices)
        lines.push_back({std::string(name), std::string(name)});
      const auto now = static_cast<std::size_t>(value);
      const auto chosen =
          choose(gui, full_name(group.owner, row.key), row.choices[now], lines, now, {});
      return chosen ? std::optional(static_cast<double>(*chosen)) : std::nullopt;
    }
    default: return NumberField(gui, group, row).edit(value);
  }
}

// Whether the parameter is the group size of the session's RDC, and not that of a contestant.
bool is_group_size(const Gui& gui, const ParamGroup& group, const Param& row) {
  return row.key == "group-size" &&
         group.object == gui.session.settings().group(group.owner).object;
}

void draw_param(const Gui& gui, const ParamGroup& group, const Param& row) {
  const Sentence lack = lack_of(group.owner, row.key, gui.session, gui.model.traced.log);
  // For the parameter "count" of a scene the number of sprites in the world is shown, because
  // sprites may have been launched or deleted since the scene was made.
  const bool is_count =
      group.owner == Owner::scene() && row.key == "count" && !gui.session.playback();
  const double value =
      is_count ? static_cast<double>(gui.session.world().size()) : row.get(group.object);
  const std::string key(row.key), name = full_name(group.owner, row.key);
  const auto want = [&](double v) {
    if (v != value) gui.ask(command::SetParam{group.owner, key, v});
  };
  ImGui::PushID(key.c_str());
  const float alpha = ImGui::GetStyle().Alpha * (lack.empty() ? 1 : 0.5f);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  text(gui, label_of(row), value == row.init ? Role::text_dim : Role::text);
  ImGui::PopStyleVar();
  const Sentence words = explain(group, row, value, lack, gui.ui.keys);
  tooltip(words);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) want(row.init);
  const float room = ImGui::GetContentRegionAvail().x;
  float label = std::max(room * 0.42f, std::min(room * 0.58f, 8.8f * em()));
  // The label leaves room for the widest choice and the arrow of the list.
  for (const std::string_view choice : row.choices)
    label = std::min(label, room - button_width(choice) - ImGui::GetFrameHeight());
  label = std::max(label, text_width(label_of(row)) + ImGui::GetStyle().ItemSpacing.x);
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  const bool has_curve = is_group_size(gui, group, row);
  ImGui::SetNextItemWidth(has_curve ? -icon_button_width({}) - ImGui::GetStyle().ItemInnerSpacing.x
                                    : -1);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  const std::optional<double> wanted = edit(gui, group, row, value);
  ImGui::PopStyleVar();
  remember_rect(gui, name);
  scroll_if_asked(gui, name);
  if (!ImGui::IsItemActive()) tooltip(words);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right))
    want(row.init);
  else if (wanted)
    want(*wanted);
  if (has_curve) draw_curve_button(gui);
  ImGui::PopID();
}

}  // namespace

Sentence zero_text(const ApplicationModel& model, Owner owner, const Param& row) {
  const Recorder& log = model.traced.log.broad;
  const bool is_running = owner == Owner(model.session.settings().shown_broadphase());
  const auto cell = std::ranges::find(log.events(), EventKind::cell, &Event::kind);
  if (row.key != "cell-size" || !is_running || !model.traced.is_counted || log.max_depth() > 0 ||
      cell == log.events().end())
    return row.zero;
  const auto side = static_cast<double>(extent(cell->box).x);
  return say("{} ({} px)", row.zero,
             side < 10 ? fmt::format("{:.1f}", side) : fmt::format("{:.0f}", side));
}

void draw_params(const Gui& gui, const ParamGroup& group) {
  ImGui::PushID(std::string(group.owner.id()).c_str());
  for (const Param& row : group.rows) draw_param(gui, group, row);
  ImGui::PopID();
}

std::vector<command::SetParam> draw_params_of_instance(const Gui& gui, const ParamGroup& group) {
  Requests wanted;
  draw_params({gui.model, gui.ui, wanted, gui.colors}, group);
  std::vector<command::SetParam> changes;
  for (const Request& request : wanted)
    if (const auto* command = std::get_if<Command>(&request))
      if (const auto* change = std::get_if<command::SetParam>(command)) changes.push_back(*change);
  return changes;
}

}  // namespace phasebox::ui
