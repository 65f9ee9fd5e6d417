// SPDX-License-Identifier: MIT
// How the time of a frame grows with the number of boxes, their density being the same.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contract/checks.hpp"

namespace phasebox::contract {

struct Growth {
  struct Point {
    std::size_t boxes;
    double ms;
  };
  std::vector<Point> points;
  double exponent = 0;  ///< of the number of boxes, fitted to all points but the smallest
};

/// Doubles the boxes from 500 to 16,000, or until a frame takes long. `tell` is given what is known
/// after each number.
Growth growth_of(const Subject& subject, const std::function<void(const Growth&)>& tell);

/// "n^1.1: 0.02 ms at 500 boxes, 0.9 ms at 16,000".
std::string growth_text(const Growth& growth);

/// s of a frame with so many boxes, if it goes on like that.
double predicted_seconds(const Growth& growth, std::size_t boxes);

}  // namespace phasebox::contract
