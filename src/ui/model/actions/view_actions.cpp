// SPDX-License-Identifier: MIT
// Actions on what is seen of the field.
#include <cmath>

#include "base/number_format.hpp"
#include "ui/model/actions/action_row.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

// Of the pane that is pointed at.
void show_all(ApplicationModel& model) {
  if (!model.pointer_tool.in_field) show_whole_space(model);
  if (!model.pointer_tool.in_space) model.show_whole_field();
}

void fit_selection(ApplicationModel& model) {
  const auto boxes = model.session.frame().boxes;
  std::optional<Aabb> all;
  const auto add = [&](const Aabb& box) { all = all ? united(*all, box) : box; };
  if (model.selection.empty())
    for (const Aabb& box : boxes) add(box);
  else
    for (const SpriteId id : model.selection)
      if (id < boxes.size()) add(boxes[id]);
  if (!all) return model.show_whole_field();
  model.camera.fit(*all, 48 * model.ui.scale);
  model.whole_field = false;
}

void change_scale(ApplicationModel& model, int steps) {
  const double percent = 10 * (std::round(10 * static_cast<double>(model.ui.scale)) + steps);
  model.ui.choose_scale(static_cast<float>(percent / 100));
  model.note("Text and widgets: " + grouped_whole(100 * static_cast<double>(model.ui.scale)) +
             " %");
}

void switch_lanes(ApplicationModel& model) {
  model.study(command::SetLanes{!model.lab.race.has_lanes()});
}

bool has_lanes(const Model& model, const UiState&) { return model.lab.race.has_lanes(); }

// Switches or cycles the view option of its id.
consteval ActionRow option(std::string_view id, std::string_view title, Chord chord,
                           std::string_view help) {
  return {id, title, help, Menu::view, {chord}, nullptr, Owner::view(), id};
}

}  // namespace

// clang-format off
extern const ActionRow color_by_action = option("colour-by", "Color by", on_key('c'),
    "Color the sprites by their image, group, cost (box tests), speed or category.");
extern const ActionRow space_action = option("space", "3D view", on_key(Key::f7),
    "Show the field in perspective beside itself, the depth of the structure as height.");
extern const ActionRow theme_action = option("theme", "Theme", on_key('t'),
    "Change the colors: dark, flash (light), color-blind safe.");
extern const ActionRow larger_text_action{"larger-text", "Larger text and widgets",
    "Make text and widgets larger, as Ctrl and the wheel over the panel do.", Menu::view, {},
    does<change_scale, 1>};
extern const ActionRow smaller_text_action{"smaller-text", "Smaller text and widgets",
    "Make text and widgets smaller, as Ctrl and the wheel over the panel do.", Menu::view, {},
    does<change_scale, -1>};
extern const ActionRow whole_field_action{"whole-field", "Whole field",
    "Show all of the field.", Menu::view, {on_key(Key::home)}, does<show_all>};
extern const ActionRow fit_selection_action{"fit-selection", "Fit the selection",
    "Fill the view with the selected sprites, or with all of them.", Menu::view, {on_key('f')},
    does<fit_selection>};
extern const ActionRow lanes_action = ActionRow{"lanes", "Race in lanes",
    "Divide the field into lanes, one for each algorithm's structure over the same sprites.",
    Menu::tools, {shift(on_key('a'))}, does<switch_lanes>}.checked_while(has_lanes);
// clang-format on

}  // namespace phasebox
