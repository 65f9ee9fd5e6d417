// SPDX-License-Identifier: MIT
#include "lab/merged_statics.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"

namespace phasebox {
namespace {

float& lower(Tile& t, int axis) { return axis == 0 ? t.box.min.x : t.box.min.y; }
float& upper(Tile& t, int axis) { return axis == 0 ? t.box.max.x : t.box.max.y; }

/// What two boxes share that are joined along an axis: filter and extent across.
auto strip_of(Tile& t, int axis) {
  return std::tuple(t.filter.category, t.filter.mask, t.filter.group, lower(t, 1 - axis),
                    upper(t, 1 - axis));
}

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

std::vector<Tile> tiles_of(const BoxRecording& from, std::size_t frame) {
  std::vector<Tile> tiles;
  for (std::size_t i = from.begins[frame]; i < from.begins[frame + 1]; ++i)
    tiles.push_back({from.boxes[i], from.filters.empty() ? Filter{} : from.filters[i], from.ids[i],
                     !from.is_static.empty() && from.is_static[i] != 0});
  return tiles;
}

void add_frame(BoxRecording& to, const BoxRecording& like, const std::vector<Tile>& tiles) {
  for (const Tile& t : tiles) {
    to.ids.push_back(t.id);
    to.boxes.push_back(t.box);
    if (!like.filters.empty()) to.filters.push_back(t.filter);
    if (!like.is_static.empty()) to.is_static.push_back(t.is_static);
  }
  to.begins.push_back(to.ids.size());
}

std::vector<Tile> static_tiles(const Frame& f) {
  std::vector<Tile> tiles;
  for (std::size_t i = 0; i < f.is_static.size(); ++i)
    if (f.is_static[i])
      tiles.push_back(
          {f.boxes[i], f.filters.empty() ? Filter{} : f.filters[i], static_cast<std::int64_t>(i)});
  return tiles;
}

/// A frame with few static boxes in place of its own.
void add_with(Recording& to, const Frame& all, std::span<const Tile> statics) {
  std::vector<Aabb> boxes;
  std::vector<Filter> filters;
  std::vector<std::uint8_t> is_static;
  const auto add = [&](const Aabb& box, const Filter& filter, bool rests) {
    boxes.push_back(box), filters.push_back(filter), is_static.push_back(rests);
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!all.is_static[i])
      add(all.boxes[i], all.filters.empty() ? Filter{} : all.filters[i], false);
  for (const Tile& t : statics) add(t.box, t.filter, true);
  Frame few = all;
  few.boxes = boxes, few.is_static = is_static;
  if (!all.filters.empty()) few.filters = filters;
  to.add(few);
}

/// Median ms of a frame; 0 where the budget was too short.
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

BoxRecording with_merged_statics(const BoxRecording& recording) {
  BoxRecording to;
  to.frames = recording.frames, to.rule = recording.rule, to.unit = recording.unit;
  to.offset = recording.offset;
  for (std::size_t f = 0; f < recording.size(); ++f) {
    std::vector<Tile> tiles = tiles_of(recording, f);
    const auto first = std::partition(tiles.begin(), tiles.end(), std::not_fn(&Tile::is_static));
    const auto few = merged({first, tiles.end()});
    tiles.erase(first, tiles.end());
    tiles.insert(tiles.end(), few.begin(), few.end());
    std::ranges::sort(tiles, {}, &Tile::id);
    add_frame(to, recording, tiles);
  }
  return to;
}

std::string merge_saving(const Recording& frames, const Contestant& with, unsigned threads,
                         double budget) {
  constexpr std::size_t kMost = 40;
  const std::size_t middle = frames.size() / 2;
  const std::vector<Tile> tiles = static_tiles(frames.frame(middle)), few = merged(tiles);
  if (tiles.empty() || 2 * few.size() > tiles.size()) return {};
  Recording as_is, with_few;
  for (std::size_t k = middle; k < std::min(frames.size(), middle + kMost); ++k) {
    if (k > middle && !frames.edits(k).empty()) break;
    as_is.add(frames.frame(k));
    add_with(with_few, frames.frame(k), few);
  }
  std::string text = fmt::format("{} static boxes touch: merged (phasebox merge) they are {}",
                                 grouped(tiles.size()), grouped(few.size()));
  const double ms = median_ms(as_is, with, threads, budget / 2),
               few_ms = median_ms(with_few, with, threads, budget / 2);
  if (ms > 0 && few_ms > 0)
    text += fmt::format(", and a frame of {} takes {} instead of {}", with.entry->id,
                        duration(few_ms), duration(ms));
  return text + ".";
}

}  // namespace phasebox
