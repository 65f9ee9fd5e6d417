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
#include "ui/panels/structure_picture.hpp"

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

// Holds the events of a broadphase that has run on the boxes. It runs on two frames, so that the
// second one's events show what it has kept from the first. A plug-in does nothing, because it runs
// only once it is chosen.
struct AlgorithmPicture {
  std::vector<Aabb> boxes = pictured_boxes();
  std::vector<Event> events = {};

  explicit AlgorithmPicture(const BroadphaseEntry& entry) {
    if (!entry.file.empty()) return;
    const auto algorithm = entry.make();
    events_on(*algorithm, boxes);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec2 by{i % 2 == 0 ? 3.0f : -3.0f, 0};
      boxes[i] = {boxes[i].min + by, boxes[i].max + by};
    }
    events = events_on(*algorithm, boxes, 1);
  }
};

// The pictures by the algorithm's id. Each is made when it is first drawn, and kept.
struct AlgorithmPictures {
  std::map<std::string, AlgorithmPicture, std::less<>> by_id;
};

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
      const AlgorithmPicture& picture =
          gui.ui.own<AlgorithmPictures>().by_id.try_emplace(id, *entry).first->second;
      draw_structure_picture(gui, into, where, kPicturedField, picture.boxes, picture.events);
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
