// SPDX-License-Identifier: MIT
// Actions that change sprites, or take changes back.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

void undo(ApplicationModel& model) {
  const std::string what(model.session.undo_title());
  if (model.apply(command::Undo{})) model.note("Undone: " + spaced(what), "undo");
}

void redo(ApplicationModel& model) {
  const std::string what(model.session.redo_title());
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

}  // namespace phasebox
