// SPDX-License-Identifier: MIT
// Paints boxes and structures by ImGui, as far as small pictures need it.
#include "ui/panels/structure_picture.hpp"

#include <algorithm>

#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

// Paints rectangles and lines, which is all that the structure of a broadphase consists of.
void paint(ImDrawList& list, const DrawList& shapes, const Camera& camera) {
  using enum Layer::Kind;
  for (std::size_t i = 0; i < shapes.layer_count(); ++i) {
    const Layer& layer = shapes[i];
    const bool is_in_world = layer.space == Layer::Space::world;
    const float thick = std::max(1.0f, layer.thickness);
    for (const Shape& shape : layer.shapes) {
      const Vec2 a = is_in_world ? camera.to_screen(shape.a) : shape.a;
      const Vec2 b = is_in_world ? camera.to_screen(shape.b) : shape.b;
      const ImU32 color = packed(shape.color);
      if (layer.kind == fill)
        list.AddRectFilled(a, b, color);
      else if (layer.kind == outline || layer.kind == dashed_outline)
        draw_outline(list, a, b, color, thick);
      else if (layer.kind == line || layer.kind == dashed_line)
        list.AddLine(a, b, color, thick);
    }
  }
}

bool is_structure(const Event& e) {
  return is_part(e.kind) || e.kind == EventKind::fat || e.kind == EventKind::order;
}

// Draws the boxes, and a line for each test where there is no structure.
void add_boxes(const Canvas& canvas, std::span<const Aabb> boxes, std::span<const Event> events) {
  std::vector<Role> roles(boxes.size(), Role::box);
  for (const Event& e : events)
    if (e.kind == EventKind::hit) roles[e.a] = roles[e.b] = Role::collision;
  Layer& filled = canvas.fill();
  for (std::size_t i = 0; i < boxes.size(); ++i)
    filled.add(boxes[i], canvas[roles[i]].with_alpha(roles[i] == Role::box ? 1 : 0.7f));
  if (std::ranges::any_of(events, is_structure)) return;
  Layer& tests = canvas.line();
  for (const Event& e : events)
    if (is_test(e.kind))
      add_line(canvas, tests, boxes, {e.a, e.b}, canvas[Role::candidate].with_alpha(0.25f));
}

// The shapes of the picture that is being drawn, kept for their memory.
struct PictureShapes {
  DrawList list;
};

}  // namespace

std::vector<Event> events_on(Broadphase& broadphase, std::span<const Aabb> boxes,
                             std::uint64_t step) {
  constexpr std::size_t kMaxEvents = 4096;
  Frame frame;
  frame.boxes = boxes;
  frame.step = step;
  PairSink pairs;
  Recorder log(kMaxEvents);
  if (step == 0) broadphase.reset(frame);
  broadphase.find_pairs(frame, pairs, &log);
  return {log.events().begin(), log.events().end()};
}

void draw_structure_picture(const Gui& gui, ImDrawList& list, const Aabb& where, const Aabb& world,
                            std::span<const Aabb> boxes, std::span<const Event> events) {
  constexpr float kLines = 0.4f;  // of the thickness of lines and height of profiles in the field
  DrawList& shapes = gui.ui.own<PictureShapes>().list;
  shapes.clear();
  Camera camera{.viewport = where, .line_scale = kLines * gui.ui.scale};
  camera.fit(world, gui.px(1));
  const Canvas canvas(camera, gui.colors, shapes);
  add_boxes(canvas, boxes, events);
  draw_structure(canvas, events);
  list.AddRectFilled(where.min, where.max, gui.ink(Role::background), gui.px(3));
  paint(list, shapes, camera);
}

}  // namespace phasebox::ui
