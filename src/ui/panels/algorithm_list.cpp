// SPDX-License-Identifier: MIT
// Draws the list of all broadphases: what each makes of the same few boxes, what it is good and bad
// for, and its place in the race.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "lab/algorithm_advice.hpp"
#include "lab/race/race_ranking.hpp"
#include "language/format_sentence.hpp"
#include "ui/panels/panels.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

constexpr Aabb kPicturedField{{0, 0}, {320, 180}};  // world px

// Returns the boxes of all pictures: five clusters of six, which leave some stripes empty.
std::vector<Aabb> pictured_boxes() {
  constexpr Vec2 kClusters[]{{50, 45}, {70, 138}, {160, 88}, {250, 42}, {272, 136}};
  constexpr int kEach = 6;
  constexpr float kSpread = 26, kMinSide = 10, kMaxSide = 24;
  std::vector<Aabb> boxes;
  Random random(2001);
  for (const Vec2 cluster : kClusters)
    for (int k = 0; k < kEach; ++k) {
      const float x = random.uniform(-kSpread, kSpread), y = random.uniform(-kSpread, kSpread);
      const float wide = random.uniform(kMinSide, kMaxSide);
      const float high = random.uniform(kMinSide, kMaxSide);
      const Vec2 min = cluster + Vec2{x - wide / 2, y - high / 2};
      boxes.push_back({min, min + Vec2{wide, high}});
    }
  return boxes;
}

// What a broadphase did on the boxes. It sees two frames, so that what it keeps of the first is in
// the events of the second.
struct AlgorithmPicture {
  std::vector<Aabb> boxes = pictured_boxes();
  std::vector<Event> events = {};

  explicit AlgorithmPicture(const BroadphaseEntry& entry) {
    if (!entry.file.empty()) return;  // a plug-in runs only when the user has chosen it
    constexpr std::size_t kMaxEvents = 4096;
    const auto algorithm = entry.make();
    Frame frame;
    frame.boxes = boxes;
    PairSink pairs;
    Recorder log(kMaxEvents);
    algorithm->reset(frame);
    algorithm->find_pairs(frame, pairs, &log);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec2 by{i % 2 == 0 ? 3.0f : -3.0f, 0};
      boxes[i] = {boxes[i].min + by, boxes[i].max + by};
    }
    frame.step = 1;
    pairs.clear();
    log.clear();
    algorithm->find_pairs(frame, pairs, &log);
    events.assign(log.events().begin(), log.events().end());
  }

  bool has_structure() const {
    return std::ranges::any_of(events, [](const Event& e) {
      return is_part(e.kind) || e.kind == EventKind::fat || e.kind == EventKind::order;
    });
  }
};

// The pictures by the algorithm's id. Each is made when it is first drawn, and kept.
struct AlgorithmPictures {
  std::map<std::string, AlgorithmPicture, std::less<>> by_id;
  DrawList shapes;
};

// Paints rectangles and lines, which is all that the structure of a broadphase consists of.
void paint(ImDrawList& list, const DrawList& shapes, const Camera& camera) {
  for (std::size_t i = 0; i < shapes.layer_count(); ++i) {
    const Layer& layer = shapes[i];
    const float thick = std::max(1.0f, layer.thickness);
    for (const Shape& shape : layer.shapes) {
      const bool is_in_world = layer.space == Layer::Space::world;
      const Vec2 a = is_in_world ? camera.to_screen(shape.a) : shape.a;
      const Vec2 b = is_in_world ? camera.to_screen(shape.b) : shape.b;
      switch (layer.kind) {
        case Layer::Kind::fill: list.AddRectFilled(a, b, packed(shape.color)); break;
        case Layer::Kind::outline:
        case Layer::Kind::dashed_outline:
          draw_outline(list, a, b, packed(shape.color), thick);
          break;
        case Layer::Kind::line:
        case Layer::Kind::dashed_line: list.AddLine(a, b, packed(shape.color), thick); break;
        default: break;
      }
    }
  }
}

// Draws the boxes under the structure that the algorithm makes of them, or where it makes none,
// under a line for each of its tests.
void draw_algorithm_picture(const Gui& gui, const BroadphaseEntry& entry, ImDrawList& list,
                            const Aabb& where) {
  AlgorithmPictures& pictures = gui.ui.own<AlgorithmPictures>();
  const AlgorithmPicture& picture =
      pictures.by_id.try_emplace(std::string(entry.id), entry).first->second;
  constexpr float kLines = 0.4f;  // of the field's thickness of lines and height of profiles
  Camera camera{.viewport = where, .line_scale = kLines * gui.ui.scale};
  camera.fit(kPicturedField, gui.px(1));
  pictures.shapes.clear();
  const Canvas canvas(camera, gui.colors, pictures.shapes);
  Layer& boxes = canvas.fill();
  for (const Aabb& box : picture.boxes) boxes.add(box, canvas[Role::box]);
  draw_structure(canvas, picture.events);
  Layer& tests = canvas.line();
  if (!picture.has_structure())
    for (const Event& e : picture.events)
      if (is_test(e.kind))
        add_line(canvas, tests, picture.boxes, {e.a, e.b},
                 canvas[Role::candidate].with_alpha(0.25f));
  list.AddRectFilled(where.min, where.max, gui.ink(Role::background), gui.px(3));
  paint(list, pictures.shapes, camera);
}

// Says which place the algorithm has in the race. Says nothing where it was not timed, and up to
// kFewBoxes sprites, where all run the same loop.
Sentence place_in_race(const LiveRace& race, const BroadphaseEntry& entry) {
  if (race.sprites() <= kFewBoxes) return {};
  const auto order = ranking(race, RankBy::time);
  const auto timed = static_cast<std::size_t>(std::ranges::count_if(
      race.runners(), [](const RaceRunner& runner) { return runner.summary().median > 0; }));
  for (std::size_t k = 0; k < std::min(timed, order.size()); ++k) {
    if (race.runners()[order[k]].contestant.entry != &entry) continue;
    constexpr const char* kPlaces[]{"fastest of {}", "2nd of {}", "3rd of {}"};
    if (k < std::size(kPlaces)) return {kPlaces[k], {Sentence::as_is(timed)}};
    return say("{}th of {}", k + 1, timed);
  }
  return {};
}

}  // namespace

std::optional<std::string> draw_algorithm_lines(const Gui& gui, const std::string& list) {
  std::optional<std::string> chosen;
  for (const BroadphaseEntry* entry : broadphases()) {
    const std::string id(entry->id), key = broadphase_key(*entry, gui.ui.keys);
    Sentence title = entry->title;
    if (!key.empty()) title += Sentence::as_is("  [" + key + "]");
    const Sentence advice = advice_on(id);
    const auto draw = [&](ImDrawList& into, const Aabb& where) {
      draw_algorithm_picture(gui, *entry, into, where);
    };
    if (draw_picture_line(gui, {.name = list + "." + id,
                                .title = title,
                                .words = advice.empty() ? Sentence(entry->summary) : advice,
                                .draw = draw,
                                .note = place_in_race(gui.lab.race, *entry),
                                .help = entry->summary,
                                .is_now = entry == &*gui.session.settings().broadphase}))
      chosen = id;
  }
  return chosen;
}

}  // namespace phasebox::ui
