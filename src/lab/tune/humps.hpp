// SPDX-License-Identifier: MIT
// Whether measured times gather around one value or around several.
#pragma once
#include <span>
#include <vector>

namespace phasebox {

/// Times that lie together.
struct Hump {
  double at = 0;     ///< where they are densest; in the unit of the times
  double share = 0;  ///< of all times
};

/// The humps of a distribution, ascending; at least one for any times, none for none.
///
/// The density of the times' logarithms, by Gaussian kernels whose width is B. W. Silverman's
/// ("Density Estimation for Statistics and Data Analysis", 1986, section 3.4.2: 0.9 times the
/// lesser of deviation and interquartile range / 1.34, times n^-1/5). Two of its peaks are two
/// humps if the lower one is twice as high as the valley between them, each side holds at least 5 %
/// of the times, and they are a factor of 1.25 apart: less is noise, the grain of a clock, or of no
/// interest. Each hump is then divided likewise. Fewer than 30 times are one hump, and a long tail
/// is part of one. O(n + bins^2).
std::vector<Hump> humps_of(std::span<const double> times);

}  // namespace phasebox
