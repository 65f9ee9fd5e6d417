// SPDX-License-Identifier: MIT
// Merges static boxes row by row and column by column, and times what that saves.
#include "lab/merged_statics.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

float& lower(Tile& t, int axis) { return axis == 0 ? t.box.min.x : t.box.min.y; }
float& upper(Tile& t, int axis) { return axis == 0 ? t.box.max.x : t.box.max.y; }

/// The key of a tile's strip: its filter, and its begin and end across `axis` (0: x, 1: y). Only
/// two tiles of one strip can be joined along `axis`.
auto strip_of(Tile& t, int axis) {
  return std::tuple(t.filter.category, t.filter.mask, t.filter.group, lower(t, 1 - axis),
                    upper(t, 1 - axis));
}

/// Joins the tiles of each strip along `axis` that touch or overlap, in place.
void merge_along(std::vector<Tile>& tiles, int axis) {
  const auto order = [axis](Tile t) { return std::pair(strip_of(t, axis), lower(t, axis)); };
  std::ranges::sort(tiles, {}, order);
  std::size_t kept = 0;
  for (std::size_t k = 1; k < tiles.size(); ++k) {
    Tile &run = tiles[kept], &next = tiles[k];
    if (strip_of(run, axis) == strip_of(next, axis) && lower(next, axis) <= upper(run, axis)) {
      upper(run, axis) = std::max(upper(run, axis), upper(next, axis));
      run.id = std::min(run.id, next.id);
    } else {
      tiles[++kept] = next;
    }
  }
  if (!tiles.empty()) tiles.resize(kept + 1);
}

std::vector<Tile> merged_from(std::vector<Tile> tiles, int axis) {
  for (std::size_t before = tiles.size() + 1; tiles.size() < before;) {
    before = tiles.size();
    merge_along(tiles, axis);
    merge_along(tiles, 1 - axis);
  }
  return tiles;
}

/// The boxes of a frame as tiles. `ids` [boxes] are their ids; if empty, the ids are the indices.
std::vector<Tile> tiles_of(const Frame& f, std::span<const std::int64_t> ids = {}) {
  std::vector<Tile> tiles;
  for (std::size_t i = 0; i < f.size(); ++i)
    tiles.push_back({f.boxes[i], f.filters.empty() ? Filter{} : f.filters[i],
                     ids.empty() ? static_cast<std::int64_t>(i) : ids[i],
                     !f.is_static.empty() && f.is_static[i] != 0});
  return tiles;
}

std::size_t statics_among(const std::vector<Tile>& tiles) {
  return static_cast<std::size_t>(std::ranges::count(tiles, true, &Tile::is_static));
}

/// The moving tiles and the merged static ones, sorted by id.
std::vector<Tile> with_few_statics(std::vector<Tile> tiles) {
  const auto first = std::partition(tiles.begin(), tiles.end(), std::not_fn(&Tile::is_static));
  const std::vector<Tile> few = merged({first, tiles.end()});
  tiles.erase(first, tiles.end());
  tiles.insert(tiles.end(), few.begin(), few.end());
  std::ranges::sort(tiles, {}, &Tile::id);
  return tiles;
}

void add_frame(BoxRecording& to, const std::vector<Tile>& tiles, const Frame& like) {
  for (const Tile& t : tiles) {
    to.ids.push_back(t.id);
    to.boxes.push_back(t.box);
    if (!like.filters.empty()) to.filters.push_back(t.filter);
    if (!like.is_static.empty()) to.is_static.push_back(t.is_static);
  }
  to.begins.push_back(to.ids.size());
}

/// The median time that `with` takes for a frame, ms, raced for up to `budget` ms; 0 when no frame
/// could be timed.
double median_ms(const Recording& frames, const Contestant& with, unsigned threads, double budget) {
  Race race(frames, {.warm_up = 4, .threads = threads, .check_first = false, .count_tests = false});
  race.enter(with);
  const Stopwatch watch;
  while (watch.ms(false) < budget && race.advance()) continue;
  return summary_of(race.results()[0].times).median;
}

}  // namespace

std::vector<Tile> merged(std::vector<Tile> tiles) {
  std::vector<Tile> by_rows = merged_from(tiles, 0), by_columns = merged_from(std::move(tiles), 1);
  return by_columns.size() < by_rows.size() ? by_columns : by_rows;
}

BoxRecording with_tiles(const BoxRecording& recording, const TileChange& change) {
  BoxRecording to = recording;
  to.begins = {0};
  to.ids.clear();
  to.boxes.clear();
  to.filters.clear();
  to.is_static.clear();
  for (std::size_t f = 0; f < recording.size(); ++f) {
    Frame frame;
    frame.boxes = recording.boxes_of(f);
    frame.filters = recording.filters_of(f);
    frame.is_static = recording.statics_of(f);
    add_frame(to, change(tiles_of(frame, recording.ids_of(f))), frame);
  }
  return to;
}

BoxRecording with_merged_statics(const BoxRecording& recording) {
  return with_tiles(recording, with_few_statics);
}

Sentence merge_saving(const Recording& frames, const Contestant& with, unsigned threads,
                      double budget) {
  constexpr std::size_t kMost = 40, kBoxes = 1'000'000;
  const std::size_t middle = frames.size() / 2,
                    some = std::clamp<std::size_t>(kBoxes / (frames.max_boxes() + 1), 8, kMost);
  const std::vector<Tile> tiles = tiles_of(frames.frame(middle)), few = with_few_statics(tiles);
  const std::size_t statics = statics_among(tiles), left = statics_among(few);
  if (statics == 0 || 2 * left > statics) return {};
  Recording as_is;
  BoxRecording merged_frames;
  for (std::size_t k = middle; k < std::min(frames.size(), middle + some); ++k) {
    if (k > middle && !frames.edits(k).empty()) break;
    const Frame frame = frames.frame(k);
    as_is.add(frame);
    merged_frames.frames.push_back(static_cast<std::int64_t>(k));
    merged_frames.rule = frame.rule;
    add_frame(merged_frames, with_few_statics(tiles_of(frame)), frame);
  }
  const Sentence text = say("{} static boxes touch: merged (phasebox merge) they are {}",
                            grouped(statics), grouped(left));
  const double ms = median_ms(as_is, with, threads, budget / 2),
               few_ms = median_ms(record(merged_frames, some), with, threads, budget / 2);
  if (ms == 0 || few_ms == 0) return say("{}.", text);
  return say("{}, and a frame of {} takes {} instead of {}.", text, with.entry->id,
             Sentence::as_is(duration(few_ms)), Sentence::as_is(duration(ms)));
}

}  // namespace phasebox
