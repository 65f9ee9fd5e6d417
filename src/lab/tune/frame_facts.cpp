// SPDX-License-Identifier: MIT
// Medians and shares over a sample of boxes; objects are followed through the edits between frames.
#include "lab/tune/frame_facts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "base/statistics.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxFrames = 128;    // that are looked at
constexpr std::size_t kMaxBoxes = 40'000;  // that are looked at in all of them
constexpr SpriteId kNew = std::numeric_limits<SpriteId>::max();

/// All frames, or one out of each of kMaxFrames equal parts: at a random place, since games do
/// things every second or every tenth frame.
std::vector<std::size_t> sampled_frames(std::size_t n) {
  std::vector<std::size_t> frames(std::min(n, kMaxFrames));
  if (n <= kMaxFrames) {
    std::iota(frames.begin(), frames.end(), std::size_t{0});
    return frames;
  }
  Random random(n);
  for (std::size_t k = 0; k < kMaxFrames; ++k) {
    const std::size_t begin = k * n / kMaxFrames, end = (k + 1) * n / kMaxFrames;
    frames[k] = begin + random.below(static_cast<std::uint32_t>(end - begin));
  }
  return frames;
}

/// Of every sprite of a frame, its number in the frame before, or kNew; false when the edits do not
/// lead from the one frame to the other.
bool follow(const Recording& recording, std::size_t frame, std::vector<SpriteId>& before) {
  before.resize(recording.boxes(frame - 1).size());
  std::iota(before.begin(), before.end(), SpriteId{0});
  for (const Edit& edit : recording.edits(frame)) {
    if (edit.kind == Edit::Kind::add) {
      before.push_back(kNew);
      continue;
    }
    if (edit.id >= before.size() || edit.moved_from + 1 != before.size()) return false;
    before[edit.id] = before.back();
    before.pop_back();
  }
  return before.size() == recording.boxes(frame).size();
}

/// The sides and steps of a sample of boxes, each box as likely as any other.
void measure_sample(const Recording& recording, FrameFacts& facts) {
  const std::vector<std::size_t> frames = sampled_frames(recording.size());
  std::size_t boxes = 0;
  for (const std::size_t frame : frames) boxes += recording.boxes(frame).size();
  const std::size_t stride = std::max<std::size_t>(1, boxes / kMaxBoxes);
  std::vector<double> sides, steps;
  std::vector<SpriteId> before;
  for (const std::size_t frame : frames) {
    const auto now = recording.boxes(frame);
    for (std::size_t i = frame % stride; i < now.size(); i += stride)
      sides.push_back(static_cast<double>(std::max(extent(now[i]).x, extent(now[i]).y)));
    if (frame == 0 || recording.is_repeated() || !follow(recording, frame, before)) continue;
    const auto was = recording.boxes(frame - 1);
    for (std::size_t i = frame % stride; i < now.size(); i += stride)
      if (before[i] != kNew)
        steps.push_back(static_cast<double>(length(center(now[i]) - center(was[before[i]]))));
  }
  facts.side = quantile(sides, 0.5);
  facts.knows_movement = !steps.empty();
  if (steps.empty()) return;
  const auto still = static_cast<double>(std::ranges::count(steps, 0.0));
  facts.still = still / static_cast<double>(steps.size());
  facts.move = quantile(steps, 0.5);
}

void measure_field(std::span<const Aabb> boxes, FrameFacts& facts) {
  Aabb field = boxes[0];
  double area = 0;
  for (const Aabb& box : boxes) {
    const Vec2 size = extent(box);
    field = united(field, box);
    area += static_cast<double>(size.x) * static_cast<double>(size.y);
  }
  facts.width = static_cast<double>(extent(field).x);
  facts.height = static_cast<double>(extent(field).y);
  const double room = facts.width * facts.height;
  facts.crowd = room > 0 ? area / room : 0;
}

/// How many boxes there are, come and go; gives the number of the largest frame.
std::size_t count(const Recording& recording, FrameFacts& facts) {
  std::size_t sum = 0, largest = 0, come = 0, gone = 0;
  SizeRange sizes;
  for (std::size_t k = 0; k < recording.size(); ++k) {
    const auto boxes = recording.boxes(k);
    sum += boxes.size();
    if (boxes.size() > recording.boxes(largest).size()) largest = k;
    for (const Aabb& box : boxes) sizes.add(box);
    if (k == 0) continue;
    for (const Edit& edit : recording.edits(k)) ++(edit.kind == Edit::Kind::add ? come : gone);
  }
  facts.largest_side = sizes.largest, facts.size_ratio = sizes.ratio();
  facts.changes = come + gone > 0;
  facts.boxes = static_cast<double>(sum) / static_cast<double>(recording.size());
  const auto steps = static_cast<double>(std::max<std::size_t>(recording.size(), 2) - 1);
  facts.arrivals = static_cast<double>(come) / steps;
  facts.departures = static_cast<double>(gone) / steps;
  return largest;
}

std::string size_clause(const FrameFacts& facts) {
  if (facts.side > 0 && facts.largest_side <= 1.5 * facts.side)
    return "the boxes are all of nearly one size";
  if (facts.side > 0 && facts.largest_side >= 8 * facts.side)
    return fmt::format("the largest box is {:.0f} times the typical one",
                       facts.largest_side / facts.side);
  return {};
}

// 0.04 objects per frame are one in 25 frames; more digits than two say nothing.
std::string per_frame(double objects) {
  return objects < 100 ? fmt::format("{:.{}g}", objects, objects < 1 ? 1 : 2)
                       : fmt::format("{:.0f}", objects);
}

std::string movement_clause(const FrameFacts& facts) {
  if (!facts.knows_movement) return why_no_movement(facts);
  if (facts.still > 0.5)
    return fmt::format("{:.0f} % of all boxes rest from one frame to the next", 100 * facts.still);
  if (facts.side > 0 && facts.move > 0 && facts.move < 0.05 * facts.side)
    return fmt::format("they move by only {:.1f} % of their size per frame",
                       100 * facts.move / facts.side);
  if (facts.arrivals + facts.departures >= 0.01 * facts.boxes)
    return fmt::format("{} boxes come and {} go per frame", per_frame(facts.arrivals),
                       per_frame(facts.departures));
  return {};
}

}  // namespace

FrameFacts facts_of(const Recording& recording) {
  FrameFacts facts;
  facts.unit = recording.unit();
  facts.frames = recording.is_repeated() ? 1 : recording.size();
  if (recording.max_boxes() == 0) return facts;
  const std::size_t largest = count(recording, facts);
  measure_field(recording.boxes(largest), facts);
  measure_sample(recording, facts);
  return facts;
}

std::string why_no_movement(const FrameFacts& facts) {
  if (facts.knows_movement || facts.frames == 0) return {};
  if (facts.frames == 1) return "one frame says nothing about movement";
  return "no box stays from one frame to the next, so nothing is known about movement";
}

std::string describe(const FrameFacts& facts) {
  const std::string sizes = size_clause(facts), movement = movement_clause(facts);
  return sizes + (sizes.empty() || movement.empty() ? "" : " and ") + movement;
}

}  // namespace phasebox
