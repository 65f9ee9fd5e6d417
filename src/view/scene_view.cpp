// SPDX-License-Identifier: MIT
// The order in which the parts of the picture lie on each other, and the legend.
#include "view/scene_view.hpp"

#include <algorithm>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

// What all overlays that are on draw in one of their layers.
void draw_overlays(const Canvas& c, const FieldState& state, OverlayRow::Draw OverlayRow::*layer) {
  for (std::size_t i = 0; i < kOverlayCount; ++i)
    if (const auto draw = overlays()[i]->*layer;
        draw && state.options.shows(static_cast<Overlay>(i)))
      draw(c, state);
}

// Outside the field the ground is a shade off.
void draw_outside(const Canvas& c, const Aabb& field) {
  const Color shade = c[Role::grid].with_alpha(0.55f);
  const Aabb all = c.sight;
  Layer& fill = c.fill();
  const auto add = [&](Vec2 min, Vec2 max) {
    if (min.x < max.x && min.y < max.y) fill.add(min, max, shade);
  };
  const float top = std::max(all.min.y, field.min.y), bottom = std::min(all.max.y, field.max.y);
  add(all.min, {all.max.x, std::min(all.max.y, field.min.y)});
  add({all.min.x, std::max(all.min.y, field.max.y)}, all.max);
  add({all.min.x, top}, {std::min(all.max.x, field.min.x), bottom});
  add({std::max(all.min.x, field.max.x), top}, {all.max.x, bottom});
}

}  // namespace

ShownEvents shown_events(const EventLog& log) {
  return {log.broad.events(), log.narrow.events(), log.broad.swept()};
}

void draw_session(const Session& session, const ShownEvents& shown, const ViewOptions& options,
                  const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const Canvas c(camera, theme(options.theme), list);
  if (detail == Detail::solid && is_crowded(session, camera)) detail = Detail::density;
  const FieldState state{session,
                         shown,
                         options,
                         hand,
                         detail,
                         session.frame(),
                         SpriteColors(session, shown.broad, options, c.theme, list.scratch)};

  draw_outside(c, session.field());
  draw_overlays(c, state, &OverlayRow::ground);
  c.outline().add(session.field(), c[Role::field_border]);
  draw_overlays(c, state, &OverlayRow::under);
  if (options.sprites) draw_sprites(c, state);
  draw_overlays(c, state, &OverlayRow::over);
  draw_missed(c, hand.missed, state.frame);
  draw_missed_contacts(c, hand.missed_contacts);
  Layer& rings = c.ring(2);
  for (const MarkedPlace& place : hand.rings) draw_marked(c, rings, place);
  if (hand.region_query) draw_query(c, *hand.region_query, state.frame.boxes);
  draw_hand(c, state);
  draw_overlays(c, state, &OverlayRow::rulers);
  if (hand.compared && hand.compared->role) dim_others(c, *hand.compared->role);
  if (hand.compared) draw_comparisons(c, *hand.compared, state.frame.boxes);
}

void dim_others(const Canvas& c, Role role) {
  const auto is_of = [&](Color color) {
    const auto is_it = [&](Color other) { return color.with_alpha(0) == other.with_alpha(0); };
    return is_it(c[role]) || (role == Role::node && std::ranges::any_of(c.theme.depth_ramp, is_it));
  };
  constexpr float kDim = 0.2f;
  c.list.change_colors([&](Color color) { return is_of(color) ? color : color.with_alpha(kDim); });
}

std::optional<std::size_t> ScreenCells::at(Vec2 world) const {
  const Vec2 at = (camera_.to_screen(world) - camera_.viewport.min) * (1 / side_);
  if (!(at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(columns_) &&
        at.y < static_cast<float>(rows_)))
    return {};
  return static_cast<std::size_t>(at.y) * columns_ + static_cast<std::size_t>(at.x);
}

void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color) {
  const float reach = length(to - from);
  if (reach <= 0) return;
  lines.add(from, to, color);
  const Vec2 back = (from - to) * (std::min(head, reach) / reach);
  const Vec2 side = Vec2{-back.y, back.x} * 0.45f;
  lines.add(to, to + back + side, color);
  lines.add(to, to + back - side, color);
}

std::optional<HeatScale> heat_scale(const ViewOptions& options, const Session& session,
                                    const EventLog& log) {
  const bool is_speed = options.color_by == ColorBy::speed;
  if (!is_speed && options.color_by != ColorBy::cost) return {};
  std::vector<std::uint32_t> notes;
  const SpriteColors colors(session, log.broad.events(), options, theme(options.theme), notes);
  if (is_speed) return HeatScale{"speed", "px per step", static_cast<double>(colors.top_speed())};
  return HeatScale{"box tests per sprite", "", static_cast<double>(colors.top_cost()),
                   log.broad.dropped() == 0};
}

std::vector<LegendLine> legend(const ViewOptions& options, const EventLog& shown,
                               const Camera& camera, const RegionQuery* region_query) {
  std::vector<LegendLine> lines;
  for (std::size_t i = 0; i < kOverlayCount; ++i)
    if (options.shows(static_cast<Overlay>(i)))
      for (const LegendLine& line : overlays()[i]->legend)
        if (!line.is_shown || line.is_shown(shown, camera)) lines.push_back(line);
  if (region_query)
    lines.insert(lines.end(),
                 {{Role::query, "query"}, {Role::found, "found"}, {Role::visited, "looked at"}});
  return lines;
}

std::optional<LegendLine> sleep_line(const ViewOptions& options, const Session& session) {
  const bool has_sleepers = std::ranges::any_of(
      session.world().quiet_steps(), [](auto steps) { return steps >= World::kStepsToSleep; });
  if (!options.sprites || !has_sleepers) return {};
  return LegendLine{Role::text_dim, "dimmed: asleep"};
}

}  // namespace phasebox
