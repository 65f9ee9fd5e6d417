// SPDX-License-Identifier: MIT
// Medians and shares over the boxes of a few frames.
#include "lab/frame_facts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace phasebox {
namespace {

constexpr std::size_t kSample = 20'000;  // boxes per frame that are looked at

double at_share(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  const auto k = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(k));
  return values[k];
}

void measure_sizes(const Recording& recording, std::size_t frame, FrameFacts& facts) {
  const auto boxes = recording.boxes(frame);
  const std::size_t stride = std::max<std::size_t>(1, boxes.size() / kSample);
  std::vector<double> sides;
  Aabb field = boxes[0];
  double area = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec2 size = extent(boxes[i]);
    field = united(field, boxes[i]);
    area += static_cast<double>(size.x) * static_cast<double>(size.y);
    const auto side = static_cast<double>(std::max(size.x, size.y));
    facts.largest_side = std::max(facts.largest_side, side);
    if (i % stride == 0) sides.push_back(side);
  }
  const Vec2 size = extent(field);
  facts.width = static_cast<double>(size.x), facts.height = static_cast<double>(size.y);
  facts.side = at_share(sides, 0.5);
  const double room = facts.width * facts.height;
  facts.crowd = room > 0 ? area / room : 0;
}

// Which sprite is which is only known while nobody comes or goes.
void measure_moves(const Recording& recording, FrameFacts& facts) {
  std::vector<double> moves;
  std::size_t still = 0;
  const std::size_t step = std::max<std::size_t>(1, recording.size() / 8);
  for (std::size_t k = 1; k < recording.size(); k += step) {
    const auto before = recording.boxes(k - 1), now = recording.boxes(k);
    if (!recording.edits(k).empty() || before.size() != now.size()) continue;
    const std::size_t stride = std::max<std::size_t>(1, now.size() / (kSample / 8));
    for (std::size_t i = 0; i < now.size(); i += stride) {
      const double moved = static_cast<double>(length(center(now[i]) - center(before[i])));
      moves.push_back(moved);
      if (moved == 0) ++still;
    }
  }
  facts.still = moves.empty() ? 0 : static_cast<double>(still) / static_cast<double>(moves.size());
  facts.move = at_share(moves, 0.5);
}

}  // namespace

FrameFacts facts_of(const Recording& recording) {
  FrameFacts facts;
  facts.frames = recording.size();
  std::size_t sum = 0, largest = 0;
  for (std::size_t k = 0; k < recording.size(); ++k) {
    const std::size_t n = recording.boxes(k).size();
    sum += n;
    if (n > recording.boxes(largest).size()) largest = k;
    facts.changes = facts.changes || !recording.edits(k).empty();
  }
  if (sum == 0) return facts;
  facts.boxes = static_cast<double>(sum) / static_cast<double>(facts.frames);
  measure_sizes(recording, largest, facts);
  measure_moves(recording, facts);
  return facts;
}

std::string describe(const FrameFacts& facts) {
  std::string text;
  const auto say = [&](const std::string& clause) {
    text += (text.empty() ? "" : " and ") + clause;
  };
  if (facts.side > 0 && facts.largest_side <= 1.5 * facts.side)
    say("the boxes are all of nearly one size");
  else if (facts.side > 0 && facts.largest_side >= 8 * facts.side)
    say(fmt::format("the largest box is {:.0f} times the usual one",
                    facts.largest_side / facts.side));
  if (facts.still > 0.5)
    say(fmt::format("{:.0f} % of all boxes rest from one frame to the next", 100 * facts.still));
  else if (facts.side > 0 && facts.move > 0 && facts.move < 0.05 * facts.side)
    say(fmt::format("they move by only {:.1f} % of their size per frame",
                    100 * facts.move / facts.side));
  return text;
}

}  // namespace phasebox
