// SPDX-License-Identifier: MIT
// The whole comparison in one run: every workload, every count, ours and the peers.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/bench.hpp"

namespace phasebox::peers {

inline constexpr std::array<std::string_view, 5> kWorkloads{"uniform", "sparse", "clusters", "line",
                                                            "mixed"};
inline constexpr std::array<unsigned, 3> kCounts{1'000, 10'000, 100'000};

/// What was measured.
struct Findings {
  std::vector<cli::BenchTable> races;    ///< kWorkloads by kCounts, one thread
  std::vector<cli::BenchTable> threads;  ///< ours on two threads
  std::vector<cli::BenchTable> million;  ///< ours, a million boxes
  std::vector<cli::BenchTable> steps;    ///< whole steps, two threads
  std::vector<cli::BenchTable> pour;  ///< whole steps of sprites that push each other, a table each
};

/// Measures. `share` of the default time per algorithm: 1, less for a quick look.
Findings measure(const cli::BenchParts& parts, double share);

/// Mean times of all, one Markdown table per workload.
std::string time_tables(std::span<const cli::BenchTable> races);
/// Worst frame against median, growth and memory of ours.
std::string trait_table(std::span<const cli::BenchTable> races);
std::string extra_tables(const Findings& findings);
/// Processor, compiler, flags, date, command.
std::string machine_text(double share);
/// ms against boxes for one workload: ours as lines, the best of each library dashed.
std::string workload_svg(std::span<const cli::BenchTable> races, std::string_view workload);

/// Is a peer, not one of ours.
bool is_peer(std::string_view name);

}  // namespace phasebox::peers
