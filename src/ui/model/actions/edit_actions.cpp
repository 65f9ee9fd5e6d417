// SPDX-License-Identifier: MIT
// Actions that edit: undo, clone, remove, and the selection.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

void undo(ApplicationModel& model) {
  const std::string what(model.session.history().undo_title());
  if (model.apply(command::Undo{})) model.note("Undone: " + spaced(what), "undo");
}

void redo(ApplicationModel& model) {
  const std::string what(model.session.history().redo_title());
  if (model.apply(command::Redo{})) model.note("Redone: " + spaced(what), "undo");
}

void clone(ApplicationModel& model) {
  const std::vector<SpriteId> ids = model.chosen();
  if (ids.empty()) return model.note("Nothing to clone: point at a sprite, or select some");
  const auto first = static_cast<SpriteId>(model.session.world().size());
  constexpr Vec2 kOffset{24, 24};
  if (!model.apply(command::CloneSprites{ids, kOffset})) return;
  model.selection.clear();
  for (SpriteId id = first; id < model.session.world().size(); ++id) model.selection.push_back(id);
  model.note(fmt::format("Cloned {}", counted(ids.size(), "sprite")));
}

void remove(ApplicationModel& model) {
  const std::vector<SpriteId> ids = model.chosen();
  if (ids.empty()) return model.note("Nothing to delete: point at a sprite, or select some");
  if (model.apply(command::RemoveSprites{ids}))
    model.note(fmt::format("Deleted {}", counted(ids.size(), "sprite")));
  model.pointer_tool.hovered.reset();
}

void change_count(ApplicationModel& model, int by) {
  const auto now = static_cast<std::int64_t>(model.session.world().size());
  const std::int64_t wanted = std::max<std::int64_t>(0, now + by);
  model.apply(command::SetCount{static_cast<std::uint32_t>(wanted)});
}

void more(ApplicationModel& model, int value) { change_count(model, std::max(1, value)); }

void fewer(ApplicationModel& model, int value) { change_count(model, -std::max(1, value)); }

// What the pointer does to the selection, by keys.

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
extern const ActionRow undo_action = ActionRow{"undo", "Undo",
    "Undo the last change.", Menu::edit, {ctrl(on_key('z'))}, does<undo>}.repeating();
extern const ActionRow redo_action = ActionRow{"redo", "Redo",
    "Redo the change that was undone.", Menu::edit,
    {ctrl(on_key('y')), hidden(ctrl(shift(on_key('z'))))}, does<redo>}.repeating();
extern const ActionRow clone_action{"clone", "Clone",
    "Copy the selected sprites, or the one under the pointer.", Menu::edit, {ctrl(on_key('d'))},
    does<clone>};
extern const ActionRow remove_action{"delete", "Delete",
    "Remove the selected sprites, or the one under the pointer.", Menu::edit, {on_key(Key::remove)},
    does<remove>};
// Where + needs Shift (US keyboards), Shift cannot mean ten as well: there * does, and the keypad.
extern const ActionRow more_action = ActionRow{"more", "More",
    "Add one object, ten or a hundred (* adds ten where + itself needs Shift).",
    Menu::scene,
    {typed('+', 1), shift(typed('+', 10)), ctrl(worth(100, on_key('+'))), hidden(typed('=', 1)),
     hidden(typed('*', 10)), hidden(ctrl(shift(worth(100, on_key('+'))))),
     hidden(ctrl(worth(100, on_key('=')))), hidden(ctrl(shift(worth(100, on_key('=')))))}, more}.repeating().written_as("+, Shift 10, Ctrl 100");
extern const ActionRow fewer_action = ActionRow{"fewer", "Fewer",
    "Remove one object, ten or a hundred.", Menu::scene,
    {typed('-', 1), shift(typed('-', 10)), ctrl(worth(100, on_key('-'))), hidden(typed('_', 10)),
     hidden(ctrl(shift(worth(100, on_key('-')))))}, fewer}.repeating().written_as("-, Shift 10, Ctrl 100");
// clang-format on

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
