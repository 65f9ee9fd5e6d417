// SPDX-License-Identifier: MIT
// The lessons at the model.
#include "ui/model/lesson_setup.hpp"

namespace phasebox {
namespace {

// The texts say which widget to touch: it must be there.
void show_panel(UiState& ui) {
  ui.panel_open = true;
  for (const Section section :
       {Section::scene, Section::broadphase, Section::narrowphase, Section::statistics})
    ui.section_open[static_cast<std::size_t>(section)] = true;
  ui.tool = "lessons";
}

// The widget that a goal speaks of; the top of the panel for a goal of drags and menus.
std::string widget_of(const Goal& goal) {
  for (const auto& clause : goal)
    for (const Condition& c : clause)
      if (c.name.find('.') != std::string::npos || c.name == "broadphase" ||
          c.name == "narrowphase")
        return c.name;
  return "scene";
}

// The sprites with room to drag them in, as far as the field goes; all of it where a scene has
// filled it.
std::optional<Aabb> place_of(const LessonSetup& setup, const Session& session) {
  constexpr float kPart = 0.3f, kLeast = 60;  // of their extent; px
  if (!setup.sprites || setup.sprites->empty()) return {};
  Aabb all = session.frame().boxes[0];
  for (const Aabb& box : session.frame().boxes) all = united(all, box);
  const Vec2 size = extent(all);
  const Vec2 room{std::max(kPart * size.x, kLeast), std::max(kPart * size.y, kLeast)};
  const Aabb field = session.field();
  return Aabb{
      {std::max(all.min.x - room.x, field.min.x), std::max(all.min.y - room.y, field.min.y)},
      {std::min(all.max.x + room.x, field.max.x), std::min(all.max.y + room.y, field.max.y)}};
}

}  // namespace

void set_up_lesson(ApplicationModel& model) {
  const std::optional<LessonSetup> setup = model.lab.lessons.take_setup();
  if (!setup) return;
  const auto commands = setup_commands(*setup, model.session, view_group(model.view));
  if (!commands) return model.warn(commands.error().text);
  cancel_gesture(model);
  for (const Command& command : *commands) model.apply(command);
  model.session.forget_file();  // the lesson must not be saved over the user's scene
  model.paused = setup->paused;
  model.show_whole_field();
  model.followed = place_of(*setup, model.session);
  show_panel(model.ui);
  model.ui.scroll_to = widget_of(model.lab.lessons.current().goal);
}

void look_at_lesson(ApplicationModel& model, bool is_editing) {
  Lessons& lessons = model.lab.lessons;
  if (!lessons.open()) return;
  // Sprites that are added may lie anywhere.
  const auto& placed = lessons.current().setup.sprites;
  if (model.followed && placed && placed->size() != model.session.world().size())
    model.show_whole_field();
  lessons.look({model.session, model.trace, model.counters, view_group(model.view), is_editing},
               model.now);
}

}  // namespace phasebox
