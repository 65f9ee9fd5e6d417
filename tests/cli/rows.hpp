// SPDX-License-Identifier: MIT
// Boxes for the commands that read box files, and the definition of overlap, written a second time.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "collide/broadphase.hpp"

namespace phasebox::test {

struct Row {
  std::int64_t id = 0;
  float min_x = 0, min_y = 0, max_x = 0, max_y = 0;
  std::int64_t frame = 0;
};

bool share_area(const Row& a, const Row& b);

/// Boxes of one frame, up to `largest` wide and high, on a field of `side`. Whole and half
/// coordinates, so that many edges are equal; some boxes have no size.
std::vector<Row> random_rows(std::uint64_t seed, std::size_t n, float side, float largest);

/// Frames of up to `most` boxes that walk, rest, jump far, vanish, and come back under the same id;
/// now and then all but a few vanish. No frame is empty.
std::vector<std::vector<Row>> random_recording(std::uint64_t seed, int frames, std::size_t most);

/// Box files: without the column `frame`, and with it.
std::string csv_of(const std::vector<Row>& rows);
std::string csv_of(const std::vector<std::vector<Row>>& trace);

/// `KEY=VALUE` for every end of every parameter that leaves the answer exact; the first is empty.
std::vector<std::string> settings_of(const BroadphaseEntry& entry);

}  // namespace phasebox::test
