// SPDX-License-Identifier: MIT
// What the pointer does to the selection, by keys.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "ui/model/actions/action_row.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

constexpr Vec2 kDirections[]{{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

// Of those ahead, the one that is near and straight ahead rather than aside.
std::optional<SpriteId> beside(std::span<const Aabb> boxes, SpriteId from, Vec2 direction) {
  constexpr float kAside = 2;  // costs twice as much as ahead
  const Vec2 here = center(boxes[from]);
  std::optional<SpriteId> best;
  float least = std::numeric_limits<float>::infinity();
  for (SpriteId id = 0; id < boxes.size(); ++id) {
    const Vec2 to = center(boxes[id]) - here;
    const float ahead = dot(to, direction), aside = std::abs(cross(to, direction));
    if (id == from || !(ahead > 0) || !(ahead + kAside * aside < least)) continue;
    least = ahead + kAside * aside;
    best = id;
  }
  return best;
}

std::optional<SpriteId> nearest(std::span<const Aabb> boxes, Vec2 to) {
  const auto away = [&](const Aabb& box) { return length(center(box) - to); };
  const auto best = std::ranges::min_element(boxes, {}, away);
  if (best == boxes.end()) return {};
  return static_cast<SpriteId>(best - boxes.begin());
}

void select_beside(ApplicationModel& model, int direction) {
  const std::span<const Aabb> boxes = model.session.frame().boxes;
  std::erase_if(model.selection, [&](SpriteId id) { return id >= boxes.size(); });
  const auto next = model.selection.empty()
                        ? nearest(boxes, model.camera.center)
                        : beside(boxes, model.selection.back(), kDirections[direction]);
  if (next)
    model.selection = {*next};
  else if (model.selection.empty())
    model.note("There is no sprite to select");
}

// Where the right button would open it.
void open_menu_by_key(ApplicationModel& model) {
  const std::span<const Aabb> boxes = model.session.frame().boxes;
  std::erase_if(model.selection, [&](SpriteId id) { return id >= boxes.size(); });
  const Aabb& field = model.camera.viewport;
  const Vec2 at = model.selection.empty()
                      ? center(field)
                      : model.camera.to_screen(center(boxes[model.selection.back()]));
  model.ui.opens_menu = true;
  model.ui.menu_at = {std::clamp(at.x, field.min.x, field.max.x),
                      std::clamp(at.y, field.min.y, field.max.y)};
  model.ui.keyboard.is_on = true;
}

}  // namespace

// clang-format off
extern const ActionRow select_action = ActionRow{"select", "Select the sprite beside",
    "Select the sprite that lies in that direction; with none selected, the one nearest to the middle of the view.",
    Menu::none, {worth(0, on_key(Key::left)), worth(1, on_key(Key::right)), worth(2, on_key(Key::up)), worth(3, on_key(Key::down))},
    select_beside}.repeating();
extern const ActionRow menu_action{"menu", "Menu of the selection",
    "Open the menu that the right button opens; arrows, Enter and Esc act in it.", Menu::edit,
    {on_key(Key::enter), on_key(Key::menu)}, does<open_menu_by_key>};
// clang-format on

}  // namespace phasebox
