// SPDX-License-Identifier: MIT
// The painter of a program with OpenGL: it draws into an offscreen context and reads the pixels.
#include "cli/picture.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <stb_easy_font.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "lab/three_axes.hpp"
#include "lab/xray/xray.hpp"
#include "view/gl/offscreen.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"
#include "view/walk_view.hpp"

namespace phasebox::cli {

namespace {

// Draws the pane with the 3D view of a session, which is to the right of or below the pane with the
// field. A line of 1 px stays free between the two. `frame` is the size of the whole picture, px.
Status paint_space(const Session& session, const EventLog& trace, const ViewOptions& options,
                   const Panes& panes, Renderer& renderer, Vec2 frame) {
  const auto space = SpaceRenderer::create(0);
  if (space.failed()) return space.error();
  OrbitCamera camera;
  camera.viewport = panes.space;
  constexpr float kBorder = 1;
  (panes.side_by_side ? camera.viewport.min.x : camera.viewport.min.y) += kBorder;
  SpaceList list;
  draw_space(session, trace.broad.events(), options, {}, Detail::full, list);
  if (options.three_axes)
    if (const auto axes = three_axes(list.raised, session))
      for (const SpaceGroup& group : axes->groups)
        draw_space_group(group.box, group.members.size() == 1, options, list);
  camera.reset(list.ground, default_height(options));
  (*space)->draw(list, session.images(), renderer.atlas(session.images()), camera,
                 static_cast<int>(frame.x), static_cast<int>(frame.y));
  return {};
}

/// Makes an OpenGL context, calls `draw(renderer)`, and returns the pixels that were drawn. Fails
/// if there is no OpenGL or `draw` fails.
template <class Draw>
Result<std::vector<std::uint8_t>> drawn(int width, int height, Draw draw) {
  const auto screen = Offscreen::create(width, height);
  if (screen.failed()) return screen.error();
  const auto renderer = Renderer::create();
  if (renderer.failed()) return renderer.error();
  if (const Status status = draw(**renderer); status.failed()) return status.error();
  return (*screen)->pixels();
}

// ---- text, where there may be no font

// The average width of a letter and the height of a line of stb_easy_font, whose letters are seven
// of these units high.
constexpr float kAdvance = 6.5f, kLine = 12;

// Draws a line of text as rectangles, because there may be no font file. `at` is its upper left
// corner in px, and `unit` a seventh of the letters' height, px. Other characters than printable
// ASCII become
// '?'.
void draw_letters(Layer& rects, std::string text, Vec2 at, float unit, Color color) {
  constexpr std::size_t kBytesPerLetter = 512;
  struct Corner {
    float x, y, z;
    std::array<unsigned char, 4> color;
  };
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  std::vector<Corner> corners(kBytesPerLetter / sizeof(Corner) * text.size());
  const int quads = stb_easy_font_print(0, 0, text.data(), nullptr, corners.data(),
                                        static_cast<int>(corners.size() * sizeof(Corner)));
  for (std::size_t k = 0; k < static_cast<std::size_t>(quads); ++k) {
    const Corner &p = corners[4 * k], &q = corners[4 * k + 2];
    rects.add(at + Vec2{p.x, p.y} * unit, at + Vec2{q.x, q.y} * unit, color);
  }
}

// ---- a moment of a walk

constexpr std::size_t kTextLines = 3;  // the lines of text below the field

// Returns the `unit` of draw_letters, px, at which a line of a picture `width` px wide holds some
// 70 letters; at least 1.
float text_unit(int width) { return std::max(1.0f, static_cast<float>(width) / 460); }

// Returns the lines of text below the field: a heading such as "event 12 of 58   counter 2", then
// the sentence about the event in up to two lines of at most `letters` letters.
std::vector<std::string> text_of(const Xray& xray, std::size_t letters) {
  const std::size_t impacts = xray.impacts().size(), at = xray.at() - std::min(xray.at(), impacts);
  std::string head = fmt::format("event {} of {}", grouped(at), grouped(xray.size() - impacts));
  if (xray.phase() == WalkPhase::broad)
    head += fmt::format("   {} {}", xray.walk().how().counts_boundaries ? "counter" : "open",
                        xray.state().open.size());
  std::vector<std::string> lines{std::move(head)};
  std::string rest = at > 0 ? xray.sentence() : "";
  while (!rest.empty() && lines.size() < kTextLines) {
    std::size_t end = rest.size();
    if (end > letters) end = std::min(rest.rfind(' ', letters), letters);
    lines.push_back(rest.substr(0, end));
    rest.erase(0, std::min(end + 1, rest.size()));
  }
  return lines;
}

// Draws the field at a moment of a walk, with the structures that the algorithm has built by then
// and the pairs that it has found, instead of the overlays for pairs of the whole frame.
void draw_moment(const Session& session, const Xray& xray, ViewOptions view, const Camera& camera,
                 DrawList& list) {
  view.overlays.set(Overlay::structure, true);
  constexpr std::size_t kNumbered = 100;  // the most sprites that are shown with ids
  if (session.world().size() <= kNumbered) view.overlays.set(Overlay::ids, true);
  for (const Overlay found : {Overlay::collisions, Overlay::candidates, Overlay::impacts})
    view.overlays.set(found, false);
  const ShownEvents shown{xray.field_events(), xray.narrow().events().first(xray.done_narrow()),
                          xray.trace().broad.swept()};
  draw_session(session, shown, view, camera, {}, Detail::full, list);
  draw_highlight(Canvas(camera, theme(view.theme), list),
                 {.event = xray.now(),
                  .is_narrow = xray.phase() == WalkPhase::narrow,
                  .state = xray.state(),
                  .candidates = xray.candidates(),
                  .collisions = xray.collisions()},
                 session.frame());
}

}  // namespace

Result<std::vector<std::uint8_t>> Painter::paint(const Session& session, const Xray& xray,
                                                 int width, int height) const {
  const Vec2 size{static_cast<float>(width), static_cast<float>(height)};
  const float unit = text_unit(width);
  const float top = std::max(size.y / 2, size.y - (kTextLines * kLine + 3) * unit);
  const Theme& colors = theme(options_->theme);
  Camera field, band;
  field.viewport = {{0, 0}, {size.x, top}};
  band.viewport = {{0, top}, size};
  field.show_field(session.field(), 0);
  DrawList list, text;
  draw_moment(session, xray, *options_, field, list);
  Layer& numbers = list.layer(Layer::Kind::fill, 0, Layer::Space::screen);
  for (const Label& label : list.labels)
    draw_letters(numbers, label.text(), field.to_screen(label.at), unit * 0.8f, label.color);
  Layer& lines = text.layer(Layer::Kind::fill, 0, Layer::Space::screen);
  const auto letters = static_cast<std::size_t>(size.x / (kAdvance * unit)) - 2;
  Vec2 at{4 * unit, top + 4 * unit};
  for (const std::string& line : text_of(xray, letters)) {
    draw_letters(lines, line, at, unit, colors[Role::text]);
    at.y += kLine * unit;
  }
  return drawn(width, height, [&](Renderer& renderer) -> Status {
    for (const auto& [camera, shapes] : {std::pair(&field, &list), std::pair(&band, &text)})
      renderer.draw(*shapes, session.images(), *camera, width, height, colors[Role::background]);
    return {};
  });
}

Painter::Painter() : options_(std::make_unique<ViewOptions>()) {}
Painter::~Painter() = default;

ParamView Painter::params() const { return {options_.get(), view_rows()}; }

Result<std::vector<std::uint8_t>> Painter::paint(const Session& session, const EventLog& trace,
                                                 int width, int height) const {
  const ViewOptions& options = *options_;
  const Aabb all{{0, 0}, {static_cast<float>(width), static_cast<float>(height)}};
  const Panes panes = split_panes(all, 0.5f, 1);
  Camera camera;
  camera.viewport = options.space ? panes.flat : all;
  camera.show_field(session.field(), 0);
  DrawList list;
  draw_session(session, shown_events(trace), options, camera, {}, Detail::full, list);
  return drawn(width, height, [&](Renderer& renderer) -> Status {
    renderer.draw(list, session.images(), camera, width, height,
                  theme(options.theme)[Role::background]);
    if (!options.space) return {};
    return paint_space(session, trace, options, panes, renderer, all.max);
  });
}

}  // namespace phasebox::cli
