// SPDX-License-Identifier: MIT
// The overlay "weakest-cut": the fewest sprites without which a final group would come apart.
#include <algorithm>
#include <string>

#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::array kWeakestCutLegend{
    LegendLine{Role::accent, "holds the group together"},
    LegendLine{Role::final_group, "dashed: left without these"},
};

// That of the sprite at the pointer, else of the first selected, else the largest; null where there
// is none of two sprites or more.
const Event* group_in_question(const FieldState& state) {
  std::optional<SpriteId> asked = state.hand.hovered;
  if (!asked && !state.hand.selected.empty()) asked = state.hand.selected[0];
  const Event* group = nullptr;  // the one whose members follow
  const Event* largest = nullptr;
  for (const Event& e : state.events.broad) {
    if (e.kind == EventKind::group) group = &e;
    if (asked && group && e.kind == EventKind::member && e.a == *asked)
      return group->b > 1 ? group : nullptr;
    if (!asked && group == &e && e.b > (largest ? largest->b : 1)) largest = group;
  }
  return largest;
}

float threshold_of(const Session& session) {
  const ParamGroup group = session.group(session.broadphase());
  const Param* row = find_param(group.rows, "contact-threshold");
  return row ? static_cast<float>(row->get(group.object)) : 0.0f;
}

// Short enough for a string without memory of its own.
std::string what_holds(const std::optional<WeakestCut>& cut) {
  if (!cut) return "no cut parts it";
  const std::size_t n = cut->gone.size();
  if (n == 0) return "a gap parts it";
  if (n > 9999) return "> 9999 hold it";
  return std::to_string(n) + (n == 1 ? " holds it" : " hold it");
}

void draw_cut(const Canvas& c, const FieldState& state, const WeakestCut& cut, const Aabb& group) {
  const Axis side = other(cut.axis);
  c.line(2).add(on_axis(cut.axis, cut.at, low(group, side) - c.px(6)),
                on_axis(cut.axis, cut.at, high(group, side) + c.px(6)), c[Role::accent]);
  Layer& gone = c.outline(2);
  for (const SpriteId id : cut.gone)
    if (c.sees(state.frame.boxes[id])) gone.add(state.frame.boxes[id], c[Role::accent]);
  Layer& left = c.dashed_outline(2);
  left.add(cut.before, c[Role::final_group]);
  left.add(cut.after, c[Role::final_group]);
}

void draw_weakest_cut(const Canvas& c, const FieldState& state) {
  const Event* group = group_in_question(state);
  if (!group || !c.sees(group->box)) return;
  std::vector<SpriteId>& members = c.list.member_scratch;
  members.clear();
  for (const Event& e : state.events.broad)
    if (e.kind == EventKind::member && e.b == group->a && e.a < state.count())
      members.push_back(e.a);
  const auto cut = c.list.cut_scratch.find(state.frame, members, threshold_of(state.session));
  if (cut) draw_cut(c, state, *cut, group->box);
  c.label(group->box.min - Vec2{0, c.px(20)}, what_holds(cut));
}

std::string_view lacks_groups(const Session&, const EventLog& log) {
  const bool is_known = !log.broad.events().empty();
  return is_known && log.broad.count(EventKind::group) == 0 ? "Only RDC makes groups." : "";
}

}  // namespace

extern const OverlayRow weakest_cut_overlay{
    .id = "weakest-cut",
    .title = "What holds a group",
    .help =
        "Of the group at the pointer, or the largest, mark the fewest sprites without which an "
        "empty stripe would part it.",
    .legend = kWeakestCutLegend,
    .over = draw_weakest_cut,
    .lack = lacks_groups};

}  // namespace phasebox
