// SPDX-License-Identifier: MIT
// docs/performance.md and its tables: ratios and conclusions follow from the times that were
// measured.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "page.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace performance_test {

using Times = std::map<std::string, std::array<double, 2>>;  ///< mean and worst, ms, by name

struct Race {
  Times ours, peers;
};

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kCounts{"1,000", "10,000", "100,000"};
/// Of a ratio with two digits, of times with three.
constexpr double kRounding = 0.06;

std::vector<std::string> cells_of(const std::string& row) {
  static const std::regex kCell(R"(\| ([^|]*) (?=\|))");
  std::vector<std::string> cells;
  for (std::sregex_iterator i(row.begin(), row.end(), kCell), end; i != end; ++i)
    cells.push_back((*i)[1]);
  return cells;
}

/// The tables below "All times", by workload and column of kCounts.
std::map<std::string, std::array<Race, 3>> races_of(const std::vector<std::string>& lines) {
  static const std::regex kWorkload(R"(### (\w+): .*)"), kTime(R"(([\d.]+) / ([\d.]+).*)");
  std::map<std::string, std::array<Race, 3>> races;
  std::string workload;
  std::smatch m;
  for (const std::string& line : lines) {
    if (std::regex_match(line, m, kWorkload)) workload = m[1];
    const auto cells = cells_of(line);
    if (workload.empty() || cells.size() != 4) continue;
    const std::string name = cells[0].substr(0, cells[0].find(" (ours)"));
    for (std::size_t k = 0; k < 3; ++k) {
      if (!std::regex_match(cells[k + 1], m, kTime)) continue;
      Race& race = races[workload][k];
      (name == cells[0] ? race.peers : race.ours)[name] = {std::stod(m[1]), std::stod(m[2])};
    }
  }
  return races;
}

test::Page tables() { return test::Page(test::in_source("docs/performance-tables.md")); }

struct Claim {
  double ratio = 0;
  std::string peer;
};

Claim claim_of(const std::string& cell) {
  static const std::regex kClaim(R"(([\d.]+) of (\S+).*)");
  std::smatch m;
  EXPECT_TRUE(std::regex_match(cell, m, kClaim)) << cell;
  return m.empty() ? Claim{} : Claim{std::stod(m[1]), m[2]};
}

struct Score {
  int cells = 0, met = 0, few = 0, only_few = 0;
};

/// One column of one row: both ratios and the verdict.
void check_cells(const std::vector<std::string>& row, std::size_t k, const Race& race,
                 Score& score) {
  static const std::regex kBar(R"(.*\(bar ([\d.]+)\) (.*))");
  const bool is_worst = row[0].ends_with(", worst frame"), is_about_all = row[2] == "all peers";
  const std::string &cell = row[3 + 2 * k], &all = row[4 + 2 * k];
  SCOPED_TRACE(row[0] + " on " + row[1] + ", " + std::string(kCounts[k]));
  const double ours = race.ours.at(row[0].substr(0, row[0].find(',')))[is_worst];
  const Claim few = claim_of(cell), best = is_about_all ? few : claim_of(all);
  EXPECT_EQ(all == "the same", is_about_all);
  for (const Claim& claim : {few, best})
    EXPECT_NEAR(ours / race.peers.at(claim.peer)[is_worst] / claim.ratio, 1, kRounding);
  for (const auto& [name, times] : race.peers)
    EXPECT_GE(times[is_worst], race.peers.at(best.peer)[is_worst]) << name << " is better";
  std::smatch bar;
  ASSERT_TRUE(std::regex_match(cell, bar, kBar)) << cell;
  const double limit = std::stod(bar[1]);
  EXPECT_EQ(bar[2] == "met", few.ratio <= limit);
  score.cells += 1, score.few += is_about_all ? 0 : 1;
  score.met += bar[2] == "met", score.only_few += bar[2] == "met" && best.ratio > limit;
}

TEST(PerformancePage, compares_with_what_it_says_and_with_the_best_of_all_peers) {
  const test::Page page = tables();
  auto races = races_of(page.lines());
  ASSERT_EQ(races.size(), 5u);
  Score score;
  for (const std::string& line : page.lines()) {
    const auto row = cells_of(line);
    if (row.size() != 9 || row[0] == "ours") continue;
    ASSERT_TRUE(races.contains(row[1])) << line;
    for (std::size_t k = 0; k < 3; ++k) check_cells(row, k, races.at(row[1])[k], score);
  }
  EXPECT_EQ(score.cells, 96);
  const std::string summary =
      std::to_string(score.met) + " of " + std::to_string(score.cells) + " cells meet their bar. " +
      std::to_string(score.few) + " cells compare with some of the peers only; " +
      std::to_string(score.only_few) +
      " of those that meet their bar would not meet it against the best of all peers.";
  EXPECT_NE(std::ranges::find(page.lines(), summary), page.lines().end()) << summary;
}

TEST(PerformancePage, is_made_of_the_tables) {
  const test::TemporaryFolder folder;
  for (const char* name : {"performance.md", "performance-tables.md"})
    fs::copy(test::in_source("docs") / name, folder / name);
  const std::string script =
      "'" PHASEBOX_SOURCE_DIR "/docs/performance.sh' '" + folder.path().string() + "' >/dev/null";
  ASSERT_EQ(std::system(script.c_str()), 0) << script;
  EXPECT_TRUE(test::content_of(folder / "performance.md") ==
              test::content_of(test::in_source("docs/performance.md")))
      << "docs/performance.md is stale; run docs/performance.sh";
}

/// Mean times of the fastest of them.
double fastest(const Times& times) {
  const auto mean = [](const auto& entry) { return entry.second[0]; };
  return mean(*std::ranges::min_element(times, {}, mean));
}

TEST(PerformancePage, concludes_about_broadphases_what_the_times_say) {
  for (const auto& [workload, counts] : races_of(tables().lines()))
    for (std::size_t k = 0; k < kCounts.size(); ++k) {
      SCOPED_TRACE(workload + ", " + std::string(kCounts[k]));
      const Race& race = counts[k];
      const auto ours = [&](const char* id) { return race.ours.at(id)[0]; };
      const double peer = fastest(race.peers), grid = ours("hierarchical-grid");
      EXPECT_LT(grid, k == 1 ? peer / 10 : peer);
      EXPECT_EQ(fastest(race.ours),
                ours(workload == "clusters" ? "hierarchical-grid" : "neighbor-list"));
      EXPECT_LT(ours("rdc"), peer);
      EXPECT_GT(ours("rdc"), grid);
      EXPECT_GT(std::min(ours("aabb-tree"), ours("quadtree")), grid);
      EXPECT_LT(ours("aabb-tree"), race.peers.at("box2d-broadphase")[0]);
    }
}

/// The row of that name in the page's table of narrowphases: three times, recall, false hits.
std::vector<double> narrowphase_row(const std::string& name) {
  const test::Page page(test::in_source("docs/performance.md"));
  for (const std::string& line : page.lines()) {
    const auto cells = cells_of(line);
    if (cells.size() != 6 || cells[0] != name) continue;
    std::vector<double> values;
    for (auto cell = cells.begin() + 1; cell != cells.end(); ++cell)
      values.push_back(std::stod(*cell));
    return values;
  }
  ADD_FAILURE() << "no row of " << name;
  return std::vector<double>(5);
}

TEST(PerformancePage, concludes_about_narrowphases_what_the_times_say) {
  enum : std::size_t { straight, turned, large, recall, wrong };
  const auto mask = narrowphase_row("bit-mask"), pixels = narrowphase_row("pixel-samples, n = 1");
  for (const char* other : {"naive RGBA loop", "alpha-quadtree, leaf 8", "alpha-quadtree, leaf 16",
                            "alpha-quadtree, leaf 32"}) {
    const auto row = narrowphase_row(other);
    for (const std::size_t set : {straight, large})
      EXPECT_LT(mask[set], std::min(row[set], pixels[set]));
    EXPECT_LT(pixels[turned], std::min(row[turned], mask[turned])) << other;
  }
  EXPECT_LT(mask[large], mask[straight]);
  auto finer = pixels;
  for (const char* coarser :
       {"pixel-samples, n = 2", "pixel-samples, n = 4", "pixel-samples, n = 8"}) {
    const auto row = narrowphase_row(coarser);
    for (const std::size_t figure : {straight, turned, large, recall})
      EXPECT_LT(row[figure], finer[figure]);
    finer = row;
  }
  for (const char* method : {"convex-hull", "circle", "inset-box"})
    EXPECT_GT(narrowphase_row(method)[wrong], 0) << method;
}

}  // namespace performance_test
}  // namespace phasebox
