// SPDX-License-Identifier: MIT
// Opens, shows and leaves a lesson in the window.
#include "ui/model/open_lesson.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "lab/lessons/lesson_setup.hpp"
#include "session/command.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/autosave.hpp"

namespace phasebox::ui {
namespace {

// Returns the part of the field, in world px, around the sprites that a lesson's step has just
// placed, with room to drag them; none where the step lists no sprites.
std::optional<Aabb> place_of(const LessonSetup& setup, const Session& session) {
  // Room on each side, as a part of the extent and at least in world px.
  constexpr float kPart = 0.3f, kLeast = 60;
  if (!setup.sprites || setup.sprites->empty()) return {};
  Aabb all = session.frame().boxes[0];
  for (const Aabb& box : session.frame().boxes) all = united(all, box);
  const Vec2 size = extent(all);
  const Vec2 room{std::max(kPart * size.x, kLeast), std::max(kPart * size.y, kLeast)};
  return intersection({all.min - room, all.max + room}, session.field());
}

}  // namespace

void set_up_lesson(ApplicationModel& model) {
  const std::optional<LessonSetup> setup = model.lab.lessons.take_setup();
  if (!setup) return;
  const auto commands = setup_commands(*setup, model.session, view_group(model.view));
  if (commands.failed()) return model.warn(commands.error().text);
  cancel_gesture(model);
  if (!model.before_lesson) {
    if (model.outputs.autosave) model.outputs.autosave->begin_lesson(model);
    model.before_lesson = {model.session.history().undo_number(),
                           model.view,
                           model.paused,
                           model.ui.section_open,
                           model.ui.panel_beside,
                           model.field.camera,
                           model.field.whole_field,
                           std::exchange(model.ui.listings, {})};
    model.session.keep_changes_after(model.before_lesson->change);
  }
  for (const Command& command : *commands) model.apply(command);
  model.session.came_from({}, false);  // the lesson must not be saved over the user's scene
  model.paused = setup->paused;
  model.show_whole_field();
  model.field.followed = place_of(*setup, model.session);
  // The lesson's texts name the widget to use, so the panel that holds it must be in sight.
  UiState& ui = model.ui;
  ui.section_open.fill(false);  // the goal's section unfolds when the panel scrolls to it
  ui.section_open[static_cast<std::size_t>(Section::statistics)] = true;
  ui.tool = "lessons";
  ui.shows_panel() = !ui.is_phone;
  // The panel scrolls to the first parameter of the goal, or to its top where the goal has none.
  ui.scroll_to.clear();
  for (const auto& clause : model.lab.lessons.current().goal)
    for (const Condition& c : clause)
      if (ui.scroll_to.empty() &&
          (is_param(c.name) || c.name == "broadphase" || c.name == "narrowphase"))
        ui.scroll_to = c.name;
  if (ui.scroll_to.empty()) ui.scroll_to = "scene";
}

void leave_lesson(ApplicationModel& model) {
  cancel_gesture(model);
  model.study(lesson::Leave{});
  const ViewOptions view = view_of_user(model);
  const auto before = std::exchange(model.before_lesson, {});
  if (!before) return;
  while (model.session.history().undo_number() > before->change && model.apply(command::Undo{})) {
  }
  model.note("Lesson left: sprites, algorithms and view are as before it", "lesson");
  model.session.keep_changes_after({});
  model.view = view;
  model.paused = before->paused;
  model.ui.section_open = before->section_open;
  model.ui.panel_beside = before->panel_beside;
  model.ui.listings = before->listings;
  model.show_whole_field();
  model.field.whole_field = before->whole_field;
  if (before->whole_field) return;
  model.field.camera.center = before->camera.center;
  model.field.camera.zoom = before->camera.zoom;
}

ViewOptions view_of_user(const ApplicationModel& model) {
  ViewOptions view = model.view;
  if (model.before_lesson) {
    view = model.before_lesson->view;
    view.theme = model.view.theme;
    view.legend = model.view.legend;
    view.overlays.set(Overlay::grid, model.view.shows(Overlay::grid));
  }
  return view;
}

void look_at_lesson(ApplicationModel& model, bool is_editing) {
  Lessons& lessons = model.lab.lessons;
  if (!lessons.open()) return;
  // Sprites that the user added may lie outside the part that is followed.
  const auto& placed = lessons.current().setup.sprites;
  if (model.field.followed && placed && placed->size() != model.session.world().size())
    model.show_whole_field();
  lessons.look({model.session, model.traced.log, model.traced.counters, view_group(model.view),
                is_editing, model.ui.tool, model.paused},
               model.clock.now);
}

}  // namespace phasebox::ui
