// SPDX-License-Identifier: MIT
// Random boxes as a game would write them.
#include "rows.hpp"

#include <cmath>
#include <cstdio>
#include <set>

#include "base/random.hpp"

namespace phasebox::test {
namespace {

constexpr float kSide = 120, kLargest = 14;

float half_steps(Random& random, float reach) {
  return std::floor(random.uniform(0, 2 * reach)) / 2;
}

void place(Row& row, Random& random, float side, float largest) {
  row.min_x = half_steps(random, side) - side / 2;
  row.min_y = half_steps(random, side) - side / 2;
  row.max_x = row.min_x + half_steps(random, largest);
  row.max_y = row.min_y + half_steps(random, largest);
}

void walk(Row& row, Random& random) {
  const float dx = half_steps(random, 4) - 2, dy = half_steps(random, 4) - 2;
  row.min_x += dx, row.max_x += dx, row.min_y += dy, row.max_y += dy;
}

/// An object of the recording; it keeps its place while it is absent.
struct Actor {
  Row row;
  bool is_there = false;
};

void play(Actor& actor, Random& random) {
  if (random.below(8) == 0) actor.is_there = !actor.is_there;
  const std::uint32_t chance = random.below(60);
  if (chance == 0)
    place(actor.row, random, 100 * kSide, kLargest);  // far away
  else if (chance < 4)
    place(actor.row, random, kSide, kLargest);
  else if (chance > 15)
    walk(actor.row, random);
}

void append_csv(std::string& text, const Row& r) {
  char line[200];
  std::snprintf(line, sizeof line, "%lld,%.9g,%.9g,%.9g,%.9g\n", static_cast<long long>(r.id),
                static_cast<double>(r.min_x), static_cast<double>(r.min_y),
                static_cast<double>(r.max_x), static_cast<double>(r.max_y));
  text += line;
}

}  // namespace

bool share_area(const Row& a, const Row& b) {
  return a.min_x < b.max_x && b.min_x < a.max_x && a.min_y < b.max_y && b.min_y < a.max_y;
}

std::vector<Row> random_rows(std::uint64_t seed, std::size_t n, float side, float largest) {
  Random random(seed);
  std::set<std::int64_t> used;
  std::vector<Row> rows;
  while (rows.size() < n) {
    Row row{.id = static_cast<std::int64_t>(random.next()) - (1LL << 31)};
    if (!used.insert(row.id).second) continue;
    place(row, random, side, largest);
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::vector<Row>> random_recording(std::uint64_t seed, int frames, std::size_t most) {
  Random random(seed);
  std::vector<Actor> actors;
  for (const Row& row : random_rows(seed, most, kSide, kLargest))
    actors.push_back({row, random.below(2) == 0});
  std::vector<std::vector<Row>> trace;
  for (std::int64_t frame = 0; frame < frames; ++frame) {
    const bool is_pause = random.below(6) == 0, all_leave = random.below(15) == 0;
    for (Actor& actor : actors) {
      if (!is_pause) play(actor, random);
      if (all_leave) actor.is_there = random.below(40) == 0;
    }
    actors[random.below(static_cast<std::uint32_t>(most))].is_there = true;
    std::vector<Row>& rows = trace.emplace_back();
    for (Actor& actor : actors) {
      actor.row.frame = 3 * frame - 20;
      if (actor.is_there) rows.push_back(actor.row);
    }
  }
  return trace;
}

std::string csv_of(const std::vector<Row>& rows) {
  std::string text = "id,min_x,min_y,max_x,max_y\n";
  for (const Row& row : rows) append_csv(text, row);
  return text;
}

std::string csv_of(const std::vector<std::vector<Row>>& trace) {
  std::string text = "frame,id,min_x,min_y,max_x,max_y\n";
  for (const std::vector<Row>& rows : trace)
    for (const Row& row : rows) {
      text += std::to_string(row.frame) + ",";
      append_csv(text, row);
    }
  return text;
}

std::vector<std::string> settings_of(const BroadphaseEntry& entry) {
  std::vector<std::string> settings{""};
  for (const Param& row : entry.make()->params().rows)
    for (const double value : {row.lo, row.hi}) {
      // The one parameter that may leave pairs out by its meaning.
      if (row.key == "contact-threshold" && value > 0) continue;
      settings.push_back(std::string(row.key) + "=" + format_value(row, value));
    }
  return settings;
}

}  // namespace phasebox::test
