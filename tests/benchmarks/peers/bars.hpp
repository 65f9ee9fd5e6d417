// SPDX-License-Identifier: MIT
// How fast ours must be (the bars), as a share of the time of the best peer in the same run.
#pragma once
#include <array>
#include <span>
#include <string_view>

namespace phasebox::peers {

inline constexpr std::array<std::string_view, 5> kWorkloads{"uniform", "sparse", "clusters", "line",
                                                            "mixed"};
inline constexpr std::array<unsigned, 3> kCounts{1'000, 10'000, 100'000};

/// The peers that the best one is taken from.
enum class Against { all, trees, box2d };

/// One row of bars: an algorithm on a workload, a limit for each of kCounts.
struct Bar {
  std::string_view ours;
  Against against;
  std::string_view workload;
  std::array<double, kCounts.size()> limits;
  bool is_of_worst = false;  ///< compares worst frames instead of means
};

std::span<const Bar> bars();
bool belongs(std::string_view peer, Against against);

}  // namespace phasebox::peers
