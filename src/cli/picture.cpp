// SPDX-License-Identifier: MIT
// The painter, by way of an offscreen OpenGL context.
#include "cli/picture.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "lab/xray.hpp"
#include "view/gl/offscreen.hpp"
#include "view/gl/renderer.hpp"
#include "view/gl/space_renderer.hpp"
#include "view/scene_view.hpp"
#include "view/space/space_view.hpp"

namespace phasebox::cli {

namespace {

// The second pane, with a line between the two.
Status paint_space(const Session& session, const EventLog& trace, const ViewOptions& options,
                   const Panes& panes, Renderer& renderer, Vec2 frame) {
  const auto space = SpaceRenderer::create(0);
  if (!space) return space.error();
  OrbitCamera camera;
  camera.viewport = panes.space;
  constexpr float kBorder = 1;
  (panes.side_by_side ? camera.viewport.min.x : camera.viewport.min.y) += kBorder;
  SpaceList list;
  draw_space(session, trace.broad.events(), options, {}, Detail::full, list);
  camera.reset(list.ground, default_height(options));
  (*space)->draw(list, session.images(), renderer.atlas(session.images()), camera,
                 static_cast<int>(frame.x), static_cast<int>(frame.y));
  return {};
}

/// The pixels of a picture after `draw`, in a context of its own.
template <class Draw>
Result<std::vector<std::uint8_t>> drawn(int width, int height, Draw draw) {
  const auto screen = Offscreen::create(width, height);
  if (!screen) return screen.error();
  const auto renderer = Renderer::create();
  if (!renderer) return renderer.error();
  if (const Status error = draw(**renderer)) return *error;
  return (*screen)->pixels();
}

// ---- text of lines, as there may be no font

// A letter, and its strokes: each a row of points "xy", x from 0 to 4, y from 0 on top to 6 on the
// line on which letters stand, and down to 8.
constexpr std::string_view kStrokes =
    ";!2024 2626;\"1012 3032;#1016 3036 0242 0444;%0640 0010110100 3545463635;'2022;"
    "(30121436;)10323416;*2125 0244 0442;+2125 0343;,2617;-0343;.2626;/0640;"
    "0103041453616050110 1432;1112026 1636;201103041420646;3004023334445361605;436300444;"
    "5400003334445361605;64130100105163645443303;7004016;"
    "8103041423313020110 1304051636454433;90516364541301001021343;"
    ":2323 2626;<410345;=0242 0444;>014305;?011030414224 2626;[30101636;]10303616;_0747;"
    "{30212213242536;|2027;}10212233242516;"
    "A062046 1434;B00063645443303 0030414233;C4130100105163645;D00062644422000;E40000646 0333;"
    "F400006 0333;G41301001051636454323;H0006 4046 0343;I1030 2026 1636;J404536160504;"
    "K0006 400346;L000646;M0600224046;N06004640;O103041453616050110;P06003041423303;"
    "Q103041453616050110 2446;R06003041423303 2346;S413010010213334445361605;T0040 2026;"
    "U000516364540;V002640;W0016233640;X0046 4006;Y002340 2326;Z00400646;"
    "a12324346 441405163645;b0006 0312324345361605;c4332120305163645;d4046 4332120305163645;"
    "e04444332120305163645;f40302126 1232;g4247381807 4332120305163645;h0006 0312324346;"
    "i2226 2020;j32372818 3030;k0006 420446;l202536;m0602 03122326 23324346;n0602 0312324346;"
    "o123243453616050312;p0208 0312324345361605;q4248 4332120305163645;r0602 03123243;"
    "s43321203143445361605;t20253646 0232;u020516364542 4246;v022642;w0216243642;x0246 4206;"
    "y0225 4208;z02420646;";

// Of a letter six units high: from one letter to the next, and from line to line.
constexpr float kAdvance = 5.6f, kLine = 11;

// `at` is the upper left corner, `unit` a sixth of the letters' height; other letters leave a gap.
void draw_strokes(Layer& lines, std::string_view text, Vec2 at, float unit, Color color) {
  for (const char c : text) {
    const std::string key{';', c};
    const std::size_t found = c == ' ' ? kStrokes.npos : kStrokes.find(key);
    std::string_view strokes = found == kStrokes.npos ? "" : kStrokes.substr(found + 2);
    strokes = strokes.substr(0, strokes.find(';'));
    const auto place = [&](char x, char y) {
      return at + Vec2{static_cast<float>(x - '0'), static_cast<float>(y - '0')} * unit;
    };
    while (!strokes.empty()) {
      const std::string_view s = take_until(strokes, ' ');
      for (std::size_t k = 0; k + 3 < s.size(); k += 2)
        lines.add(place(s[k], s[k + 1]), place(s[k + 2], s[k + 3]), color);
    }
    at.x += kAdvance * unit;
  }
}

// ---- a moment of a walk

constexpr std::size_t kTextLines = 3;

// In units of text: so that a line has some 80 letters.
float text_unit(int width) { return std::max(1.0f, static_cast<float>(width) / 460); }

// "event 12 of 58   counter 2", then the sentence in two lines.
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

void draw_moment(const Session& session, const Xray& xray, ViewOptions view, const Camera& camera,
                 DrawList& list) {
  view.overlays.set(Overlay::structure, true);
  constexpr std::size_t kNumbered = 100;  // sprites
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
  field.viewport = {{0, 0}, {size.x, top}}, band.viewport = {{0, top}, size};
  field.show_field(session.field(), 0);
  DrawList list, text;
  draw_moment(session, xray, *options_, field, list);
  Layer& numbers = list.layer(Layer::Kind::line, unit * 0.6f, Layer::Space::screen);
  for (const Label& label : list.labels)
    draw_strokes(numbers, label.text, field.to_screen(label.at), unit * 0.8f, label.color);
  Layer& lines = text.layer(Layer::Kind::line, unit * 0.8f, Layer::Space::screen);
  const auto letters = static_cast<std::size_t>(size.x / (kAdvance * unit)) - 2;
  Vec2 at{4 * unit, top + 4 * unit};
  for (const std::string& line : text_of(xray, letters)) {
    draw_strokes(lines, line, at, unit, colors[Role::text]);
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
